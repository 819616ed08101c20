import Books
import Synchronization

/// A PostgreSQL database, which any number of processes may have open.
///
/// Every change is one transaction of READ COMMITTED. If others changed the rows that it had read, it is undone and
/// made again; see ``Books/Overtaken``.
package final class PostgreSQLBook: Sendable {
    /// Whether no payment needs the task's queries: a right that they lack keeps no server from taking payments.
    @TaskLocal package static var isAside = false
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
    /// - Throws: ``Books/SchemaError``.
    package init(
        _ address: PostgreSQLAddress, schema: BookSchema, mayMigrate: Bool = true,
        connections: Int = PostgreSQLLimits.connections
    ) async throws(SchemaError) {
        let migration = Migration(schema: schema, isAllowed: mayMigrate)
        let found = try await onOwnThread { () throws(SchemaError) in
            try PostgreSQLBook.run(migration, address)
        }
        let bells = try Bell.made(count: max(connections, 1))
        versionFound = found
        pool = Pool(address, bells: bells)
        pool.start()
    }

    private static func run(
        _ migration: Migration, _ address: PostgreSQLAddress
    ) throws(SchemaError) -> Int {
        var wire: Wire?
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
    /// - Throws: ``Books/BookError``.
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any BookConnection) throws -> Value
    ) async throws(BookError) -> Value {
        try await submit { .change(body, $0) }
    }

    /// Makes one change that begins with a question, and may share its transaction with others.
    ///
    /// - Parameter body: As in ``write(_:)``; it is given the answer, nil if there isn't one.
    /// - Throws: ``Books/BookError``.
    package func write<Answer: Sendable, Value: Sendable>(
        asking question: BookQuestion<Answer>,
        _ body: @escaping @Sendable (any BookConnection, Answer?) throws -> Value
    ) async throws(BookError) -> Value {
        try await submit { .change(asking: question, body, $0) }
    }

    /// Answers one query.
    ///
    /// - Parameter body: One statement; two would see two snapshots.
    /// - Throws: ``Books/BookError``, never indeterminate.
    package func look<Value: Sendable>(
        _ body: @escaping @Sendable (any BookConnection) throws -> Value
    ) async throws(BookError) -> Value {
        try await submit { .query(inSnapshot: false, body, $0) }
    }

    /// Reads one snapshot, with as many statements as it takes.
    ///
    /// - Throws: ``Books/BookError``, never indeterminate.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any BookConnection) throws -> Value
    ) async throws(BookError) -> Value {
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
    /// pooler keeps no sessions, with the next step, for people to read. Nil if it refused none, or if ``findRoom()``
    /// has found since that it would not any more.
    package var lackedRight: String? {
        pool.denials.refusal.flatMap { $0.isOfSettings ? readable($0) : nil }
    }

    private func readable(_ refusal: Denials.Refusal) -> String {
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
    /// - Throws: ``Books/BookError``, unavailable if there is no room or the right is still missing.
    package func findRoom() async throws(BookError) {
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
    package func now() async throws(BookError) -> Int64 {
        let now = try await look { db in
            try db.first(
                "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)", []
            ) { columns in try columns.integer() }
        }
        guard let now else { throw .corrupt }
        return now
    }

    private func findRight() async throws(BookError) {
        if let refused = pool.denials.statement {
            do throws(BookError) {
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
    /// - Throws: ``Books/BookError``.
    package func awaitStandbys() async throws(BookError) {
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
    ) async throws(BookError) -> Value {
        let isAside = PostgreSQLBook.isAside
        let outcome: Result<Value, BookError> = await withCheckedContinuation { continuation in
            var made = job(continuation)
            made.isAside = isAside
            pool.submit(made)
        }
        return try outcome.get()
    }
}
