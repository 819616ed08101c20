import Database
import Foundation

/// Brings the tables of a database up to date.
///
/// The number of steps done is the largest in the table `coster_schema`; it changes with the
/// tables in one transaction, under a lock, so that several processes may try at once: one waits until
/// another is done, and then sees what it did, which READ COMMITTED alone lets it. For a table that
/// someone holds it tries for no longer than any statement waits.
struct Migration {
    let schema: DatabaseSchema
    /// Whether steps that lack are done; where not, they are an error.
    let isAllowed: Bool
    /// How long it waits for another process's migration to end, in milliseconds.
    var otherMigrationMilliseconds = PostgreSQLLimits.otherMigrationMilliseconds

    /// - Returns: The version that was found.
    /// - Throws: ``PostgreSQLFailure`` or ``Database/SchemaError``.
    func run(_ wire: LibPQConnection) throws -> Int {
        let found = try bringUpToDate(wire)
        // Tables that were made just now are as the steps make them.
        if found != 0 { try schema.requireUnaltered(wire) }
        return found
    }

    private func bringUpToDate(_ wire: LibPQConnection) throws -> Int {
        let found = try version(wire)
        let missing = try schema.steps(after: found)
        guard !missing.isEmpty else { return found }
        guard isAllowed else {
            guard found != 0 else { throw SchemaError.missing(schema: try place(wire)) }
            throw SchemaError.outdated(found: found, known: schema.version)
        }
        let turns = Int(wire.lockMilliseconds) / PostgreSQLLimits.migrationTurnMilliseconds
        for _ in 1..<max(1, turns) {
            if let found = try advanceIfFree(wire) { return found }
            // Servers at work go on meanwhile.
            usleep(UInt32.random(in: PostgreSQLLimits.migrationPauseMicroseconds))
        }
        return try advance(wire)
    }

    /// Advances; nil where servers at work hold its tables, or the database undid it to resolve a deadlock with them.
    ///
    /// - Returns: The version that was found then: another process may have been faster.
    private func advanceIfFree(_ wire: LibPQConnection) throws -> Int? {
        do {
            return try advance(wire)
        } catch let failure as PostgreSQLFailure
            where failure.isLockNotHad || failure.verdict == .again
        {
            // The transaction may have failed; if the connection did, the next statement fails too.
            _ = try? wire.execute("ROLLBACK")
            return nil
        }
    }

    private func advance(_ wire: LibPQConnection) throws -> Int {
        // An index of many payments takes longer than any statement of a server may.
        let patience = wire.patience
        wire.patience = PostgreSQLLimits.migrationMilliseconds
        defer { wire.patience = patience }
        try beginAlone(wire)
        wire.awaited = "a lock on the table coster_schema"
        _ = try wire.execute(
            """
            SET LOCAL lock_timeout = \(wire.lockMilliseconds);
            CREATE TABLE IF NOT EXISTS coster_schema (version BIGINT PRIMARY KEY)
            """)
        let found = try version(wire)
        let steps = try schema.steps(after: found)
        if found != 0, !steps.isEmpty, !schema.changed.isEmpty {
            let tables = schema.changed.joined(separator: ", ")
            // Later sessions queue behind this lock, and it holds the first table while it waits for the next, which
            // another session that wants the first may hold. So it waits briefly, and tries again.
            wire.awaited = "a lock on the tables \(tables)"
            _ = try wire.execute(
                """
                SET LOCAL lock_timeout = \(PostgreSQLLimits.migrationLockMilliseconds);
                LOCK TABLE \(tables) IN ACCESS EXCLUSIVE MODE;
                SET LOCAL lock_timeout = \(wire.lockMilliseconds)
                """)
        }
        if !steps.isEmpty { wire.awaited = "a step of the migration" }
        for step in steps {
            _ = try wire.execute(postgreSQL(step))
        }
        // Adds a row and changes none: the table lists the versions that there were.
        if !steps.isEmpty {
            _ = try wire.execute("INSERT INTO coster_schema VALUES (\(schema.version))")
        }
        _ = try wire.execute("COMMIT")
        return found
    }

    /// Begins a transaction, and waits until no other process migrates.
    ///
    /// - Throws: ``PostgreSQLFailure``, or ``Database/SchemaError/locked(waitedFor:)`` if another migration goes on for
    ///   too long: unlike a table's lock, that one isn't tried for again.
    private func beginAlone(_ wire: LibPQConnection) throws {
        wire.awaited = "another process's migration to end"
        do {
            _ = try wire.execute(
                """
                BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
                SET LOCAL statement_timeout = 0;
                SET LOCAL lock_timeout = \(otherMigrationMilliseconds);
                SELECT pg_advisory_xact_lock(hashtextextended('coster_schema', 0))
                """)
        } catch {
            guard error.isLockNotHad else { throw error }
            throw SchemaError.locked(waitedFor: wire.awaited)
        }
    }

    /// The schema for new tables: the first of the search path that exists and is open to the role.
    ///
    /// Source: PostgreSQL, "current_schema", which is NULL if there isn't one.
    private func place(_ wire: LibPQConnection) throws -> String? {
        let row = try wire.execute("SELECT coalesce(current_schema(), '')")
        return row.first.flatMap { $0.isEmpty ? nil : $0 }
    }

    private func version(_ wire: LibPQConnection) throws -> Int {
        let exists = try wire.execute("SELECT to_regclass('coster_schema') IS NOT NULL")
        guard exists == ["t"] else { return 0 }
        let row = try wire.execute("SELECT coalesce(max(version), 0) FROM coster_schema")
        guard let text = row.first, let version = Int(text) else { throw SQLError.corrupt }
        return version
    }
}
