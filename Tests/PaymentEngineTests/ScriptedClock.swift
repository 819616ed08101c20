import PaymentDomain
import PaymentEngine
import Synchronization

/// A clock that stands until a test moves it. A wait lasts until its task is cancelled, or waits are skipped.
final class ScriptedClock: Sendable {
    private struct State {
        var now: Timestamp
        var uptime = Duration.zero
        var skipsWaits = false
        var sleepers: [(until: Duration, wake: AsyncStream<Never>.Continuation)] = []

        mutating func pass(_ duration: Duration) {
            uptime += duration
            now = now.adding(seconds: duration.components.seconds)
        }
    }

    private let state: Mutex<State>

    init(now: Timestamp) {
        state = Mutex(State(now: now))
    }

    var now: Timestamp { state.withLock { $0.now } }

    /// The time of day moves on; waits, which the machine counts for itself, do not end by that.
    func advance(seconds: Int64) {
        state.withLock { $0.now = $0.now.adding(seconds: seconds) }
    }

    /// The same, by less than a second.
    func advance(milliseconds: Int64) {
        state.withLock { $0.now = Timestamp(milliseconds: $0.now.milliseconds + milliseconds) }
    }

    /// From now on each wait is over at once, and the clock has moved by it: whoever is waited for is silent.
    func skipWaits(_ skips: Bool = true) {
        let awake: [AsyncStream<Never>.Continuation] = state.withLock { state in
            state.skipsWaits = skips
            guard skips, let last = state.sleepers.map(\.until).max() else { return [] }
            state.pass(last - state.uptime)
            defer { state.sleepers = [] }
            return state.sleepers.map(\.wake)
        }
        for sleeper in awake { sleeper.finish() }
    }

    /// The engine's view of this clock.
    var engineClock: EngineClock {
        EngineClock(
            now: { self.now }, uptime: { self.state.withLock { $0.uptime } },
            sleep: { await self.pass($0) })
    }

    private func pass(_ duration: Duration) async {
        let (never, wake) = AsyncStream<Never>.makeStream()
        let isOver = state.withLock { state in
            if state.skipsWaits {
                state.pass(duration)
            } else {
                state.sleepers.append((state.uptime + duration, wake))
            }
            return state.skipsWaits
        }
        if isOver { return }
        for await _ in never {}
    }
}
