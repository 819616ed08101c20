import AppleSimulator
import ArgumentParser
import CosterServer
import Crypto
import Foundation
import PaymentDomain
import ShopSimulator

/// `coster token`: make, verify and open tokens by hand.
struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Mint, verify or open an Apple Pay token.",
        discussion: Examples.text(["coster token mint | coster token verify --root root.pem -"]),
        subcommands: [TokenMintCommand.self, TokenVerifyCommand.self, TokenOpenCommand.self])
}

/// `coster token mint`: a device in the simulator.
struct TokenMintCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mint",
        abstract: "Make a token in the simulator, as a device does, and print it.",
        discussion: Examples.text([
            "coster token mint --amount 20.00 > token.json",
            "coster token mint --card amex --expiry 3012 --name 'Jane Doe'",
            ShopExamples.mint,
        ]))

    @Option(help: "The data folder with the simulator's keys. [env: COSTER_DATA]")
    var data = CommandSettings.data

    @Option(name: .customLong("apple-merchant-id"), help: "The Apple merchant identifier.")
    var appleMerchantID = SandboxMerchant.appleMerchantIdentifier

    /// The option's earlier name.
    @Option(name: .customLong("merchant-id"), help: .hidden)
    var formerMerchantID: String?

    @Option(help: "The amount, in major units.")
    var amount = "14.99"

    @Option(help: "The currency, three letters.")
    var currency = "USD"

    @Option(help: "The card in the device: visa, mastercard, amex or discover.")
    var card = TestCard.visa

    @Option(help: "EC_v1 or RSA_v1. (default: the one that the certificate's key takes)")
    var version: SimulatedTokenVersion?

    @Option(
        help:
            "The payment processing certificate that the token is for, PEM or DER. (default: the active one of the merchant identifier)"
    )
    var certificate: String?

    @Option(help: "When the device signs, ISO 8601 with a zone. (default: now)")
    var at: String?

    @Option(help: "The applicationData of the payment request; the token has its hash.")
    var applicationData: String?

    @Option(help: "The last month of the card, YYMM. (default: 4912)")
    var expiry: String?

    @Option(help: "The cardholder's name. (default: none)")
    var name: String?

    @Option(
        help:
            "How to print the token: json (paymentData), or in the form that the clients of a protocol send."
    )
    var format = TokenFormat.json

    /// Refusals here come with this command's own usage.
    func validate() throws {
        _ = try AmountOption.money(amount, currency)
        _ = try DateOption.time(at)
        _ = try expirationDate()
    }

    func run() async throws {
        let lastDay = try expirationDate()
        let token = try TokenMinting.token(
            data: data, merchant: formerMerchantID ?? appleMerchantID,
            amount: try AmountOption.money(amount, currency), card: card, version: version,
            certificate: try certificate.map { try Files.bytes($0, limit: Files.keyLimit) },
            at: try DateOption.time(at)
        ) { order in
            // Source: Apple, Payment token format reference, header, applicationData: its SHA-256.
            order.applicationData = applicationData.map { Array(SHA256.hash(data: Data($0.utf8))) }
            order.cardholderName = name
            if let lastDay { order.expirationDate = lastDay }
        }
        print(format.text(of: token))
    }

    /// The last day of the month of --expiry, YYMMDD.
    private func expirationDate() throws -> String? {
        guard let expiry else { return nil }
        // Issuers write 31 for the end of any month.
        guard CardExpiry(yymmdd: expiry + "31") != nil else {
            throw ValidationError(
                "Invalid value '\(expiry)' for --expiry. Use YYMM, for example 3012.")
        }
        return expiry + "31"
    }
}

extension SimulatedTokenVersion: ExpressibleByArgument {}
extension TokenFormat: ExpressibleByArgument {}
