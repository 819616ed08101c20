import Synchronization

/// Whether the server is about to stop: it finishes what it has, and takes nothing new.
final class DrainState: Sendable {
    private let draining = Atomic(false)

    /// Whether it is.
    var isDraining: Bool { draining.load(ordering: .relaxed) }

    /// From now on it is; there is no way back.
    func begin() {
        draining.store(true, ordering: .relaxed)
    }
}
