import ArgumentParser
import CardVault
import CosterOperations
import CosterServer
import Foundation
import SQLiteDatabase
import PaymentStorage

/// `coster backup`: copies the database while a server uses it.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the database into one file, while the server runs.",
        discussion: Examples.text(
            """
            The backup doesn't contain the master key. Store the key separately; without it, you can't decrypt card \
            data. The command adds a code to the file, by which `coster restore` refuses a file that was changed.
            """,
            [
                "coster backup coster-2026-11-21.backup",
                "coster backup --force latest.backup",
            ]))

    @Argument(help: "The file to create.")
    var file: String

    @Option(help: "The data folder. [env: COSTER_DATA]")
    var data = CommandSettings.data

    @Option(
        name: .customLong("database-url"),
        help: "Refused: back up PostgreSQL with its own programs.")
    var databaseURL: String?

    @OptionGroup var masterKey: MasterKeyOptions

    @Flag(help: "Replace an existing backup.")
    var force = false

    func run() async throws {
        let folder = DataFolder(data)
        try DatabaseLocation.named(folder, databaseURL: databaseURL).requireFolder()
        try folder.requireDatabase()
        try refuseTarget(folder)
        let master = try await master(of: folder)
        // A file under the final name is a whole backup: it gets that name last.
        let unfinished = "\(file).unfinished-\(getpid())"
        defer {
            for suffix in ["", "-journal"] { unlink(unfinished + suffix) }
        }
        try copy(folder, to: unfinished)
        try BackupFile.seal(unfinished, under: master)
        try DurableRename.move(unfinished, to: file)
        try await DatabaseSession.record(.backedUp, "coster backup", in: folder)
        print("backup: \(file) is complete: a copy of the database in \(data)")
        print("It doesn't contain the master key. Store the key separately.")
    }

    /// The master key of this database; a backup under another one couldn't be checked when it is needed.
    private func master(of folder: DataFolder) async throws(CosterFailure) -> MasterKey {
        let store = try await DatabaseSession.open(folder)
        // Nothing was written, so that there is nothing to lose in closing.
        defer { try? store.close() }
        let master = try await masterKey.masterKey(of: store, in: folder)
        let names = Set(try await DatabaseSession.wrappedKeys(store).map(\.masterID))
        guard names.isEmpty || names.contains(master.id) else {
            throw await DatabaseSession.closed(.vault(.wrongMasterKey), store, master)
        }
        return master
    }

    private func refuseTarget(_ folder: DataFolder) throws(CosterFailure) {
        let output = OutputFile(path: file, content: .backup, beside: folder)
        guard try !output.isTaken() || force else {
            throw CosterFailure(
                .badInput,
                "The file \(file) already exists. Choose another name, or replace it with --force.")
        }
    }

    private func copy(_ folder: DataFolder, to target: String) throws(CosterFailure) {
        let line = ProgressLine(work: "Copying")
        defer { line.end() }
        do {
            try SQLPaymentStore.backUp(folder.path, to: target) { progress in
                line.show(Int(progress.copied), of: Int(progress.pages), "pages")
            }
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: OnlineBackupError) -> CosterFailure {
        switch error {
        case .unwritable:
            CosterFailure(
                .badInput, "The file \(file) can't be written. Check its folder and free space.")
        case .unreadable(let reason):
            CosterFailure(
                .configuration,
                "The database in \(data) can't be copied (\(reason.code)). Check the folder's owner and free space for the copy."
            )
        case .damaged, .notOurs:
            CosterFailure(
                .doesNotHold,
                "The database is damaged: its copy isn't complete. Keep the data folder as it is, and run: coster audit"
            )
        case .tooNew(let found, let known):
            CosterFailure(
                .configuration,
                "The database has schema version \(found), but this program supports only up to \(known). Use the program that wrote it."
            )
        }
    }
}
