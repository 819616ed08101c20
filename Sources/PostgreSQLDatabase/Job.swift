import Database
import Synchronization

/// Something to be done on a connection, and someone who waits for it.
struct Job: Sendable {
    /// How a job ended.
    enum Ending {
        /// The waiting task was resumed.
        case told
        /// The connection broke before anything was written, and no task was resumed.
        case lost
    }

    /// Does it, and resumes the waiting task; may be called again if the connection was lost.
    let run: @Sendable (PostgreSQLConnection) -> Ending
    /// Resumes the waiting task with an error.
    let fail: @Sendable (SQLError) -> Void
    /// How it shares a transaction with others, if it may.
    var part: BatchedStatement?
    /// Whether payments don't need it; see ``PostgreSQLDatabase/isBackground``.
    var isBackground = false
}

extension Job {
    /// The work in a transaction, and the task that waits for its result.
    typealias Waiting<Value: Sendable> = CheckedContinuation<Result<Value, SQLError>, Never>

    /// A change: all or nothing, made again if others came between.
    static func change<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value, _ waiting: Waiting<Value>
    ) -> Job {
        Job(
            run: { connection in
                var violations = 0
                for _ in 0..<PostgreSQLLimits.tries {
                    switch attempt(body, on: connection) {
                    case .success(let value):
                        waiting.resume(returning: .success(value))
                        return .told
                    case .failure(.give(let error)):
                        waiting.resume(returning: .failure(error))
                        return .told
                    case .failure(.elsewhere): return .lost
                    case .failure(.again): break
                    case .failure(.againAfterViolation):
                        violations += 1
                        if violations == PostgreSQLLimits.triesAfterViolation {
                            waiting.resume(returning: .failure(.corrupt))
                            return .told
                        }
                    }
                }
                waiting.resume(returning: .failure(.unavailable))
                return .told
            },
            fail: { waiting.resume(returning: .failure($0)) })
    }

    /// A change that begins with a question: alone, or as a part of a shared transaction.
    static func change<Answer: Sendable, Value: Sendable>(
        asking question: LeadingQuery<Answer>,
        _ body: @escaping @Sendable (any SQLConnection, Answer?) throws -> Value,
        _ waiting: Waiting<Value>
    ) -> Job {
        var job = Job.change({ db in try body(db, try question.answer(by: db)) }, waiting)
        job.part = BatchedStatement(
            sql: question.sql, values: question.values,
            work: { connection, found in
                let answer = try question.answer { body in
                    try found.eachRow(body)
                    return found.changes
                }
                let value = try body(connection, answer)
                return { waiting.resume(returning: .success(value)) }
            })
        return job
    }

    private enum Attempt<Value> {
        case success(Value)
        case failure(PostgreSQLFailure.Verdict)
    }

    private static func attempt<Value>(
        _ body: (any SQLConnection) throws -> Value, on connection: PostgreSQLConnection
    ) -> Attempt<Value> {
        let value: Value
        do {
            try connection.begin("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
            value = try body(connection)
            try connection.settleBeforeCommit()
        } catch {
            connection.rollBack()
            return .failure(PostgreSQLFailure.verdict(on: error))
        }
        do throws(PostgreSQLFailure) {
            try connection.commit()
            return .success(value)
        } catch {
            connection.rollBack()
            return .failure(error.verdictOnCommit)
        }
    }

    /// Queries, in one snapshot if there are several.
    static func query<Value: Sendable>(
        inSnapshot: Bool, _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        _ waiting: Waiting<Value>
    ) -> Job {
        Job(
            run: { connection in
                do {
                    if inSnapshot {
                        try connection.begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                    }
                    let value = try body(connection)
                    if inSnapshot { connection.rollBack() }
                    waiting.resume(returning: .success(value))
                    return .told
                } catch {
                    if inSnapshot { connection.rollBack() }
                    switch PostgreSQLFailure.verdict(on: error) {
                    case .elsewhere: return .lost
                    case .give(let error): waiting.resume(returning: .failure(error))
                    case .again, .againAfterViolation:
                        waiting.resume(returning: .failure(.unavailable))
                    }
                    return .told
                }
            },
            fail: { waiting.resume(returning: .failure($0)) })
    }
}
