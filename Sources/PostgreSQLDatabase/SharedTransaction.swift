import Database

/// How a change is done together with others.
struct BatchedStatement: Sendable {
    let sql: String
    let values: [SQLValue]
    /// Does the rest, with the question's answer.
    ///
    /// - Returns: A closure that resumes the waiting task.
    let work: @Sendable (PostgreSQLConnection, BatchedRows) throws -> @Sendable () -> Void
}

/// One transaction for many changes: their questions go together, and all the rest with COMMIT, so that each costs a
/// part of two messages and of one wait for the disk. Questions of one form are one statement, and so are changes; see
/// ``BatchStatement``.
///
/// If one of them fails, all are undone, and each is made again in a transaction of its own, so that a failure harms no
/// neighbour. A change's writes aren't visible to its neighbours' questions, as those of other transactions aren't: the
/// same conditions and constraints hold.
enum SharedTransaction {
    /// The result of a shared transaction.
    enum Ending {
        /// All are durable, or the outcome is unknown; every task was resumed.
        case told
        /// None is written, and no task was resumed.
        case undone
    }

    /// Makes the changes of jobs that all have a part.
    static func run(_ jobs: [Job], on connection: PostgreSQLConnection) -> Ending {
        var tellings: [@Sendable () -> Void] = []
        connection.isShared = true
        defer { connection.isShared = false }
        do {
            try connection.begin("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
            try connection.changeLater(settings(for: jobs.count), [])
            let parts = jobs.compactMap(\.part)
            guard parts.count == jobs.count else { throw SQLError.corrupt }
            let answers = try connection.answers(to: parts)
            guard answers.count == jobs.count else { throw SQLError.corrupt }
            for (part, answer) in zip(parts, answers) {
                connection.gatherForNeighbour()
                tellings.append(try part.work(connection, answer))
            }
            try connection.settleBeforeCommit()
        } catch {
            // Whatever it was, each change finds it again on its own, or does not.
            connection.rollBack()
            return .undone
        }
        return commit(jobs, tellings, on: connection)
    }

    /// A change waits alone for a long-held lock, not its neighbours; a change that is alone keeps its place in the
    /// queue. Every row is found by an index, however small the tables were when a statement was planned: the plan is
    /// kept, and the tables grow. No statement here is long enough to be compiled, whatever a plan costs without the
    /// disabled methods.
    private static func settings(for changes: Int) -> String {
        let ownWay =
            changes > 1
            ? "set_config('lock_timeout', '\(PostgreSQLLimits.sharedLockMilliseconds)', true), "
            : ""
        return """
            SELECT \(ownWay)set_config('enable_seqscan', 'off', true),
                set_config('enable_hashjoin', 'off', true),
                set_config('enable_mergejoin', 'off', true),
                set_config('enable_material', 'off', true), set_config('jit', 'off', true)
            """
    }

    private static func commit(
        _ jobs: [Job], _ tellings: [@Sendable () -> Void], on connection: PostgreSQLConnection
    ) -> Ending {
        do throws(PostgreSQLFailure) {
            try connection.commit()
            for tell in tellings { tell() }
            return .told
        } catch {
            connection.rollBack()
            guard error.verdictOnCommit == .give(.indeterminate) else { return .undone }
            for job in jobs { job.fail(.indeterminate) }
            return .told
        }
    }
}
