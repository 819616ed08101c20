import GRDB
import Synchronization

/// A write in the line, whatever it returns.
protocol WaitingWrite: Sendable {
    /// Does it, inside a transaction; may be called again after a rollback.
    func run(_ db: Database) throws
    /// It is durable.
    func succeed()
    /// It is not.
    func fail(_ error: BookError)
}

/// A write with its value, and the task that waits for both.
final class QueuedWrite<Value: Sendable>: WaitingWrite {
    private let body: @Sendable (Database) throws -> Value
    private let continuation: CheckedContinuation<Result<Value, BookError>, Never>
    private let value = Mutex<Value?>(nil)

    init(
        body: @escaping @Sendable (Database) throws -> Value,
        continuation: CheckedContinuation<Result<Value, BookError>, Never>
    ) {
        self.body = body
        self.continuation = continuation
    }

    func run(_ db: Database) throws {
        let made = try body(db)
        value.withLock { $0 = made }
    }

    func succeed() {
        guard let made = value.withLock({ $0 }) else {
            preconditionFailure("only what ran can succeed")
        }
        continuation.resume(returning: .success(made))
    }

    func fail(_ error: BookError) {
        continuation.resume(returning: .failure(error))
    }
}
