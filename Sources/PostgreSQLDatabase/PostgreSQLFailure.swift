import Database

/// Why a statement failed.
enum PostgreSQLFailure: Error, Sendable, Hashable {
    /// The connection broke, or stayed silent for too long.
    case lost
    /// No connection came about; what the library says of it, for people to read.
    case notConnected(reason: String)
    /// The server refused; its five characters say why, and whether it ended the connection.
    ///
    /// Source: PostgreSQL, "PostgreSQL Error Codes".
    case refused(state: String, endsConnection: Bool)

    /// The action after a change that failed before its commit.
    enum Verdict: Hashable {
        /// Repeat it: another transaction changed rows that it had read.
        case again
        /// Repeat it: a row exists now that didn't exist before.
        case againAfterViolation
        /// Repeat it on another connection.
        case elsewhere
        /// Report the error.
        case give(SQLError)
    }

    var verdict: Verdict {
        guard case .refused(let state, let endsConnection) = self else { return .elsewhere }
        switch state {
        // Serialization failure, deadlock: undone by the server.
        case "40001", "40P01": return .again
        // A unique constraint.
        case "23505": return .againAfterViolation
        // The server is read-only: a standby, or it became one. Or our prepared statements are gone, or the tables
        // have changed under them. Or another client has prepared one under our name, because a pooler gives us
        // others' sessions.
        case "25006", "26000", "42P05", "0A000": return .elsewhere
        default: break
        }
        if endsConnection { return .elsewhere }
        // It can pass, since a right can be granted; the database is sound.
        if isDenial { return .give(.unavailable) }
        switch state.prefix(2) {
        // Connection; resources; prerequisites, among them locks; an operator, among them
        // timeouts; the system.
        case "08", "53", "55", "57", "58": return .give(.unavailable)
        default: return .give(.corrupt)
        }
    }

    /// Why no connection came about, where that is what failed.
    var reason: String? {
        if case .notConnected(let reason) = self { reason } else { nil }
    }

    /// Whether a lock was not had in its time.
    ///
    /// Source: PostgreSQL, "PostgreSQL Error Codes": lock_not_available.
    var isLockNotHad: Bool {
        if case .refused(state: "55P03", endsConnection: _) = self { true } else { false }
    }

    /// Whether our role lacks a right.
    ///
    /// Source: PostgreSQL, "PostgreSQL Error Codes": insufficient_privilege.
    var isDenial: Bool {
        if case .refused(state: "42501", endsConnection: _) = self { true } else { false }
    }

    /// Whether rights or settings are behind a refusal that has a remedy: those of a role, of the server or of a pooler.
    ///
    /// A lock passes, though it may be a forgotten one; and of a table that is not there nobody knows whether the session
    /// looks in the wrong place or the table is gone.
    var isOfSettings: Bool {
        guard case .refused(let state, endsConnection: _) = self else { return false }
        return !["55P03", "42P01"].contains(state)
    }

    /// The step by which someone makes the server accept the statement, for people to read; nil if it isn't known, or
    /// if the error passes by itself.
    ///
    /// Source: PostgreSQL, "PostgreSQL Error Codes": insufficient_privilege, invalid_sql_statement_name,
    /// duplicate_prepared_statement, read_only_sql_transaction, feature_not_supported, lock_not_available,
    /// undefined_table.
    func remedy(for sql: String) -> String? {
        guard case .refused(let state, endsConnection: _) = self else { return nil }
        return switch state {
        case "42501":
            "grant the role its rights on the tables, and BYPASSRLS for row-level security"
        case "26000", "42P05": "a pooler must keep whole sessions (pool_mode = session)"
        case "25006": PostgreSQLFailure.writableServer
        // A standby begins no transaction that may write. Of other statements it means that their tables were changed.
        case "0A000" where sql.hasPrefix("BEGIN"): PostgreSQLFailure.writableServer
        // Source: PostgreSQL, "pg_prepared_xacts": a prepared transaction keeps its locks, and belongs to no session.
        case "55P03":
            "someone holds a lock: pg_stat_activity and pg_prepared_xacts say who; end that"
        case "42P01": "check the search_path of the role and of the database, and the URL"
        default: nil
        }
    }

    private static let writableServer = "name a server that takes writes"

    /// The action after an error from a change before its commit.
    static func verdict(on error: any Error) -> Verdict {
        switch error {
        case let known as SQLError: .give(known)
        case let failure as PostgreSQLFailure: failure.verdict
        case is OptimisticConflict: .again
        default: .give(.unavailable)
        }
    }

    /// The meaning of a failed COMMIT.
    ///
    /// An error that the connection survives shows that the transaction was undone. If the connection broke, the commit
    /// may be durable although nobody heard of it.
    var verdictOnCommit: Verdict {
        switch self {
        case .lost, .notConnected: .give(.indeterminate)
        case .refused(_, endsConnection: true): .give(.indeterminate)
        case .refused(_, endsConnection: false):
            verdict == .elsewhere ? .give(.unavailable) : verdict
        }
    }
}
