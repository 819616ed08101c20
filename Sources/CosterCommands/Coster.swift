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
        discussion: """
            Start with `coster serve --sandbox`, then `coster pay PROTOCOL` in another terminal, with \(ShopProtocol.names).
            Exit codes: 0 done; 1 what was asked about does not hold; 64 usage; 65 bad input; 69 server not \
            reachable; 70 our own fault; 78 configuration.
            """,
        subcommands: [
            ServeCommand.self, TokenCommand.self, PayCommand.self, PaymentsCommand.self,
            SettleCommand.self, AuditCommand.self, MigrateCommand.self, MerchantCommand.self,
            CardCommand.self, AuditLogCommand.self, KeysCommand.self, BackupCommand.self,
            RestoreCommand.self,
            DoctorCommand.self, SimulatorCommand.self,
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
            var command = try parseAsRoot()
            // These two have a flag for the file, and say what is wrong with it themselves.
            if !(command is ServeCommand || command is DoctorCommand) {
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

    private static func end(_ failure: CosterFailure) -> Never {
        let failure = OpenedDatabase.explained(failure)
        failure.report()
        Glibc.exit(failure.code.rawValue)
    }
}
