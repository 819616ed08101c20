import PaymentDomain
import PaymentEngine
import Synchronization

/// A clock that stands until a test moves it. A wait lasts until its task is cancelled, or no time at all.
final class ScriptedClock: Sendable {
    private struct State {
        var now: Timestamp
        var skipsWaits = false
    }

    private let state: Mutex<State>

    init(now: Timestamp) {
        state = Mutex(State(now: now))
    }

    var now: Timestamp { state.withLock { $0.now } }

    func advance(seconds: Int64) {
        state.withLock { $0.now = $0.now.adding(seconds: seconds) }
    }

    /// From now on each wait is over at once, and the clock has moved by it: whoever is waited for is silent.
    func skipWaits(_ skips: Bool = true) {
        state.withLock { $0.skipsWaits = skips }
    }

    /// The engine's view of this clock.
    var engineClock: EngineClock {
        EngineClock(now: { self.now }, sleep: { await self.pass($0) })
    }

    private func pass(_ duration: Duration) async {
        let isOver = state.withLock { state in
            if state.skipsWaits {
                state.now = state.now.adding(seconds: duration.components.seconds)
            }
            return state.skipsWaits
        }
        if isOver { return }
        let never = AsyncStream<Never> { _ in }
        for await _ in never {}
    }
}
