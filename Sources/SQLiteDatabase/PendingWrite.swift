import Database
import GRDB

/// A write in the line, whatever it returns.
@usableFromInline
struct PendingWrite: Sendable {
    /// Does it, inside a transaction; may be called again after a rollback.
    ///
    /// Returns a closure that resumes the waiting task. It is called once the write is durable, and then nothing else
    /// is.
    @usableFromInline let run: @Sendable (Database) throws -> () -> Void
    /// Resumes the task with an error instead.
    @usableFromInline let fail: @Sendable (SQLError) -> Void

    /// Inlinable, so that each kind of value gets code of its own: shared code asks the runtime for types with each
    /// write. For the same reason the continuation isn't a checked one. The writer resumes it once: it drops a write
    /// when it has resumed its task.
    @inlinable
    init<Value: Sendable>(
        body: @escaping @Sendable (Database) throws -> Value,
        continuation: UnsafeContinuation<Result<Value, SQLError>, Never>
    ) {
        run = { db in
            let made = try body(db)
            return { continuation.resume(returning: .success(made)) }
        }
        fail = { continuation.resume(returning: .failure($0)) }
    }
}
