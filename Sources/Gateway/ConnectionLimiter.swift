import HummingbirdCore
import Synchronization

/// Makes room for a connection that is one too many, by closing a silent one; stops accepting until
/// there is room. Further ones wait in the system's queue.
struct ConnectionLimiter: AvailableConnectionsDelegate {
    let counts: ConnectionCounts

    func connectionOpened() {
        let open = counts.open.add(1, ordering: .relaxed).newValue
        // The new connection is not known to `silent` yet, so that it is not the one that goes.
        if open > counts.limit { counts.silent.closeLongest() }
    }

    func connectionClosed() {
        counts.open.subtract(1, ordering: .relaxed)
    }

    func isAcceptingNewConnections() -> Bool {
        if counts.open.load(ordering: .relaxed) <= counts.limit { return true }
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
    /// Those without a request in progress.
    let silent: SilentConnections
    let open = Atomic(0)
    let pauses = Atomic(0)

    /// - Parameter newPerAddress: How many connections of one address may be without a first request;
    ///   nil for half of all.
    init(kept: Int, spare: Int, newPerAddress: Int? = nil) {
        self.kept = kept
        self.spare = spare
        silent = SilentConnections(newPerAddress: newPerAddress ?? max(1, (kept + spare) / 2))
    }

    /// How many there may be; one more is open while room is made for it.
    var limit: Int { kept + spare }

    /// Whether there are more than may stay.
    var areTooMany: Bool { open.load(ordering: .relaxed) > kept }
}
