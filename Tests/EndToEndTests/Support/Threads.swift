import Foundation

/// Runs work that blocks on a thread of its own: Swift's pool has few threads, and every test shares them.
/// What cuts a task's requests goes along.
func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    let cut = RequestCut.current
    return try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
            RequestCut.$current.withValue(cut) {
                continuation.resume(with: Result(catching: body))
            }
        }
    }
}

/// Runs the same work on many threads at once; the values come in the order of the threads' numbers.
func onThreads<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (_ index: Int) throws -> Value
) async throws -> [Value] {
    try await withThrowingTaskGroup(of: (index: Int, value: Value).self) { group in
        for index in 0..<count {
            group.addTask { (index, try await onThread { try body(index) }) }
        }
        var values: [(index: Int, value: Value)] = []
        for try await value in group { values.append(value) }
        return values.sorted { $0.index < $1.index }.map(\.value)
    }
}
