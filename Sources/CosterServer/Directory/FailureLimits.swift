import Gateway
import Synchronization

/// How many passwords may be tried: for one client from one address, and from one address for whichever clients.
///
/// Each try takes a part of a share, which fills up again with time; the right password gives its part back. So a
/// stranger soon costs nothing, while clients at other addresses go on. Passwords that are known, right or wrong,
/// need no try.
///
/// Source: ITU-T I.371, the generic cell rate algorithm; OWASP, Authentication, account lockout.
final class FailureLimits: Sendable {
    /// A share: how many tries it has when it is full, and how long one try takes to come back.
    private struct Share {
        let tries: Int
        let refill: Duration
    }

    private enum Key: Hashable {
        case client(String, ClientAddress)
        case address(ClientAddress)

        var share: Share {
            switch self {
            case .client: Share(tries: 8, refill: .seconds(8))
            // Half of the checks that may wait, so that other addresses keep the other half.
            case .address: Share(tries: 16, refill: .seconds(1))
            }
        }
    }

    /// When each share is full again.
    private let full = Mutex<[Key: Duration]>([:])
    /// How many shares are remembered that are not full.
    private let remembered: Int
    private let uptime: @Sendable () -> Duration

    init(
        remembered: Int = 4_096,
        uptime: @escaping @Sendable () -> Duration = SystemClock.engine.uptime
    ) {
        self.remembered = remembered
        self.uptime = uptime
    }

    /// How many shares are remembered.
    var count: Int { full.withLock { $0.count } }

    /// Takes a try of a client; false if its share or its address's is used up.
    func admits(_ name: String, from address: ClientAddress) -> Bool {
        let now = uptime()
        let keys = [Key.client(name, address), .address(address)]
        return full.withLock { full in
            let next = keys.map { max(now, full[$0] ?? now) + $0.share.refill }
            guard zip(keys, next).allSatisfy({ $1 - now <= $0.share.refill * $0.share.tries })
            else { return false }
            let added = keys.count { full[$0] == nil }
            while full.count + added > remembered {
                guard FailureLimits.makeRoom(in: &full, besides: keys, at: now) else { break }
            }
            for (key, time) in zip(keys, next) { full[key] = time }
            return true
        }
    }

    /// Gives a try back that was right.
    func giveBack(_ name: String, from address: ClientAddress) {
        full.withLock { full in
            for key in [Key.client(name, address), .address(address)] {
                if let time = full[key] { full[key] = time - key.share.refill }
            }
        }
    }

    /// Forgets the shares that are full, or else the one that is full soonest; never those that a try is taken of.
    ///
    /// - Returns: Whether any was forgotten.
    private static func makeRoom(
        in full: inout [Key: Duration], besides used: [Key], at now: Duration
    ) -> Bool {
        let count = full.count
        full = full.filter { $0.value > now || used.contains($0.key) }
        guard full.count == count else { return true }
        let others = full.lazy.filter { !used.contains($0.key) }
        guard let soonest = others.min(by: { $0.value < $1.value }) else { return false }
        full[soonest.key] = nil
        return true
    }
}
