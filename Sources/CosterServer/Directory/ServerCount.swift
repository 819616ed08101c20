import Synchronization

/// How many servers use the same database, as one of them last saw it.
package final class ServerCount: Sendable {
    /// How long after its last report a server counts as running, in seconds: three of its beats. A server that is
    /// silent for longer isn't waited for, and accepts no request before it has read the database again.
    package static let aliveSeconds: Int64 = 10

    private let count = Atomic<Int>(1)

    /// The servers, this one among them.
    package var value: Int { count.load(ordering: .relaxed) }

    /// Notes what was seen; this one runs in any case.
    package func set(_ seen: Int) {
        count.store(max(1, seen), ordering: .relaxed)
    }
}
