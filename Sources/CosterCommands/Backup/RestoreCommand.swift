import ArgumentParser
import CosterOperations
import CosterServer
import Foundation
import Merchants
import PaymentDomain
import PaymentStorage

/// `coster restore`: puts a backup in place of the database.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a backup into a data folder, where no server works.",
        discussion: """
            Nothing is deleted: with --force the books that are there get another name. The master key that the backup \
            was made with tells whether somebody changed the file since; such a file is refused.
            """)

    @Argument(help: "A file that `coster backup` made.")
    var file: String?

    @Option(help: "The data folder.")
    var data: String?

    @Option(
        name: .customLong("database-url"),
        help: "Where the books are, in place of the data folder; only with --already-put-back.")
    var databaseURL: String?

    @OptionGroup var masterKey: MasterKeyOptions

    @Flag(help: "Move the books that are there aside.")
    var force = false

    @Flag(
        help: """
            Books in PostgreSQL were put back by its own programs, or a standby that lacked their last changes took \
            over: note it in them, and say what they do not know.
            """)
    var alreadyPutBack = false

    func validate() throws {
        guard (file == nil) == alreadyPutBack else {
            throw ValidationError(
                "Name the file that coster backup made; or, where the books were put back by other means, --already-put-back."
            )
        }
        guard alreadyPutBack || data != nil else {
            throw ValidationError("Name the data folder with --data.")
        }
    }

    func run() async throws {
        if let file {
            try await putBack(file, into: DataFolder(data ?? CommandSettings.data))
        } else {
            try await note()
        }
    }

    private func putBack(_ file: String, into folder: DataFolder) async throws {
        try DatabaseLocation.named(folder, databaseURL: databaseURL).requireFolder()
        try folder.create()
        let lock = try FolderLock.ofServer(folder)
        // A running rotation would write into a database that is no longer used.
        let rotationLock = try RotationLock(folder)
        defer {
            withExtendedLifetime(rotationLock) {}
            withExtendedLifetime(lock) {}
        }
        let there = DurableRename.identity(folder.databaseFile)
        guard there == nil || there?.kind == .regular else {
            throw CosterFailure(
                .badInput,
                "\(folder.databaseFile) is no regular file, so that no books go in its place. Take it away, or name another folder."
            )
        }
        guard there == nil || force else {
            throw CosterFailure(
                .badInput,
                "There are books in \(folder.path) already. Name another folder, or move them aside with --force."
            )
        }
        let restoration = Restoration(file: file, folder: folder, now: SystemClock.now())
        // FILE may be such a name, and may lie in such a copy.
        try folder.dropSecondNames()
        let restored = try await restoration.stage { (staging) async throws(CosterFailure) in
            try await masterKey.masterKey(ofBackupIn: staging, for: folder)
        }
        folder.dropStagings(but: restoration.staging)
        let aside = try await restoration.putInPlace()
        try await DatabaseSession.record(.restored, "coster restore", in: folder)
        if let aside { print("restore: the books that were there are now \(aside)") }
        RestoredSentence(restored, place: folder.path).say(
            next: """
                1. Leave the master key of these books in its place (master-key-file, or \(folder.masterKey)).
                2. Start the server: coster serve --data \(folder.path)
                3. Run: coster audit --data \(folder.path)
                """)
    }

    /// For a PostgreSQL database, which none of our programs restores.
    private func note() async throws {
        var place = try DatabaseLocation.named(
            DataFolder(data ?? CommandSettings.data), databaseURL: databaseURL)
        place.alteredExit = .doesNotHold
        guard place.database != nil else {
            throw CosterFailure(
                .badInput,
                "Books of a data folder are put back by this command itself: name the file that coster backup made."
            )
        }
        let store = try await place.open(mayMigrate: false)
        let now = SystemClock.now()
        let noted = try await Restoration.note(in: store, at: now)
        try await store.merchantStore.record(
            AuditEntry(
                at: now, actor: Operator.name, kind: .restored,
                subject: "coster restore --already-put-back"))
        // The running servers aren't known before.
        await SystemClock.engine.sleep(.seconds(RestoreLimits.returnSeconds))
        await Administration(store: store).tellServers(noted.configurationVersion)
        let restored = try await Restoration.audit(store, noted.value)
        RestoredSentence(restored, place: place.description).say(
            next: """
                1. Start the servers that do not run.
                2. Run: coster audit
                """)
    }
}
