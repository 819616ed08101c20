import ArgumentParser
import CosterOperations
import CosterServer
import PaymentDomain

/// `coster doctor`: what is wrong with an installation, in plain words, with the fix.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Say what is wrong with the configuration, the data folder or a token.",
        discussion: """
            Give it the options that you give coster serve. It reads and changes nothing, also beside a running \
            server. Each thing that is wrong is one line with what to do; exit code 1 where there is a problem, 0 \
            where there are warnings at most. No line has a secret, a key or card data.
            """)

    @OptionGroup var options: ServerOptions

    @Option(
        name: .customLong("master-key-file"),
        help: "The file of the master key. [COSTER_MASTER_KEY_FILE]")
    var masterKeyFile: String?

    @Option(
        help: "A file with an Apple Pay token (paymentData or PKPaymentToken, JSON) to look at.")
    var token: String?

    @Option(help: "Look as if it were this moment, ISO 8601 with a zone. [now]")
    var at: String?

    func validate() throws { _ = try DateOption.time(at) }

    func run() async throws {
        CrashPrivacy.begin()
        var surroundings = DoctorEnvironment.here(at: try DateOption.time(at))
        surroundings.flags = options.flags
        surroundings.flags.masterKeyFile = masterKeyFile
        surroundings.token = token
        let report = await Doctor(surroundings: surroundings).examine()
        for line in report.lines { print(line.terminalSafe) }
        guard report.problems == 0 else { throw CosterFailure(.doesNotHold, "") }
    }
}
