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
        abstract: "Copy the books into one file, while the server works.",
        discussion: """
            The file holds what the books hold: payments, sealed cards, wrapped keys. It opens with the master key \
            alone, which is not in it: keep that apart, for without it no card in the backup can be read. With the \
            same key the command writes a code behind the books, by which coster restore refuses a file that somebody \
            changed.
            """)

    @Argument(help: "The file to make.")
    var file: String

    @Option(help: "The data folder.")
    var data = CommandSettings.data

    @Option(
        name: .customLong("database-url"),
        help: "Refused: books in PostgreSQL are backed up with its own programs.")
    var databaseURL: String?

    @OptionGroup var masterKey: MasterKeyOptions

    @Flag(help: "Put it in the place of a backup that is there.")
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
        print("backup: \(file) holds the books of \(data) and is whole")
        print("Keep the master key apart from it: without the key no card in it can be read.")
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
                "The file \(file) is there already. Name another, or replace it with --force.")
        }
    }

    private func copy(_ folder: DataFolder, to target: String) throws(CosterFailure) {
        var told = 0
        do {
            try SQLPaymentStore.backUp(folder.path, to: target) { progress in
                let percent = progress.copied * 100 / max(progress.pages, 1)
                guard percent >= told + 10 || progress.copied == progress.pages else { return }
                told = percent
                print("… \(progress.copied) of \(progress.pages) pages copied")
            }
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: OnlineBackupError) -> CosterFailure {
        switch error {
        case .unwritable:
            CosterFailure(
                .badInput, "The file \(file) cannot be written. Check its folder and free space.")
        case .unreadable(let reason):
            CosterFailure(
                .configuration,
                "The books in \(data) cannot be copied (\(reason.code)). Check the folder's owner, and free space for the copy."
            )
        case .damaged, .notOurs:
            CosterFailure(
                .doesNotHold,
                "The copy is not whole, so the books are damaged. Keep the data folder as it is, and run coster audit."
            )
        case .tooNew(let found, let known):
            CosterFailure(
                .configuration,
                "The books have version \(found); this program knows versions up to \(known). Use the program that wrote them."
            )
        }
    }
}
