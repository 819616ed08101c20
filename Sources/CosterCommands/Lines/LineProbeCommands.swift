import ArgumentParser
import CosterOperations
import CosterServer
import PaymentDomain

/// The line that is examined, and the merchant in whose name.
struct LineProbeOptions: ParsableArguments {
    @Argument(help: "The line's name.")
    var name: String

    @Option(
        help:
            "The merchant whose acquirer's number is sent. (default: the only one whose rules name the line)"
    )
    var merchant: String?

    @OptionGroup var options: AdministrationOptions

    /// The line, with its secret.
    func opened() async throws -> LineProbe {
        let administration = try await options.administration()
        return try await LineProbe(
            administration, line: name, merchant: merchant,
            try await options.keyring(administration.store))
    }
}

/// `coster line echo`.
struct LineEchoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "echo", abstract: "Ask a line's host whether it works, without money.",
        discussion: Examples.text(
            "Exit codes: 0 the host answers; 1 it refuses the account; 69 it can't be reached.",
            ["coster line echo east"]))

    @OptionGroup var line: LineProbeOptions

    func run() async throws {
        try await line.opened().echo()
        print("ok")
    }
}

/// `coster line try`.
struct LineTryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "try", abstract: "Send an authorization of a test card, and its reversal.",
        discussion: Examples.text(
            """
            It prints each field of both messages and their replies, without card numbers and secrets. Coster records it in \
            the audit log, and not as a payment.

            Exit codes: 0 the authorization was approved and reversed; 1 it was declined; 3 the outcome is unknown; 69 \
            nothing was sent.
            """,
            [
                "coster line try east",
                "coster line try east --amount 5.00 --merchant flowers --json",
            ]
        ))

    @OptionGroup var line: LineProbeOptions

    @Option(help: "The amount, in the line's currency.")
    var amount = "1.00"

    @OptionGroup var output: JSONOutput

    func run() async throws {
        let probe = try await line.opened()
        let money = try AmountOption.money(amount, probe.currency.code)
        guard !money.isZero else {
            throw ValidationError("Invalid amount '\(amount)'. Use more than zero.")
        }
        let trial = try await probe.trial(of: money)
        let facts = LineTrialFacts(trial, line: probe.line, merchant: probe.merchant)
        if output.json {
            try JSONOutput.print(facts)
        } else {
            facts.table.print()
            print(trial.sentence)
        }
        if let code = trial.outcome.exit { throw CosterFailure(code, "") }
    }
}
