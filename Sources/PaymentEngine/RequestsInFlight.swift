import Synchronization

/// The requests with an idempotency key that this process is working on: of two with one key, the second waits.
///
/// Across processes the unique constraint in the books does the same, with a refusal in place of the wait.
final class RequestsInFlight: Sendable {
    private let waiting = Mutex<[IdempotencyKey: [CheckedContinuation<Void, Never>]]>([:])

    /// Waits until no other request with this key is worked on.
    func enter(_ key: IdempotencyKey) async {
        let isFree = waiting.withLock { waiting in
            // One look-up where it is free, as it nearly always is.
            guard let queue = waiting.updateValue([], forKey: key) else { return true }
            waiting[key] = queue
            return false
        }
        if isFree { return }
        await withCheckedContinuation { continuation in
            let isFreeNow = waiting.withLock { waiting in
                guard waiting[key] != nil else {
                    waiting[key] = []
                    return true
                }
                waiting[key]?.append(continuation)
                return false
            }
            if isFreeNow { continuation.resume() }
        }
    }

    /// Lets the next request with this key in.
    func leave(_ key: IdempotencyKey) {
        let next: CheckedContinuation<Void, Never>? = waiting.withLock { waiting in
            guard var queue = waiting.removeValue(forKey: key), !queue.isEmpty else { return nil }
            let first = queue.removeFirst()
            waiting[key] = queue
            return first
        }
        next?.resume()
    }
}

/// Counts messages to the acquirer, from a random start so that two processes seldom agree.
final class TraceCounter: Sendable {
    private let count = Atomic<UInt64>(UInt64.random(in: 0..<1_000_000))

    func next() -> UInt64 {
        count.wrappingAdd(1, ordering: .relaxed).oldValue
    }
}
