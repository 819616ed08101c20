import Database
import Foundation
import GRDB

/// Why a copy of a database couldn't be made, or is invalid.
public enum OnlineBackupError: Error, Sendable, Hashable {
    /// The database to be copied can't be read.
    case unreadable(SQLError)
    /// The copy cannot be written: no such folder, no space, or something lies there already.
    case unwritable
    /// The copy isn't a whole database.
    case damaged
    /// A newer program wrote it; the versions that were found and that we know.
    case tooNew(found: Int, known: Int)
    /// It is a database, but not one of ours.
    case notOurs

    /// A stable code for logs and metrics.
    public var code: String {
        switch self {
        case .unreadable: "copy-unreadable"
        case .unwritable: "copy-unwritable"
        case .damaged: "copy-damaged"
        case .tooNew: "copy-too-new"
        case .notOurs: "copy-not-ours"
        }
    }
}

/// How far a copy has come.
public struct OnlineBackupProgress: Sendable, Hashable {
    /// How many pages there are.
    public let pages: Int
    /// How many of them were copied.
    public let copied: Int
}

/// A copy of a database in one file of its own, made while others write.
public enum OnlineBackup {
    /// Copies the database as it is now; later commits aren't in the copy.
    ///
    /// The copying connection holds one snapshot, so that it never starts over however much is written, and no writer
    /// waits for it. The log grows until it is done.
    ///
    /// - Parameters:
    ///   - path: The database's file; it must exist.
    ///   - target: A file that must not exist. Only its owner can read it, and it is durable when this returns. If the
    ///     copy fails, the file is removed.
    ///   - progress: Called after each step.
    ///
    /// Source: SQLite, "Online Backup API": a change by another connection restarts a backup, unless a read transaction
    /// keeps it from being seen.
    public static func make(
        of path: String, at target: String, progress: @escaping (OnlineBackupProgress) -> Void
    ) throws(OnlineBackupError) {
        guard !FileManager.default.fileExists(atPath: target) else { throw .unwritable }
        do {
            try DatabaseFile.prepare(target)
        } catch {
            throw .unwritable
        }
        do {
            let source = try DatabaseQueue(path: path, configuration: reading())
            let copy = try DatabaseQueue(path: target)
            try source.read { book in
                // The first row that is read begins the snapshot.
                _ = try Int.fetchOne(book, sql: "SELECT count(*) FROM sqlite_schema")
                try copy.writeWithoutTransaction { copy in
                    try book.backup(to: copy, pagesPerStep: SQLiteLimits.pagesPerCopyStep) { step in
                        progress(
                            OnlineBackupProgress(
                                pages: step.totalPageCount,
                                copied: step.totalPageCount - step.remainingPageCount))
                    }
                }
            }
            // One file alone: nothing of it may lie in a log beside it.
            try copy.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA journal_mode = DELETE")
            }
            try copy.close()
            try source.close()
            guard synchronize(target) else { throw OnlineBackupError.unwritable }
        } catch {
            // An incomplete copy is removed.
            for suffix in ["", "-journal"] { unlink(target + suffix) }
            throw error as? OnlineBackupError ?? .unreadable(SQLError(beforeCommit: error))
        }
    }

    /// Checks that a file is a whole database that this program can read; it isn't changed.
    ///
    /// - Returns: The version of its tables.
    public static func check(
        _ path: String, schema: DatabaseSchema
    ) throws(OnlineBackupError) -> Int {
        let version: Int
        do {
            var configuration = reading()
            configuration.readonly = true
            let copy = try DatabaseQueue(path: path, configuration: configuration)
            version = try copy.read { db in
                guard try String.fetchAll(db, sql: "PRAGMA quick_check(1)") == ["ok"] else {
                    throw SQLError.corrupt
                }
                return try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            }
            try copy.close()
        } catch {
            switch SQLError(beforeCommit: error) {
            case .corrupt: throw .damaged
            case let reason: throw .unreadable(reason)
            }
        }
        guard version > 0 else { throw .notOurs }
        guard version <= schema.version else {
            throw .tooNew(found: version, known: schema.version)
        }
        return version
    }

    /// The configuration for a database that no server uses.
    static func reading() -> Configuration {
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
            try db.execute(sql: "PRAGMA busy_timeout = \(SQLiteLimits.busySeconds * 1_000)")
        }
        return configuration
    }

    /// Waits until the disk has a file. No connection may have it open: closing any descriptor of a
    /// database drops this process's locks on it.
    private static func synchronize(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return fsync(descriptor) == 0
    }
}
