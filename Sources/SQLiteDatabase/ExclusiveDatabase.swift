import Database
import GRDB

/// Why a database can't be made one file and locked.
public enum ExclusiveDatabaseError: Error, Sendable, Hashable {
    /// Another connection has it open.
    case inUse
    /// It isn't a database, or is damaged.
    case damaged
    /// It cannot be read or written now.
    case unavailable
}

/// A database that is one file, with no log beside it, and that no other process can open while this lives.
///
/// So the file can be renamed. A process that waits for it meanwhile finds, before it creates a log under the name that
/// it knows, that the file has moved, and is refused.
///
/// Source: SQLite, "PRAGMA journal_mode": a connection that leaves WAL empties the log and deletes it, and must be
/// alone; "Result and Error Codes": SQLITE_READONLY_DBMOVED.
public final class ExclusiveDatabase: Sendable {
    /// Its open transaction is what holds the file; both end with it.
    private let queue: DatabaseQueue

    /// Empties the log of an existing database into its file, deletes the log, and locks the file.
    ///
    /// The tables stay as they are, whatever version wrote them. In this process no other code may open and close the
    /// file by other means: that would release the lock.
    ///
    /// - Throws: ``ExclusiveDatabaseError``; nothing of the database is lost then.
    public init(_ path: String) async throws(ExclusiveDatabaseError) {
        queue = try await onOwnThread { () throws(ExclusiveDatabaseError) in
            try ExclusiveDatabase.look(at: path)
            do {
                let queue = try DatabaseQueue(
                    path: path, configuration: ExclusiveDatabase.configuration())
                try queue.writeWithoutTransaction { db in try ExclusiveDatabase.makeOneFile(db) }
                return queue
            } catch {
                throw ExclusiveDatabaseError(error)
            }
        }
    }

    /// Looks at the file without the right to write: who has that right deletes the log when he closes a
    /// file that he could not read.
    private static func look(at path: String) throws(ExclusiveDatabaseError) {
        var looking = configuration()
        looking.readonly = true
        do {
            try DatabaseQueue(path: path, configuration: looking).close()
        } catch {
            switch ExclusiveDatabaseError(error) {
            case .damaged: throw .damaged
            case .inUse: throw .inUse
            // A journal that is to be rolled back first takes that right.
            case .unavailable: break
            }
        }
    }

    private static func makeOneFile(_ db: Database) throws {
        _ = try db.checkpoint(.truncate)
        try db.execute(sql: "PRAGMA journal_mode = DELETE")
        try db.execute(sql: "BEGIN EXCLUSIVE")
        // Another may have come in between the two, and made a log again.
        guard try String.fetchOne(db, sql: "PRAGMA journal_mode") == "delete" else {
            throw ExclusiveDatabaseError.inUse
        }
    }

    private static func configuration() -> Configuration {
        var configuration = OnlineBackup.reading()
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { db in
            // The log's content is on the disk before the log is deleted.
            try db.execute(sql: "PRAGMA synchronous = FULL")
        }
        return configuration
    }
}

extension ExclusiveDatabaseError {
    /// Source: SQLite, "Result and Error Codes".
    fileprivate init(_ error: any Error) {
        switch error {
        case let known as ExclusiveDatabaseError: self = known
        case let failure as DatabaseError:
            switch failure.resultCode {
            case .SQLITE_BUSY, .SQLITE_LOCKED: self = .inUse
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged
            default: self = .unavailable
            }
        default: self = .unavailable
        }
    }
}
