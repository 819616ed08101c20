import MerchantStorage
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
        abstract: "Restore a backup into a data folder that no server uses.",
        discussion: Examples.text(
            """
            Nothing is deleted: with --force an existing database is renamed. The command needs the master key of the \
            backup, and refuses a file that was changed.
            """,
            [
                """
                coster restore coster-2026-11-21.backup --data ./restored --master-key-file master.key
                """,
                "coster restore --already-put-back --database-url postgres://coster@db1,db2/coster",
            ]))

    @Argument(help: "A file from `coster backup`.")
    var file: String?

    @Option(help: "The data folder.")
    var data: String?

    @Option(
        name: .customLong("database-url"),
        help: "The PostgreSQL database, instead of the data folder; only with --already-put-back.")
    var databaseURL: String?

    @OptionGroup var masterKey: MasterKeyOptions

    @Flag(help: "Rename an existing database, and restore in its place.")
    var force = false

    @Flag(
        help: """
            PostgreSQL's own programs restored the database, or a standby without the last changes took over: record \
            that, and print what to check.
            """)
    var alreadyPutBack = false

    func validate() throws {
        guard (file == nil) == alreadyPutBack else {
            throw ValidationError(
                "Give the file from `coster backup`, or --already-put-back if PostgreSQL's own programs restored the database."
            )
        }
        guard alreadyPutBack || data != nil else {
            throw ValidationError("Give the data folder with --data.")
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
        let restoration = Restoration(file: file, folder: folder, now: SystemClock.now())
        try restoration.source()
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
                "\(folder.databaseFile) isn't a regular file. Move it away, or give another folder with --data."
            )
        }
        guard there == nil || force else {
            throw CosterFailure(
                .badInput,
                "There is already a database in \(folder.path). Give another folder with --data, or rename the database with --force."
            )
        }
        // The backup itself may have such a second name, or lie in such a copy.
        try folder.dropSecondNames()
        let restored = try await restoration.stage { (staging) async throws(CosterFailure) in
            try await masterKey.masterKey(ofBackupIn: staging, for: folder)
        }
        folder.dropStagings(but: restoration.staging)
        let aside = try await restoration.putInPlace()
        try await DatabaseSession.record(.restored, "coster restore", in: folder)
        if let aside { print("restore: the earlier database is now \(aside)") }
        let start =
            restored.hasLiveLine
            ? "If no server runs on the original database, start this one: coster serve --data \(folder.path)"
            : "Start the server: coster serve --sandbox --data \(folder.path)"
        RestoreSummary(restored, place: folder.path).say(
            next: """
                1. Set COSTER_MASTER_KEY_FILE to the file of the backup's master key, or copy the file to \(folder.masterKey).
                   If the key is split into shares, enter them after the start: coster keys unseal --data \(folder.path)
                2. \(start)
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
                "--already-put-back is for PostgreSQL. To restore a data folder, give the file from `coster backup`."
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
        RestoreSummary(restored, place: place.description).say(
            next: """
                1. Start the servers that aren't running.
                2. Run: coster audit
                """)
    }
}
