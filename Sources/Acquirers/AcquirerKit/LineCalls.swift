import PaymentDomain
import Synchronization

/// The calls of a line that were not answered yet, and whether the first byte of each has left.
///
/// A call that has ended is unknown here, so that none of its bytes can leave afterwards.
final class LineCalls: Sendable {
    /// How far a call came.
    struct Progress: Sendable, Hashable {
        /// Whether its first byte was handed on.
        var hasBegun = false
        /// Whether its time to be sent was over when its turn came.
        var isLate = false
    }

    private struct State {
        var next: UInt64 = 0
        var calls: [UInt64: (sendBy: Timestamp?, progress: Progress)] = [:]
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> Timestamp

    init(now: @escaping @Sendable () -> Timestamp) {
        self.now = now
    }

    /// Adds a call, and names it.
    ///
    /// - Parameter sendBy: The last time at which its first byte may leave.
    func add(sendBy: Timestamp?) -> UInt64 {
        state.withLock { state in
            state.next += 1
            state.calls[state.next] = (sendBy, Progress())
            return state.next
        }
    }

    /// Whether the first byte of a call may leave now. The clock is read once more: connecting takes time.
    func mayBegin(_ name: UInt64) -> Bool {
        let now = now()
        return state.withLock { state in
            guard var call = state.calls[name] else { return false }
            call.progress.isLate = call.sendBy.map { now > $0 } ?? false
            call.progress.hasBegun = !call.progress.isLate
            state.calls[name] = call
            return call.progress.hasBegun
        }
    }

    /// Ends a call.
    func end(_ name: UInt64) -> Progress {
        state.withLock { state in
            state.calls.removeValue(forKey: name)?.progress ?? Progress()
        }
    }
}
