import Foundation

/// Runs work that blocks on a thread of its own, and returns what it returned.
///
/// A task that blocks keeps one of the few threads that all tasks share. If each of these threads
/// waits for what only another task can do, such as releasing a lock, none of them ever goes on.
///
/// - Parameter body: Waits for nothing without a limit.
public func onOwnThread<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
    let outcome: Result<Value, Failure> = await withCheckedContinuation { waiter in
        Thread.detachNewThread {
            waiter.resume(returning: Result { () throws(Failure) in try body() })
        }
    }
    return try outcome.get()
}
