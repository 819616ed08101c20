import KeyCustody
import PaymentDomain
import ArgumentParser
import CosterServer
import PaymentEngine
import ShopSimulator
import PaymentStorage

#if canImport(Glibc)
    // Its `stdout` is a global variable of C, which Swift cannot vouch for.
    @preconcurrency import Glibc
#endif

/// The command line. Each command is a file of its own.
package struct Coster: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "coster",
        abstract: "A self-hosted Apple Pay processing service.",
        discussion: Examples.text(
            """
            Start with `coster serve --sandbox`, then `coster pay PROTOCOL` in another terminal, with \(ShopProtocol.names).

            Exit codes: 0 done; 1 a check failed or the payment was declined; 2 `pay` was refused; 3 the outcome of `pay` \
            is unknown; 64 usage; 65 bad input; 69 the server can't be reached; 70 our own fault; 78 configuration.
            """,
            ["coster serve --sandbox", ShopExamples.payment, "coster payments"]),
        version: VersionText.text,
        subcommands: [
            ServeCommand.self, PayCommand.self, PaymentsCommand.self, PaymentCommand.self,
            EventsCommand.self, SettleCommand.self, BatchesCommand.self, AuditCommand.self,
            AuditLogCommand.self,
            LogsCommand.self, DoctorCommand.self, MerchantCommand.self, OrderCommand.self,
            CheckoutCommand.self, LineCommand.self, RouteCommand.self, WebhookCommand.self,
            CardCommand.self, ProfilesCommand.self,
            TokenCommand.self, KeysCommand.self, BackupCommand.self, RestoreCommand.self,
            MigrateCommand.self, SimulatorCommand.self, CompletionCommand.self,
            ReferenceCommand.self,
        ])

    /// Runs a command, and turns what it throws into a sentence and an exit code.
    package init() {}

    package static func main() async {
        StandardStreams.outliveReaders()
        StandardStreams.fill()
        setvbuf(stdout, nil, _IOLBF, 0)
        CrashPrivacy.beginCommand()
        // Before anything copies the environment, in which the master key may be.
        MasterKeyEnvironment.take()
        do {
            try ArgumentEncoding.requireUnicode()
            try CommandNames.require(in: Array(CommandLine.arguments.dropFirst()), of: Coster.self)
            var command = try parseAsRoot()
            if !readsItsOwnSettings(command) {
                try CommandSettings.requireReadable()
            }
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            // A server has long reported that it is ready: its end is reported by its drain.
            if !(command is ServeCommand) { try StandardStreams.requireTaken() }
        } catch let failure as CosterFailure {
            end(failure)
        } catch let error as StoreError {
            end(DatabaseSession.unusable(error))
        } catch {
            exit(withError: error)
        }
    }

    /// Whether a command has a flag for the file of settings, and says what is wrong with it, or needs no settings.
    private static func readsItsOwnSettings(_ command: any ParsableCommand) -> Bool {
        switch command {
        case is ServeCommand, is DoctorCommand, is CompletionCommand, is LogsCommand: true
        // `coster help` and `coster --version`, which end while they are parsed.
        default: command is Coster
        }
    }

    private static func end(_ failure: CosterFailure) -> Never {
        let failure = OpenedDatabase.explained(failure)
        failure.report()
        Glibc.exit(failure.code.rawValue)
    }
}
