import Books
import GRDB

/// A write in the line, whatever it returns.
@usableFromInline
struct WaitingWrite: Sendable {
    /// Does it, inside a transaction; may be called again after a rollback.
    ///
    /// Returns what tells the task that waits for it, which is called when it is durable, and then
    /// nothing else is.
    @usableFromInline let run: @Sendable (Database) throws -> () -> Void
    /// Tells the task that it is not, in place of that.
    @usableFromInline let fail: @Sendable (BookError) -> Void

    /// Inlinable, so that each kind of value gets code of its own: the same code for all kinds asks
    /// the runtime for their types with each write. For the same reason the continuation is not a
    /// checked one; that it is resumed once is the writer's to see to, who lets go of a write when
    /// it has told it.
    @inlinable
    init<Value: Sendable>(
        body: @escaping @Sendable (Database) throws -> Value,
        continuation: UnsafeContinuation<Result<Value, BookError>, Never>
    ) {
        run = { db in
            let made = try body(db)
            return { continuation.resume(returning: .success(made)) }
        }
        fail = { continuation.resume(returning: .failure($0)) }
    }
}
