import Synchronization

/// How many requests each client may send.
///
/// Each client has a moment up to which it has used its share. A request moves it on by one part of a
/// second; it may run ahead of the present by one second, which is the burst.
///
/// Source: ITU-T I.371, the generic cell rate algorithm.
final class RateLimits: Sendable {
    /// A client that has proved who it is.
    struct Client: Hashable, Sendable {
        let dialect: String
        let name: String
    }

    private struct State {
        var used: [Client: Duration] = [:]
        var turnedAway = 0
    }

    private static let burst = Duration.seconds(1)

    private let step: Duration
    private let state = Mutex(State())

    init(perSecond: Int) {
        step = .seconds(1) / max(1, perSecond)
    }

    /// Requests turned away so far.
    var turnedAway: Int { state.withLock { $0.turnedAway } }

    /// Whether a request of a client is taken now; each yes counts.
    func admits(_ client: Client, at now: Duration) -> Bool {
        state.withLock { state in
            let next = max(now, state.used[client] ?? now) + step
            guard next - now <= RateLimits.burst else {
                state.turnedAway += 1
                return false
            }
            state.used[client] = next
            return true
        }
    }
}
