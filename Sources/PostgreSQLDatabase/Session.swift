import Database

/// How every connection to a server begins.
enum Session {
    /// Sets limits, and asks whether the server keeps our durability.
    ///
    /// The value of `synchronous_commit` is set for this session, so that a server whose configuration is reloaded
    /// doesn't weaken connections that were checked before. A commit whose wait for its standby was cut off shows only
    /// in a warning, which a role's settings could suppress. Rows that row-level security would hide are refused: a
    /// hidden payment would be reported as missing. PostgreSQL 17 and newer would end a connection whose transaction is
    /// longer than `transaction_timeout`, such as a migration's; each statement has its limit.
    ///
    /// - Throws: ``PostgreSQLFailure``, also if triggers are off; or ``Database/SchemaError`` if a commit would not
    ///   survive a power cut, or if text isn't UTF-8.
    static func begin(_ wire: LibPQConnection) throws {
        let answer = try wire.execute(
            """
            SET statement_timeout = \(PostgreSQLLimits.statementMilliseconds);
            SET lock_timeout = \(wire.lockMilliseconds);
            SET idle_in_transaction_session_timeout
                = \(PostgreSQLLimits.idleInTransactionMilliseconds);
            SET standard_conforming_strings = on;
            SET client_min_messages = warning;
            SET row_security = off;
            SELECT set_config('transaction_timeout', '0', false)
                WHERE current_setting('transaction_timeout', true) IS NOT NULL;
            SELECT set_config('synchronous_commit', current_setting('synchronous_commit'), false),
                current_setting('fsync'), current_setting('server_encoding'),
                current_setting('session_replication_role', true)
            """)
        guard answer.count == 4 else { throw PostgreSQLFailure.lost }
        // Source: PostgreSQL, "synchronous_commit": all of these wait for the server's own disk.
        guard ["on", "remote_apply", "remote_write"].contains(answer[0]), answer[1] == "on" else {
            throw SchemaError.notDurable
        }
        guard answer[2] == "UTF8" else { throw SchemaError.notUnicode }
        // Source: PostgreSQL, "session_replication_role": no trigger fires, so that none guards the rows.
        guard answer[3] != "replica" else {
            throw PostgreSQLFailure.notConnected(
                reason: "session_replication_role is replica, which switches triggers off; reset it"
            )
        }
    }
}
