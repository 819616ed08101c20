import Books

/// How every connection to a server begins.
enum Session {
    /// Sets limits, and asks whether the server keeps what books need.
    ///
    /// What `synchronous_commit` is, is set as this session's own, so that a server whose configuration is read anew
    /// does not weaken connections that were asked before. A commit whose wait for its standby was cut off is known by a
    /// warning alone, which a role's settings could keep back. Rows that row-level security would hide are refused: of a
    /// payment that is not seen it would be said that there is none.
    ///
    /// - Throws: ``PostgreSQLFailure``, or ``Books/SchemaError`` where a commit would not outlive a
    ///   power cut, or text were not UTF-8.
    static func begin(_ wire: Wire) throws {
        let answer = try wire.execute(
            """
            SET statement_timeout = \(PostgreSQLLimits.statementMilliseconds);
            SET lock_timeout = \(wire.lockMilliseconds);
            SET idle_in_transaction_session_timeout
                = \(PostgreSQLLimits.idleInTransactionMilliseconds);
            SET standard_conforming_strings = on;
            SET client_min_messages = warning;
            SET row_security = off;
            SELECT set_config('synchronous_commit', current_setting('synchronous_commit'), false),
                current_setting('fsync'), current_setting('server_encoding')
            """)
        guard answer.count == 3 else { throw PostgreSQLFailure.lost }
        // Source: PostgreSQL, "synchronous_commit": all of these wait for the server's own disk.
        guard ["on", "remote_apply", "remote_write"].contains(answer[0]), answer[1] == "on" else {
            throw SchemaError.notDurable
        }
        guard answer[2] == "UTF8" else { throw SchemaError.notUnicode }
    }
}
