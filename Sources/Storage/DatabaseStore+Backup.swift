import PaymentDomain
import PaymentEngine
import Books
import SQLiteBooks

extension DatabaseStore {
    /// Copies the books of a data folder into one file, while a server works on them, and looks
    /// whether the copy is whole.
    ///
    /// The copy holds what the books hold: sealed cards and wrapped keys, and no master key.
    ///
    /// - Parameters:
    ///   - folder: The data folder.
    ///   - target: A file that must not be there.
    public static func backUp(
        _ folder: String, to target: String, progress: @escaping (BookCopyProgress) -> Void
    ) throws(BookCopyError) {
        try BookCopy.make(of: folder + "/" + fileName, at: target, progress: progress)
        _ = try checkBackup(target)
    }

    /// Looks whether a file is a whole copy of books that this program can read.
    ///
    /// - Returns: The version of its tables.
    public static func checkBackup(_ path: String) throws(BookCopyError) -> Int {
        try BookCopy.check(path, schema: StorageSchema.schema)
    }

    /// Notes that these books were put back from a backup, so that no token that was signed before
    /// is taken: whether it was spent after the backup is not known. What was registered for one payment
    /// may have paid since too, so it is erased, and has expired.
    ///
    /// - Returns: What the books do not know, and the epoch that running servers must reach to refuse
    ///   such tokens.
    public func recordRestore(
        at now: Timestamp
    ) async throws(StoreError) -> Administered<RestoredBooks> {
        try await write { db in
            // What a server took up last may be of an epoch that these books have lost, and would come
            // to once more with the next act. So the epoch leaps to the moment in milliseconds, where
            // none was before: an act adds one, and takes longer than that. It comes first, as
            // ``beginAdministration()`` does.
            let epoch = try db.raiseEpoch(toAtLeast: now.milliseconds)
            try db.changeOne(
                """
                INSERT INTO restores (restored_at, last_payment_at)
                SELECT ?, max(created_at) FROM payments
                """,
                [now.milliseconds.bookValue])
            try db.change(
                """
                UPDATE registrations SET content_key = NULL, sealed_content = NULL,
                    expires_at = CASE WHEN expires_at > ?1 THEN ?1 ELSE expires_at END
                WHERE sealed_content IS NOT NULL
                """,
                [now.value])
            // Numbers that were reserved after the backup are not known, so the next ones are far from them.
            try db.changeOne(
                "UPDATE trace_numbers SET next = (next + 499999) % 999999 + 1 WHERE id = 1", [])
            let found = try db.first(
                """
                SELECT (SELECT last_payment_at FROM restores ORDER BY number DESC LIMIT 1),
                    (SELECT count(*) FROM payments WHERE state = 'authorizing'),
                    (SELECT count(*) FROM deliveries)
                """, []
            ) { columns in
                RestoredBooks(
                    lastPaymentAt: try columns.integerOrNil().map(Timestamp.init(milliseconds:)),
                    authorizing: try columns.count(), advices: try columns.count())
            }
            guard let found else { throw BookError.corrupt }
            return Administered(value: found, epoch: epoch)
        }
    }

    /// Closes a folder's books so that they are in one file alone, with nothing in a log beside it.
    public func closeAsOneFile() async throws(StoreError) {
        do {
            // Closing may leave the log: the last connection to go may be one that only reads.
            try await book.emptyLog()
        } catch {
            throw StoreError(error)
        }
        try close()
    }

    /// When these books were last put back from a backup; nil where they never were.
    public func lastRestore() async throws(StoreError) -> Timestamp? {
        try await look { db in
            try db.first("SELECT max(restored_at) FROM restores", []) { columns in
                try columns.integerOrNil().map(Timestamp.init(milliseconds:))
            } ?? nil
        }
    }
}

/// What books that were put back from a backup know of the moment of that backup.
public struct RestoredBooks: Sendable, Hashable {
    /// When the newest payment in them began.
    public let lastPaymentAt: Timestamp?
    /// How many authorizations were being asked for; the next start reverses them.
    public let authorizing: Int
    /// How many advices had not been answered; they are told again.
    public let advices: Int
}
