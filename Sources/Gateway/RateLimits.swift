import PaymentDomain
import Synchronization

/// How many requests each client may send.
///
/// Each client has a time up to which it has used its share. A request moves it on by one part of a second; it may run
/// ahead of the present by one second, which is the burst. Servers that share a database share the rate alike, so that
/// a client has no more than one rate however many run.
///
/// Source: ITU-T I.371, the generic cell rate algorithm.
final class RateLimits: Sendable {
    /// A client that has proved who it is.
    struct Client: Hashable, Sendable {
        let dialect: String
        let name: String
        /// Whether it is all who need no secret, by their merchant's name.
        var isOpen = false

        /// All clients of a merchant who need no secret, as one.
        static func open(of merchant: MerchantID, dialect: String) -> Client {
            Client(dialect: dialect, name: merchant.value, isOpen: true)
        }
    }

    private struct State {
        var used: [Client: Duration] = [:]
        var turnedAway = 0
    }

    private static let burst = Duration.seconds(1)

    private let step: Duration
    private let servers: @Sendable () -> Int
    private let state = Mutex(State())

    /// - Parameter servers: How many servers share the rate now.
    init(perSecond: Int, servers: @escaping @Sendable () -> Int = { 1 }) {
        step = .seconds(1) / max(1, perSecond)
        self.servers = servers
    }

    /// Requests turned away so far.
    var turnedAway: Int { state.withLock { $0.turnedAway } }

    /// Whether a request of a client is taken now; each yes counts.
    func admits(_ client: Client, at now: Duration) -> Bool {
        let part = step * max(1, servers())
        return state.withLock { state in
            let next = max(now, state.used[client] ?? now) + part
            // A part may be longer than the burst: one request is always accepted after a pause.
            guard next - now <= max(RateLimits.burst, part) else {
                state.turnedAway += 1
                return false
            }
            state.used[client] = next
            return true
        }
    }
}
