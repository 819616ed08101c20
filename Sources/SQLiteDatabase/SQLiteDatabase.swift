import Database
import CSQLiteStart
import Foundation
import GRDB
import Synchronization

/// A database in one SQLite file: many readers, one writer, and group commits.
///
/// Only the owner can read the file and the files that SQLite keeps beside it. Another process may have the same
/// database open.
public final class SQLiteDatabase: Sendable {
    /// The connections; for reading in ways that ``read(_:)`` does not offer.
    public let pool: DatabasePool
    /// The version that was found when it was opened; lower than the schema's where steps were
    /// done.
    public let versionFound: Int
    @usableFromInline let writer: GroupCommitWriter
    @usableFromInline let reader: SnapshotReader

    /// Opens the database, creates it if need be, and brings its tables up to date.
    ///
    /// - Parameters:
    ///   - path: The file. Its folder is created if need be.
    ///   - schema: The tables.
    ///   - durability: The failures that a commit survives.
    /// - Throws: ``SchemaError``.
    public convenience init(
        path: String, schema: DatabaseSchema, durability: SyncMode = .powerCut
    ) async throws(SchemaError) {
        try await self.init(
            path: path, schema: schema, durability: durability,
            copiedFrom: SQLiteLimits.pagesPerCopy)
    }

    /// - Parameter limit: From how many pages on the log is copied.
    init(
        path: String, schema: DatabaseSchema, durability: SyncMode, copiedFrom limit: Int
    ) async throws(SchemaError) {
        let copyist = WALCheckpointer(path: path, durability: durability, limit: limit)
        (pool, versionFound) = try await SQLiteDatabase.opened {
            try DatabaseFile.prepare(path)
            var configuration = SQLiteDatabase.configuration()
            // Its connections have the copyist's address.
            configuration.prepareDatabase { _ in withExtendedLifetime(copyist) {} }
            let pool = try DatabasePool(path: path, configuration: configuration)
            let found = try pool.writeWithoutTransaction { db in
                try SQLiteDatabase.prepareWriter(db, durability)
                copyist.watch(db)
                return try schema.bringUpToDate(db)
            }
            return (pool, found)
        }
        writer = GroupCommitWriter(
            pool: pool, files: DatabaseFileIdentity(beside: path), copyist: copyist)
        reader = SnapshotReader(pool: pool)
    }

    /// Opens an existing database for reading: nothing is created, brought up to date or changed.
    ///
    /// - Throws: ``SchemaError``; `outdated` if steps are still to be done.
    public init(readingOnly path: String, schema: DatabaseSchema) async throws(SchemaError) {
        (pool, versionFound) = try await SQLiteDatabase.opened {
            var configuration = SQLiteDatabase.configuration()
            configuration.readonly = true
            let pool = try DatabasePool(
                path: DatabaseFile.readOnlyName(of: path), configuration: configuration)
            return (pool, try pool.read { db in try schema.requireUpToDate(db) })
        }
        writer = GroupCommitWriter(
            pool: pool, files: DatabaseFileIdentity(beside: path), copyist: nil)
        reader = SnapshotReader(pool: pool)
    }

    /// Opens a file on a thread of its own; opening waits for other processes' locks.
    private static func opened(
        _ open: @escaping @Sendable () throws -> (DatabasePool, Int)
    ) async throws(SchemaError) -> (DatabasePool, Int) {
        try await onOwnThread { () throws(SchemaError) in
            _ = isStarted
            do {
                return try open()
            } catch let error as SchemaError {
                throw error
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                throw .locked(
                    waitedFor: "another process's lock on the file, \(SQLiteLimits.busySeconds) s")
            } catch {
                throw .cannotOpen(SQLError(beforeCommit: error))
            }
        }
    }

    /// Makes one change, all or nothing, as durable as the database promises when this returns.
    ///
    /// - Parameter body: May be run more than once, so it changes nothing but the database.
    /// - Throws: ``SQLError``.
    @inlinable
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(SQLError) -> Value {
        try await writer.write(body)
    }

    /// Answers one query.
    ///
    /// - Parameter body: One statement that reads a few rows; two would see two moments.
    /// - Throws: ``SQLError``, never indeterminate.
    @inlinable
    public func look<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(SQLError) -> Value {
        try await reader.look(body)
    }

    /// Reads one snapshot, with as many statements and rows as it takes.
    ///
    /// - Throws: ``SQLError``, never indeterminate.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(SQLError) -> Value {
        do {
            return try await pool.read(body)
        } catch {
            throw SQLError(beforeCommit: error)
        }
    }

    /// How many commits of several changes were undone because one of them failed.
    public var undoneCommits: Int { writer.undone.load(ordering: .relaxed) }

    /// How many pages the log of changes had after the last commit. It restarts once all of it is copied; one that only
    /// grows shows a disk that refuses, or a reader that never ends.
    public var logPages: Int { writer.copyist?.logPages ?? 0 }

    /// Whether the file, or one that SQLite keeps beside it, was moved, removed or replaced since it was opened; nothing is
    /// written then.
    public var hasMoved: Bool { writer.hasMoved.load(ordering: .relaxed) }

    /// Empties the log of changes into the file, and cuts it to nothing.
    ///
    /// - Throws: ``SQLError/unavailable`` if others read or copy the log for too long.
    public func emptyLog() async throws(SQLError) {
        try await emptyLog { usleep(SQLiteLimits.emptyingMicroseconds) }
    }

    /// Tries to empty the log until nobody reads old pages or copies the log. Writes go on between two tries.
    ///
    /// - Parameter pause: Waits between two tries.
    func emptyLog(pause: @escaping @Sendable () -> Void) async throws(SQLError) {
        try await onOwnThread { [self] () throws(SQLError) in
            do {
                for _ in 1..<SQLiteLimits.triesToEmpty {
                    if try emptyLogIfFree() { return }
                    pause()
                }
                guard try emptyLogIfFree() else { throw SQLError.unavailable }
            } catch {
                throw SQLError(beforeCommit: error)
            }
        }
    }

    /// Empties the log without waiting for anyone; false if someone reads or copies the log now.
    private func emptyLogIfFree() throws -> Bool {
        try pool.writeWithoutTransaction { db in
            // Two cannot copy at once; ours begins its next after a commit, here.
            writer.copyist?.wait()
            try db.execute(sql: "PRAGMA busy_timeout = 0")
            defer {
                // A failure here would fail the checkpoint too.
                try? db.execute(sql: "PRAGMA busy_timeout = \(SQLiteLimits.busySeconds * 1_000)")
            }
            do {
                _ = try db.checkpoint(.truncate)
                return true
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                return false
            }
        }
    }

    /// Closes the connections; writes that wait are refused.
    public func close() throws(SQLError) {
        writer.stop()
        // Nothing commits any more then, and nothing lets a copy begin.
        defer { writer.copyist?.close() }
        do {
            try pool.close()
        } catch {
            throw SQLError(beforeCommit: error)
        }
    }

    /// Done once, before the first connection. Where another library of the process was first,
    /// SQLite goes on counting, which costs time and nothing else.
    private static let isStarted = coster_start_sqlite_without_counts()

    private static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(TimeInterval(SQLiteLimits.busySeconds))
        configuration.foreignKeysEnabled = true
        configuration.maximumReaderCount = SQLiteLimits.readers
        configuration.prepareDatabase { db in
            // Deleted content is overwritten; functions in a schema aren't trusted.
            try db.execute(sql: "PRAGMA secure_delete = ON")
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
            try db.execute(sql: "PRAGMA cache_size = -\(SQLiteLimits.readerCacheKiB)")
        }
        return configuration
    }

    /// Makes every commit wait for the disk, if it must.
    ///
    /// The pool sets NORMAL on its writer after it prepared it, so this comes after opening, and is checked again.
    private static func prepareWriter(_ db: Database, _ durability: SyncMode) throws {
        try db.execute(sql: "PRAGMA synchronous = \(durability.synchronous)")
        try db.execute(sql: "PRAGMA cache_size = -\(SQLiteLimits.writerCacheKiB)")
        try db.execute(sql: "PRAGMA journal_size_limit = \(SQLiteLimits.keptLogBytes)")
        guard try Int.fetchOne(db, sql: "PRAGMA synchronous") == durability.synchronous else {
            throw SchemaError.notDurable
        }
    }
}
