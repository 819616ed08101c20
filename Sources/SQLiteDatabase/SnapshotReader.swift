import Database
import Dispatch
import GRDB
import Synchronization

/// Answers short queries on a few threads of its own, since a read that waits for the disk or for
/// another process's lock would block a thread that tasks share.
///
/// A thread that is awake answers all queries that wait, so that a busy one is seldom woken.
@usableFromInline
final class SnapshotReader: Sendable {
    /// A query that waits. It gets the connection, or the reason for having none, and resumes its task.
    @usableFromInline
    typealias Query = @Sendable (Result<Database, SQLError>) -> Void

    private let pool: DatabasePool
    private let queues: [DispatchQueue]
    private let line: Mutex<Line>

    private struct Line {
        var waiting: [Query] = []
        /// The queues that answer no query now.
        var idle: [Int]
    }

    init(pool: DatabasePool) {
        self.pool = pool
        // A serial queue has a thread outside of those that tasks share.
        queues = (0..<SQLiteLimits.lookers).map { DispatchQueue(label: "coster.book-reader-\($0)") }
        line = Mutex(Line(idle: Array(queues.indices)))
    }

    /// Answers one query.
    @inlinable
    func look<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(SQLError) -> Value {
        let outcome: Result<Value, SQLError> = await withUnsafeContinuation { continuation in
            join { connection in
                do {
                    let value = try body(try connection.get())
                    continuation.resume(returning: .success(value))
                } catch {
                    continuation.resume(returning: .failure(SQLError(beforeCommit: error)))
                }
            }
        }
        return try outcome.get()
    }

    @usableFromInline
    func join(_ query: @escaping Query) {
        enum Next { case refuse, wait, wake(Int) }
        let next: Next = line.withLock { line in
            guard line.waiting.count < SQLiteLimits.waitingReads else { return .refuse }
            line.waiting.append(query)
            return line.idle.popLast().map { .wake($0) } ?? .wait
        }
        switch next {
        case .refuse: query(.failure(.unavailable))
        case .wait: break
        case .wake(let number): queues[number].async { self.serve(number) }
        }
    }

    /// Answers queries until none waits.
    private func serve(_ number: Int) {
        while let first = next(for: number) {
            do {
                try pool.unsafeRead { db in
                    first(.success(db))
                    for _ in 1..<SQLiteLimits.readsPerTurn {
                        guard let query = nextOfTurn() else { return }
                        query(.success(db))
                    }
                }
            } catch {
                first(.failure(SQLError(beforeCommit: error)))
            }
        }
    }

    /// The next query; if there isn't one, the queue counts as idle.
    private func next(for number: Int) -> Query? {
        line.withLock { line in
            guard line.waiting.isEmpty else { return line.waiting.removeFirst() }
            line.idle.append(number)
            return nil
        }
    }

    private func nextOfTurn() -> Query? {
        line.withLock { line in line.waiting.isEmpty ? nil : line.waiting.removeFirst() }
    }
}
