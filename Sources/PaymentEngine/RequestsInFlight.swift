import PaymentDomain
import Synchronization

/// The requests with an idempotency key that this process is working on: of two with one key, the second waits.
///
/// Across processes the unique constraint in the database does the same, with a refusal instead of the wait. Too many
/// waiting requests are refused too: each holds a place that another request needs, and clients that repeat while the
/// acquirer is slow would fill them all.
final class RequestsInFlight: Sendable {
    private struct State {
        /// The requests that wait for a key; empty if none does.
        var queues: [IdempotencyKey: [CheckedContinuation<Bool, Never>]] = [:]
        /// How many wait, for all keys together.
        var waiting = 0
    }

    private let state = Mutex(State())
    private let mostWaiting: Int

    /// - Parameter mostWaiting: How many may wait at once.
    init(mostWaiting: Int) {
        self.mostWaiting = mostWaiting
    }

    /// How many requests wait.
    var waiting: Int { state.withLock { $0.waiting } }

    /// Waits until no other request with this key is worked on.
    ///
    /// - Throws: ``PaymentRefusal/inFlight`` where too many wait already.
    func enter(_ key: IdempotencyKey) async throws(PaymentRefusal) {
        let isFree = state.withLock { state in
            // One look-up if the key is free, as it nearly always is.
            guard let queue = state.queues.updateValue([], forKey: key) else { return true }
            state.queues[key] = queue
            return false
        }
        if isFree { return }
        let isIn = await withCheckedContinuation { continuation in
            let isInNow: Bool? = state.withLock { state in
                guard state.queues[key] != nil else {
                    state.queues[key] = []
                    return true
                }
                guard state.waiting < mostWaiting else { return false }
                state.waiting += 1
                state.queues[key]?.append(continuation)
                return nil
            }
            if let isInNow { continuation.resume(returning: isInNow) }
        }
        guard isIn else { throw .inFlight }
    }

    /// Lets the next request with this key in.
    func leave(_ key: IdempotencyKey) {
        let next: CheckedContinuation<Bool, Never>? = state.withLock { state in
            guard var queue = state.queues.removeValue(forKey: key), !queue.isEmpty else {
                return nil
            }
            let first = queue.removeFirst()
            state.queues[key] = queue
            state.waiting -= 1
            return first
        }
        next?.resume(returning: true)
    }
}
