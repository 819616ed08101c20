import Database
import Synchronization

/// A PostgreSQL database, which any number of processes may have open.
///
/// Every change is one transaction of READ COMMITTED. If others changed the rows that it had read, it is undone and
/// made again; see ``Database/OptimisticConflict``.
package final class PostgreSQLDatabase: Sendable {
    /// Whether no payment needs the task's queries: a right that they lack keeps no server from taking payments.
    @TaskLocal package static var isBackground = false
    /// The version of the tables that was found when it was opened.
    package let versionFound: Int
    private let pool: Pool

    /// Connects, and brings the tables up to date, on a thread of its own: both wait for the server.
    ///
    /// - Parameters:
    ///   - address: The database.
    ///   - schema: The tables.
    ///   - mayMigrate: Whether missing steps are done.
    ///   - connections: How many connections are opened at most.
    /// - Throws: ``Database/SchemaError``.
    package init(
        _ address: PostgreSQLAddress, schema: DatabaseSchema, mayMigrate: Bool = true,
        connections: Int = PostgreSQLLimits.connections
    ) async throws(SchemaError) {
        let migration = Migration(schema: schema, isAllowed: mayMigrate)
        let found = try await onOwnThread { () throws(SchemaError) in
            try PostgreSQLDatabase.run(migration, address)
        }
        let wakeUps = try WakeupEvent.made(count: max(connections, 1))
        versionFound = found
        pool = Pool(address, wakeUps: wakeUps)
        pool.start()
    }

    private static func run(
        _ migration: Migration, _ address: PostgreSQLAddress
    ) throws(SchemaError) -> Int {
        var wire: LibPQConnection?
        do {
            var found = 0
            _ = try PostgreSQLConnection(address) {
                wire = $0
                found = try migration.run($0)
            }
            return found
        } catch let error as SchemaError {
            throw error
        } catch let error as PostgreSQLFailure {
            if error.isLockNotHad { throw .locked(waitedFor: wire?.awaited ?? "a lock") }
            let said = wire?.refusal ?? wire?.silence
            let reason = error.reason ?? said.map { address.readable([$0]) }
            switch error.verdict {
            case .give(let known): throw .cannotOpen(known, reason: reason)
            // Servers at work and the migration waited for each other, time after time.
            case .again: throw .locked(waitedFor: wire?.awaited ?? "a lock")
            case .againAfterViolation, .elsewhere:
                throw .cannotOpen(.unavailable, reason: reason)
            }
        } catch {
            throw .cannotOpen(.corrupt)
        }
    }

    deinit { pool.stop() }

    /// Makes one change, all or nothing, durable when this returns.
    ///
    /// - Parameter body: May be run more than once, so it changes nothing but the database.
    /// - Throws: ``Database/SQLError``.
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws(SQLError) -> Value {
        try await submit { .change(body, $0) }
    }

    /// Makes one change that begins with a question, and may share its transaction with others.
    ///
    /// - Parameter body: As in ``write(_:)``; it is given the answer, nil if there isn't one.
    /// - Throws: ``Database/SQLError``.
    package func write<Answer: Sendable, Value: Sendable>(
        asking question: LeadingQuery<Answer>,
        _ body: @escaping @Sendable (any SQLConnection, Answer?) throws -> Value
    ) async throws(SQLError) -> Value {
        try await submit { .change(asking: question, body, $0) }
    }

    /// Answers one query.
    ///
    /// - Parameter body: One statement; two would see two snapshots.
    /// - Throws: ``Database/SQLError``, never indeterminate.
    package func look<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws(SQLError) -> Value {
        try await submit { .query(inSnapshot: false, body, $0) }
    }

    /// Reads one snapshot, with as many statements as it takes.
    ///
    /// - Throws: ``Database/SQLError``, never indeterminate.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws(SQLError) -> Value {
        try await submit { .query(inSnapshot: true, body, $0) }
    }

    /// How many reads and writes wait for a connection.
    var waiting: Int { pool.waiting }

    /// How many transactions of several changes were undone, because one of them failed or waited for
    /// someone's lock.
    package var undoneCommits: Int { pool.undone.load(ordering: .relaxed) }

    /// Why the last try to connect failed, while there is no connection, or the server's current refusal, for example
    /// because another session holds a lock; otherwise nil.
    package var refusal: String? { pool.refusal ?? pool.denials.refusal.map { readable($0) } }

    /// The server's message when it refused a statement because our role lacks a right, the server takes no writes or a
    /// pooler keeps no sessions, with the next step, for people to read. Nil if it refused none, or if ``checkWritable()``
    /// has found since that it would not any more.
    package var lackedRight: String? {
        pool.denials.refusal.flatMap { $0.isOfSettings ? readable($0) : nil }
    }

    private func readable(_ refusal: PermissionErrors.Refusal) -> String {
        pool.address.readable([refusal.words]) + "; \(refusal.remedy)"
    }

    /// Asks whether the server takes writes, whether its disk has room for payments, and whether a missing right of our
    /// role is granted by now; nothing of it stays.
    ///
    /// A row in a page that has room can be changed on a full disk, so that proves nothing. The test asks for more than
    /// a table grows by at once, which is 512 pages of 8 KiB at most. It uses the tablespace of the table `payments` if
    /// our role may create files there, otherwise the database's default.
    /// Source: PostgreSQL 13 to 15, `RelationAddExtraBlocks`; PostgreSQL, "pg_class" (`reltablespace`),
    /// "temp_tablespaces".
    ///
    /// - Throws: ``Database/SQLError``, unavailable if there is no room or the right is still missing.
    package func checkWritable() async throws(SQLError) {
        // A standby answers what only reads.
        try await write { db in
            // The rows that don't fit into so little memory go into a file beside the tables, gone with its statement.
            try db.change(
                """
                SELECT set_config('work_mem', '64kB', true),
                    set_config('temp_tablespaces', coalesce((
                        SELECT quote_ident(place.spcname)
                        FROM pg_class AS grown
                            JOIN pg_tablespace AS place ON place.oid = grown.reltablespace
                        WHERE grown.oid = to_regclass('payments')
                            AND has_tablespace_privilege(place.oid, 'CREATE')), ''), true)
                """, [])
            try db.change(
                """
                WITH wide AS MATERIALIZED (
                    SELECT repeat(md5(CAST(n AS text)), 250) FROM generate_series(1, 600) AS n
                )
                SELECT count(*) FROM wide
                """, [])
        }
        try await findRight()
    }

    /// The time of the server's clock, in milliseconds since 1970.
    package func now() async throws(SQLError) -> Int64 {
        let now = try await look { db in
            try db.first(
                "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)", []
            ) { columns in try columns.integer() }
        }
        guard let now else { throw .corrupt }
        return now
    }

    private func findRight() async throws(SQLError) {
        if let refused = pool.denials.statement {
            do throws(SQLError) {
                // Each connection that the pool gives is one of ours.
                try await look { db in
                    guard let connection = db as? PostgreSQLConnection else { return }
                    try connection.explain(refused)
                }
            } catch .corrupt {
                // It can't be explained: if it is refused again, that shows.
            } catch {
                throw error
            }
        }
        pool.denials.forget()
    }

    /// Returns once the synchronous standbys have all that could be read before; at once if the server has none.
    ///
    /// A commit whose wait for its standby was cut off, by a crash or by an operator, can be read on the server that
    /// made it, although a standby that takes over doesn't have it. A commit that writes into the log waits for all
    /// before it.
    ///
    /// Source: PostgreSQL, "Synchronous Replication", which waits at a commit with writes; `pg_logical_emit_message`.
    ///
    /// - Throws: ``Database/SQLError``.
    package func awaitStandbys() async throws(SQLError) {
        try await write { db in
            _ = try db.change(
                """
                SELECT pg_logical_emit_message(true, 'coster', '')
                WHERE current_setting('synchronous_standby_names') <> ''
                """, [])
        }
    }

    /// Refuses what comes from now on; what has begun is ended.
    package func close() {
        pool.stop()
    }

    private func submit<Value: Sendable>(
        _ job: (Job.Waiting<Value>) -> Job
    ) async throws(SQLError) -> Value {
        let isBackground = PostgreSQLDatabase.isBackground
        let outcome: Result<Value, SQLError> = await withCheckedContinuation { continuation in
            var made = job(continuation)
            made.isBackground = isBackground
            pool.submit(made)
        }
        return try outcome.get()
    }
}
