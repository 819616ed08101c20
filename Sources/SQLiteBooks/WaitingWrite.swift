import Books
import GRDB
import Synchronization

/// A write in the line, whatever it returns.
@usableFromInline
protocol WaitingWrite: Sendable {
    /// Does it, inside a transaction; may be called again after a rollback.
    func run(_ db: Database) throws
    /// It is durable.
    func succeed()
    /// It is not.
    func fail(_ error: BookError)
}

/// A write with its value, and the task that waits for both.
///
/// Inlinable, so that each kind of value gets code of its own: the same code for all kinds asks the
/// runtime for their types with each write.
@usableFromInline
final class QueuedWrite<Value: Sendable>: WaitingWrite {
    @usableFromInline let body: @Sendable (Database) throws -> Value
    @usableFromInline let continuation: CheckedContinuation<Result<Value, BookError>, Never>
    @usableFromInline let value = Mutex<Value?>(nil)

    @inlinable
    init(
        body: @escaping @Sendable (Database) throws -> Value,
        continuation: CheckedContinuation<Result<Value, BookError>, Never>
    ) {
        self.body = body
        self.continuation = continuation
    }

    @inlinable
    func run(_ db: Database) throws {
        let made = try body(db)
        value.withLock { $0 = made }
    }

    @inlinable
    func succeed() {
        guard let made = value.withLock({ $0 }) else {
            preconditionFailure("only what ran can succeed")
        }
        continuation.resume(returning: .success(made))
    }

    @inlinable
    func fail(_ error: BookError) {
        continuation.resume(returning: .failure(error))
    }
}
