import HummingbirdCore
import Synchronization

/// Stops accepting connections at the limit, until one closes; further ones wait in the system's
/// queue.
struct ConnectionGate: AvailableConnectionsDelegate {
    let limit: Int
    let counts: ConnectionCounts

    func connectionOpened() {
        counts.open.add(1, ordering: .relaxed)
    }

    func connectionClosed() {
        counts.open.subtract(1, ordering: .relaxed)
    }

    func isAcceptingNewConnections() -> Bool {
        if counts.open.load(ordering: .relaxed) < limit { return true }
        counts.pauses.add(1, ordering: .relaxed)
        return false
    }
}

/// How many connections there are, and how often there were too many.
final class ConnectionCounts: Sendable {
    let open = Atomic(0)
    let pauses = Atomic(0)
}
