import KeyCustody
import AppleSimulator
import ArgumentParser
import CosterServer
import Foundation
import PaymentDomain
import ShopSimulator

/// `coster pay`: plays the shop's app, with a freshly minted token.
struct PayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pay",
        abstract: "Mint an Apple Pay token and pay with it, as a shop's app would.",
        discussion: Examples.text(
            """
            Exit codes: 0 approved; 1 declined; 2 refused, because the request, the client or the token is wrong; 3 \
            unknown, because no answer came; 69 the server can't be reached.
            """,
            ShopExamples.payments))

    @Argument(
        help: ArgumentHelp(
            "The protocol to speak: \(ShopProtocol.names).", valueName: "protocol"))
    var dialect: ShopProtocol

    @Option(help: "The server's address.")
    var url = "http://127.0.0.1:8080"

    @Option(help: "The server's data folder, which has the simulator's keys. [env: COSTER_DATA]")
    var data = CommandSettings.data

    @Option(help: "The amount, in major units.")
    var amount = "14.99"

    @Option(help: "The currency, three letters.")
    var currency = "USD"

    @Option(help: "The card in the device: visa, mastercard, amex or discover.")
    var card = TestCard.visa

    @Flag(help: "Capture the payment.")
    var capture = false

    @Option(help: "Capture this much, and keep the remainder authorized.")
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
            "Pay nothing; refund an earlier payment, by the reference that `pay` printed.",
            discussion: "If the protocol refunds only settled captures, run `coster settle` first.")
    )
    var refundOf: String?

    @OptionGroup(title: "The shop's own configuration")
    var options: ShopClientOptions

    @Flag(help: "Print the raw requests and replies, without the shop's secrets.")
    var verbose = false

    @OptionGroup var output: JSONOutput

    /// Refusals here come with this command's own usage.
    func validate() throws {
        guard ShopWire.canReach(url) else {
            throw ValidationError(
                "Invalid value '\(url)' for --url. Use http://HOST:PORT, for example http://127.0.0.1:8080."
            )
        }
        _ = try plan()
    }

    func run() async throws {
        let plan = try plan()
        let secret = try options.secretFile.map { (path) throws(CosterFailure) in
            String(decoding: try Files.password(path), as: UTF8.self)
        }
        let client = options.client(dialect, secret: secret)
        let report = ShopReport(isPrinting: !output.json)
        let wire = ShopWire(url: url, isVerbose: verbose && !output.json, report: report)
        let visit = dialect.visit(client, over: wire) { [data] in
            let store = try await DatabaseLocation.named(DataFolder(data)).openExisting()
            return { try await DatabaseSession.closeBatch(store).number }
        }
        do {
            if let objection = visit.objection(to: plan) { throw CosterFailure(.usage, objection) }
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
            guard let failure = (error as? ShopError).map(failure) else { throw error }
            if output.json, let failure = failure as? CosterFailure {
                try JSONOutput.print(PayFacts(dialect, report.steps, failure))
            }
            throw failure
        }
        try? await wire.close()
        if output.json { try JSONOutput.print(PayFacts(dialect, report.steps, nil)) }
    }

    private func failure(of error: ShopError) -> any Error {
        switch error {
        case .declined(let message): CosterFailure(.doesNotHold, message)
        case .refused(let message): CosterFailure(.refused, message)
        case .unknown(let message): CosterFailure(.outcomeUnknown, message)
        case .notReachable(let message): CosterFailure(.notReachable, waitingServer ?? message)
        case .notPossible(let message): CosterFailure(.badInput, message)
        case .other(let error): error
        }
    }

    /// The message if the server of the data folder waits for its master key, and so takes no requests yet.
    private var waitingServer: String? {
        let host = URLComponents(string: url)?.host ?? ""
        guard ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host), !url.hasPrefix("https")
        else {
            return nil
        }
        let socket = DataFolder(data).path + "/" + UnsealSocket.fileName
        guard UnsealSocket.connected(to: socket) != nil else { return nil }
        return
            "The server of \(data) is waiting for shares of its master key. To enter them, run: coster keys unseal --data \(data)"
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
                "Invalid value '\(currency)' for --currency. Use three letters of ISO 4217, for example USD."
            )
        }
        do {
            return try Money(decimal: amount, currency: known)
        } catch {
            throw ValidationError("Invalid amount '\(amount)' in \(known). \(advice(error, known))")
        }
    }

    private static func advice(_ error: MoneyError, _ currency: Currency) -> String {
        switch error {
        case .malformed, .negative, .currencyMismatch:
            "Use digits with at most one point, for example 14.99."
        case .tooManyDecimals where currency.exponent == 0:
            "This currency has no digits after the point."
        case .tooManyDecimals:
            "This currency has at most \(currency.exponent) digits after the point."
        case .tooLarge: "It is larger than any payment may be."
        }
    }
}

extension TestCard: ExpressibleByArgument {}

/// What a visit came to, for a machine.
private struct PayFacts: Encodable {
    let `protocol`: String
    /// `approved`, `declined`, `refused`, `unknown`, or `failed` if nothing was decided.
    let outcome: String
    /// Why it ended early; nil if it was approved.
    let message: String?
    let steps: [Step]

    struct Step: Encodable {
        let step: String
        let amount: String?
        let currency: String?
        /// What the reply says, by the protocol's own names.
        let facts: [String: String]
    }

    init(_ dialect: ShopProtocol, _ steps: [ShopStep], _ failure: CosterFailure?) {
        self.protocol = dialect.rawValue
        outcome =
            switch failure?.code {
            case nil: "approved"
            case .doesNotHold: "declined"
            case .refused: "refused"
            case .outcomeUnknown: "unknown"
            case .usage, .badInput, .notReachable, .internalFault, .configuration: "failed"
            }
        message = failure?.message
        self.steps = steps.map { step in
            Step(
                step: step.name, amount: step.amount?.decimal,
                currency: step.amount?.currency.code,
                facts: Dictionary(
                    step.facts.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
            )
        }
    }
}
