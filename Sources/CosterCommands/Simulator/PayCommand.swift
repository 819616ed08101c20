import AppleSimulator
import ArgumentParser
import CosterServer
import PaymentDomain
import ShopSimulator

/// `coster pay`: plays the shop's app, with a freshly minted token.
struct PayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pay",
        abstract: "Mint an Apple Pay token and pay with it, as a shop's app would.",
        discussion: "Exit code 1 where the payment was declined or refused.")

    @Argument(help: "The protocol to speak: \(ShopProtocol.names).")
    var dialect: ShopProtocol

    @Option(help: "The server's address.")
    var url = "http://127.0.0.1:8080"

    @Option(help: "The server's data folder, in which the simulator's keys lie.")
    var data = CommandSettings.data

    @Option(help: "The amount, in major units.")
    var amount = "14.99"

    @Option(help: "The currency, three letters.")
    var currency = "USD"

    @Option(help: "The card in the device: visa, mastercard, amex or discover.")
    var card = TestCard.visa

    @Flag(help: "Capture the payment.")
    var capture = false

    @Option(help: "Capture this much of it, and keep the rest of the hold.")
    var captureAmount: String?

    @Flag(
        help:
            "Void the last step: the authorization or, if the protocol can, a capture or a refund.")
    var void = false

    @Option(
        help:
            "Refund this much. Captures first, and closes the batch if the protocol refunds only settled captures."
    )
    var refund: String?

    @Option(
        help: ArgumentHelp(
            "Pay nothing; refund this earlier payment, by the reference that its visit printed.",
            discussion: "If the protocol refunds only settled captures, run `coster settle` first.")
    )
    var refundOf: String?

    @OptionGroup(title: "The shop's own configuration")
    var options: ShopClientOptions

    @Flag(help: "Print the raw requests and replies, without the shop's secrets.")
    var verbose = false

    /// Refusals here come with this command's own usage.
    func validate() throws {
        guard ShopWire.canReach(url) else {
            throw ValidationError(
                "\(url) is no server's address; write it as http://127.0.0.1:8080.")
        }
        _ = try plan()
    }

    func run() async throws {
        let plan = try plan()
        let secret = try options.secretFile.map { (path) throws(CosterFailure) in
            String(decoding: try Files.password(path), as: UTF8.self)
        }
        let client = options.client(dialect, secret: secret)
        let wire = ShopWire(url: url, isVerbose: verbose)
        let visit = dialect.visit(client, over: wire) { [data] in
            let store = try await DatabaseLocation.named(DataFolder(data)).openExisting()
            return { try await DatabaseSession.closeBatch(store).number }
        }
        do {
            if let objection = visit.objection(to: plan) { throw ValidationError(objection) }
            if let reference = plan.refundOf {
                try await visit.refund(plan.refund ?? plan.amount, of: reference)
            } else {
                let token = try TokenMinting.token(
                    data: data, merchant: client.appleMerchantID,
                    amount: plan.amount, card: card, version: .ecV1, at: SystemClock.now())
                try await visit.pay(token, plan)
            }
        } catch {
            try? await wire.close()
            throw (error as? ShopError).map { PayCommand.failure(of: $0) } ?? error
        }
        try? await wire.close()
    }

    private static func failure(of error: ShopError) -> any Error {
        switch error {
        case .refused(let message): CosterFailure(.doesNotHold, message)
        case .notReachable(let message): CosterFailure(.notReachable, message)
        case .notPossible(let message): CosterFailure(.badInput, message)
        case .other(let error): error
        }
    }

    /// The plan of the flags; a refund needs a capture.
    private func plan() throws -> ShopPlan {
        let amount = try AmountOption.money(amount, currency)
        guard refundOf == nil || (refund != nil && !capture && captureAmount == nil && !void)
        else {
            throw ValidationError("--refund-of goes with --refund AMOUNT, and no other step.")
        }
        let part = try captureAmount.map { try AmountOption.money($0, currency) }
        let captures = capture || refund != nil
        return ShopPlan(
            amount: amount, capture: part ?? (captures ? amount : nil),
            refund: try refund.map { try AmountOption.money($0, currency) }, void: void,
            refundOf: refundOf)
    }
}

/// Reads an amount of the command line.
enum AmountOption {
    static func money(_ amount: String, _ currency: String) throws -> Money {
        guard let known = Currency(code: currency) else {
            throw ValidationError(
                "There is no currency \(currency); give three letters, such as USD.")
        }
        do {
            return try Money(decimal: amount, currency: known)
        } catch {
            throw ValidationError("\(amount) is no amount in \(known). \(advice(error, known))")
        }
    }

    private static func advice(_ error: MoneyError, _ currency: Currency) -> String {
        switch error {
        case .malformed, .negative, .currencyMismatch:
            "Write digits with at most one point, such as 14.99."
        case .tooManyDecimals where currency.exponent == 0:
            "This currency has no digits after the point."
        case .tooManyDecimals:
            "This currency has at most \(currency.exponent) digits after the point."
        case .tooLarge: "It is larger than any payment may be."
        }
    }
}

extension TestCard: ExpressibleByArgument {}
