import MerchantStorage
import PaymentDomain
import PaymentEngine
import Database
import SQLiteDatabase

extension SQLPaymentStore {
    /// Copies the database of a data folder into one file, while a server uses it, and checks that the copy is whole.
    ///
    /// The copy has the sealed cards and wrapped keys, and no master key.
    ///
    /// - Parameters:
    ///   - folder: The data folder.
    ///   - target: A file that must not exist.
    package static func backUp(
        _ folder: String, to target: String, progress: @escaping (OnlineBackupProgress) -> Void
    ) throws(OnlineBackupError) {
        try OnlineBackup.make(of: folder + "/" + fileName, at: target, progress: progress)
        _ = try checkBackup(target)
    }

    /// Checks that a file is a whole copy of a database that this program can read.
    ///
    /// - Returns: The version of its tables.
    package static func checkBackup(_ path: String) throws(OnlineBackupError) -> Int {
        try OnlineBackup.check(path, schema: PaymentSchema.schema)
    }

    /// Notes that this database was restored from a backup, so that every token signed before is refused: whether it
    /// was spent after the backup isn't known. Registrations for one payment may have paid since too, so they are
    /// erased, and have expired.
    ///
    /// - Returns: What the database doesn't know, and the configuration version that running servers must reach to
    ///   refuse such tokens.
    package func recordRestore(
        at now: Timestamp
    ) async throws(StoreError) -> Administered<RestoredDatabase> {
        try await write { db in
            // A server may have loaded a configuration version that this database has lost, and would reach again with
            // the next change. So the version jumps to the time in milliseconds, which it never had: each change adds
            // one, and takes longer than a millisecond. It comes first, as ``beginAdministration()`` does.
            let configurationVersion = try db.raiseConfigurationVersion(toAtLeast: now.milliseconds)
            try db.changeOne(
                """
                INSERT INTO restores (restored_at, last_payment_at)
                SELECT ?, max(created_at) FROM payments
                """,
                now)
            try db.change(
                """
                UPDATE registrations SET content_key = NULL, sealed_content = NULL,
                    expires_at = CASE WHEN expires_at > ?1 THEN ?1 ELSE expires_at END
                WHERE sealed_content IS NOT NULL
                """,
                now)
            // Numbers that were reserved after the backup are not known, so the next ones are far from them.
            // Two restores of one backup lead to different numbers too.
            _ = try db.skipTraceNumbers(300_001 + abs(now.milliseconds % 400_000))
            let found = try db.first(
                """
                SELECT (SELECT last_payment_at FROM restores ORDER BY number DESC LIMIT 1),
                    (SELECT count(*) FROM payments WHERE state = 'authorizing'),
                    (SELECT count(*) FROM deliveries)
                """
            ) { columns in
                try RestoredDatabase(
                    lastPaymentAt: columns.timestampOrNil(), authorizing: columns.count(),
                    advices: columns.count())
            }.orCorrupt
            return Administered(value: found, configurationVersion: configurationVersion)
        }
    }

    /// Closes a folder's database so that it is in one file alone, without a log beside it.
    package func closeAsOneFile() async throws(StoreError) {
        // Closing may leave the log: the last connection to go may be one that only reads.
        try await stored { () async throws(SQLError) in try await database.file?.emptyLog() }
        try close()
    }

    /// Empties a file's log of changes, in which old pages lie until it is written over.
    ///
    /// Where someone reads for long meanwhile, the old pages stay in it until they are written over.
    func emptyLog() async {
        do {
            try await database.file?.emptyLog()
        } catch {
            // Nothing that works depends on it.
        }
    }

    /// The line of the oldest payment, which shows whose database it is; nil if there is no payment yet.
    package func firstLine() async throws(StoreError) -> LineID? {
        try await look { db in
            try db.first("SELECT line FROM payments ORDER BY row LIMIT 1") { try $0.line() }
        }
    }

    /// When this database was last restored from a backup; nil if it never was.
    package func lastRestore() async throws(StoreError) -> Timestamp? {
        try await look { db in
            try db.first("SELECT max(restored_at) FROM restores") { try $0.timestampOrNil() }
                ?? nil
        }
    }
}

/// What a restored database knows about the time of its backup.
package struct RestoredDatabase: Sendable, Hashable {
    /// When the newest payment in them began.
    package let lastPaymentAt: Timestamp?
    /// How many authorizations were being asked for; the next start reverses them.
    package let authorizing: Int
    /// How many messages had not been answered; they are sent again.
    package let advices: Int
}
