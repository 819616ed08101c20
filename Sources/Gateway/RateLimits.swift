import PaymentDomain
import Synchronization

/// How many requests each client, or each address, may send.
///
/// Each has a time up to which it has used its share. A request moves it on by one part of a second; it may run ahead of
/// the present by one second, which is the burst. Servers that share a database share the rate alike, so that a client
/// has no more than one rate however many run.
///
/// Source: ITU-T I.371, the generic cell rate algorithm.
final class RateLimits<Client: Hashable & Sendable>: Sendable {
    private struct State {
        var used: [Client: Duration] = [:]
        var turnedAway = 0
    }

    private static var burst: Duration { .seconds(1) }

    private let step: Duration
    /// How many are remembered that haven't their whole share.
    private let remembered: Int
    private let servers: @Sendable () -> Int
    private let state = Mutex(State())

    /// - Parameter servers: How many servers share the rate now.
    init(
        perSecond: Int, remembered: Int = GatewayLimits.rememberedClients,
        servers: @escaping @Sendable () -> Int = { 1 }
    ) {
        step = .seconds(1) / max(1, perSecond)
        self.remembered = remembered
        self.servers = servers
    }

    /// Requests turned away so far.
    var turnedAway: Int { state.withLock { $0.turnedAway } }

    /// How many are remembered.
    var count: Int { state.withLock { $0.used.count } }

    /// Whether a request of a client is taken now; each yes counts.
    func admits(_ client: Client, at now: Duration) -> Bool {
        let part = step * max(1, servers())
        return state.withLock { state in
            let used = state.used[client]
            let next = max(now, used ?? now) + part
            // A part may be longer than the burst: one request is always accepted after a pause.
            guard next - now <= max(Self.burst, part) else {
                state.turnedAway += 1
                return false
            }
            if used == nil, state.used.count >= remembered { Self.makeRoom(in: &state.used, now) }
            state.used[client] = next
            return true
        }
    }

    /// Forgets those that have their whole share, or else the one that has it soonest.
    private static func makeRoom(in used: inout [Client: Duration], _ now: Duration) {
        let count = used.count
        used = used.filter { $0.value > now }
        guard used.count == count, let soonest = used.min(by: { $0.value < $1.value }) else {
            return
        }
        used[soonest.key] = nil
    }
}

/// A client that has proved who it is.
struct RatedClient: Hashable, Sendable {
    let dialect: String
    let name: String
    /// Whether it is all who need no secret, by their merchant's name.
    var isOpen = false

    /// All clients of a merchant who need no secret, as one.
    static func open(of merchant: MerchantID, dialect: String) -> RatedClient {
        RatedClient(dialect: dialect, name: merchant.value, isOpen: true)
    }
}
