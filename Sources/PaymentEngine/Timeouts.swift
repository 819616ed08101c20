import Synchronization

/// Ends calls at their time limit: one wait for all of them.
///
/// All calls of an engine have the same limit, so the first to begin is the first to end. Nearly all end long before; a
/// timer for each would cost more than the rest of the call.
final class Timeouts: Sendable {
    private struct Entry {
        let call: any Finishing
        let deadline: Duration
    }

    private struct State {
        var entries: [Entry] = []
        var first = 0
        var isWaiting = false

        /// The oldest call that is not finished; what was finished before it is forgotten.
        mutating func oldest() -> Entry? {
            while first < entries.count {
                if !entries[first].call.isFinished { return entries[first] }
                first += 1
            }
            entries.removeAll(keepingCapacity: true)
            first = 0
            return nil
        }
    }

    private let time: Duration
    private let clock: EngineClock
    private let state = Mutex(State())

    init(time: Duration, clock: EngineClock) {
        self.time = time
        self.clock = clock
    }

    /// Lets the call expire when it is not finished in time.
    func add(_ call: any Finishing) {
        let deadline = clock.uptime() + time
        let mustWait = state.withLock { state in
            _ = state.oldest()
            if state.first > EngineLimits.finishedCallsKept {
                state.entries.removeFirst(state.first)
                state.first = 0
            }
            state.entries.append(Entry(call: call, deadline: deadline))
            defer { state.isWaiting = true }
            return !state.isWaiting
        }
        if mustWait { Task { await wait() } }
    }

    /// Waits for the oldest call's time, again and again, until no call is left.
    private func wait() async {
        while true {
            let oldest: Entry? = state.withLock { state in
                let oldest = state.oldest()
                if oldest == nil { state.isWaiting = false }
                return oldest
            }
            guard let oldest else { return }
            let left = oldest.deadline - clock.uptime()
            if left > .zero {
                await clock.sleep(left)
            } else {
                oldest.call.expire()
            }
        }
    }
}
