import HummingbirdCore
import Synchronization

/// Stops accepting connections when the spare ones are taken too, until one closes; further ones wait
/// in the system's queue.
struct ConnectionGate: AvailableConnectionsDelegate {
    let counts: ConnectionCounts

    func connectionOpened() {
        counts.open.add(1, ordering: .relaxed)
    }

    func connectionClosed() {
        counts.open.subtract(1, ordering: .relaxed)
    }

    func isAcceptingNewConnections() -> Bool {
        if counts.open.load(ordering: .relaxed) < counts.kept + counts.spare { return true }
        counts.pauses.add(1, ordering: .relaxed)
        return false
    }
}

/// How many connections there are and may be, and how often there were too many.
final class ConnectionCounts: Sendable {
    /// How many may stay for as many requests as they like.
    let kept: Int
    /// How many more there may be, each for one reply.
    let spare: Int
    let open = Atomic(0)
    let pauses = Atomic(0)

    init(kept: Int, spare: Int) {
        self.kept = kept
        self.spare = spare
    }

    /// Whether there are more than may stay.
    var areTooMany: Bool { open.load(ordering: .relaxed) > kept }
}
