import ArgumentParser
import CosterOperations
import CosterServer
import PaymentDomain

/// `coster doctor`: what is wrong with an installation, in plain words, with the fix.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Find what is wrong with the configuration, the data folder or a token.",
        discussion: Examples.text(
            """
            Use the same options as for `coster serve`. The command changes nothing, and a server may run meanwhile. \
            It prints one line per problem, with the way to fix it. It exits with 1 if there is a problem, and with 0 \
            if there are only warnings. It prints no secret, key or card data.
            """,
            [
                "coster doctor --sandbox", "coster doctor --sandbox --token token.json",
                "coster doctor --json",
            ]))

    @OptionGroup var options: ServerOptions

    @Option(
        name: .customLong("master-key-file"),
        help: "The file of the master key. [env: COSTER_MASTER_KEY_FILE]")
    var masterKeyFile: String?

    @Option(
        help: "A file with an Apple Pay token to check: JSON, paymentData or PKPaymentToken.")
    var token: String?

    @Option(help: "Check as of this time, ISO 8601 with a zone. (default: now)")
    var at: String?

    @OptionGroup var output: JSONOutput

    func validate() throws { _ = try DateOption.time(at) }

    func run() async throws {
        CrashPrivacy.begin()
        var surroundings = DoctorEnvironment.here(at: try DateOption.time(at))
        surroundings.flags = options.flags
        surroundings.flags.masterKeyFile = masterKeyFile
        surroundings.token = token
        let report = await Doctor(surroundings: surroundings).examine()
        if output.json {
            try JSONOutput.print(DoctorFacts(report))
        } else {
            for line in report.lines { print(line.terminalSafe) }
        }
        guard report.problems == 0 else { throw CosterFailure(.doesNotHold, "") }
    }
}

/// What doctor found, for a machine.
private struct DoctorFacts: Encodable {
    let problems: Int
    let warnings: Int
    let findings: [Finding]
    /// The verdict on a token that is good.
    let tokenVerdict: String?

    struct Finding: Encodable {
        let severity: String
        let code: String
        let subject: String
        let message: String
    }

    init(_ report: DoctorReport) {
        problems = report.problems
        warnings = report.warnings
        tokenVerdict = report.tokenVerdict
        findings = report.findings.map {
            Finding(
                severity: $0.condition.severity.rawValue, code: $0.condition.rawValue,
                subject: $0.subject, message: $0.message)
        }
    }
}
