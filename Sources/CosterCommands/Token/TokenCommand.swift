import AppleSimulator
import ArgumentParser
import CosterServer
import PaymentDomain

/// `coster token`: make, verify and open tokens by hand.
struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Mint, verify or open an Apple Pay token.",
        subcommands: [TokenMintCommand.self, TokenVerifyCommand.self, TokenOpenCommand.self])
}

/// `coster token mint`: a device in the simulator.
struct TokenMintCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mint", abstract: "Print the paymentData JSON of a fresh token.")

    @Option(help: "The data folder with the simulator's keys.")
    var data = CommandSettings.data

    @Option(name: .customLong("merchant-id"), help: "The Apple merchant identifier.")
    var merchantID = SandboxMerchant.appleMerchantIdentifier

    @Option(help: "The amount, in major units.")
    var amount = "14.99"

    @Option(help: "The currency, three letters.")
    var currency = "USD"

    @Option(help: "The card in the device: visa, mastercard, amex or discover.")
    var card = TestCard.visa

    @Option(help: "EC_v1 or RSA_v1. [what the certificate's key takes]")
    var version: SimulatedTokenVersion?

    @Option(
        help:
            "The payment processing certificate that the token is for, PEM or DER. [the active one that the simulator issued for the merchant identifier, or else its own]"
    )
    var certificate: String?

    @Option(help: "When the device signs, ISO 8601 with a zone. [now]")
    var at: String?

    /// Refusals here come with this command's own usage.
    func validate() throws {
        _ = try AmountOption.money(amount, currency)
        _ = try DateOption.time(at)
    }

    func run() async throws {
        let token = try TokenMinting.token(
            data: data, merchant: merchantID, amount: try AmountOption.money(amount, currency),
            card: card, version: version,
            certificate: try certificate.map { try Files.bytes($0, limit: Files.keyLimit) },
            at: try DateOption.time(at))
        print(token.json)
    }
}

extension SimulatedTokenVersion: ExpressibleByArgument {}
