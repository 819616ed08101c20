import Books

/// Brings the tables of a database up to date.
///
/// The number of steps done is the only row of the table `coster_schema`; it changes with the
/// tables in one transaction, under a lock, so that several processes may try at once: one waits until
/// another is done. For a table that someone holds it waits no longer than any statement.
struct Migration {
    /// What the tables must look like.
    let schema: BookSchema
    /// Whether steps that lack are done; where not, they are an error.
    let isAllowed: Bool

    /// - Returns: The version that was found.
    /// - Throws: ``PostgreSQLFailure`` or ``Books/SchemaError``.
    func run(_ wire: Wire) throws -> Int {
        let found = try version(wire)
        let missing = try schema.steps(after: found)
        guard !missing.isEmpty else { return found }
        guard isAllowed else {
            throw SchemaError.outdated(found: found, known: schema.version)
        }
        return try attempt(wire, tries: PostgreSQLLimits.tries)
    }

    /// Advances; once more where servers at work and the migration waited for each other, and it was the one that
    /// the database undid.
    ///
    /// - Returns: The version that was found then: another process may have been faster.
    private func attempt(_ wire: Wire, tries: Int) throws -> Int {
        do {
            return try advance(wire)
        } catch {
            // The transaction may have broken off; where the connection did, this fails too.
            _ = try? wire.execute("ROLLBACK")
            guard tries > 1, let failure = error as? PostgreSQLFailure, failure.verdict == .again
            else { throw error }
            return try attempt(wire, tries: tries - 1)
        }
    }

    private func advance(_ wire: Wire) throws -> Int {
        // An index of many payments takes longer than any statement of a server may.
        let patience = wire.patience
        wire.patience = PostgreSQLLimits.migrationMilliseconds
        defer { wire.patience = patience }
        _ = try wire.execute(
            """
            BEGIN;
            SET LOCAL statement_timeout = 0;
            SET LOCAL lock_timeout = 0;
            SELECT pg_advisory_xact_lock(hashtextextended('coster_schema', 0));
            SET LOCAL lock_timeout = \(wire.lockMilliseconds);
            CREATE TABLE IF NOT EXISTS coster_schema (version BIGINT NOT NULL);
            """)
        let found = try version(wire)
        let steps = try schema.steps(after: found)
        if found != 0, !steps.isEmpty, !schema.changed.isEmpty {
            let tables = schema.changed.joined(separator: ", ")
            _ = try wire.execute("LOCK TABLE \(tables) IN ACCESS EXCLUSIVE MODE")
        }
        for step in steps {
            _ = try wire.execute(postgreSQL(step))
        }
        _ = try wire.execute(
            """
            DELETE FROM coster_schema;
            INSERT INTO coster_schema VALUES (\(schema.version));
            COMMIT
            """)
        return found
    }

    private func version(_ wire: Wire) throws -> Int {
        let exists = try wire.execute("SELECT to_regclass('coster_schema') IS NOT NULL")
        guard exists == ["t"] else { return 0 }
        let row = try wire.execute("SELECT coalesce(max(version), 0) FROM coster_schema")
        guard let text = row.first, let version = Int(text) else { throw BookError.corrupt }
        return version
    }
}
