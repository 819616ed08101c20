import Synchronization

/// Counts the open connections, up to a limit.
final class ConnectionCount: Sendable {
    private let open = Mutex(0)

    /// Whether there is room for another one, which counts from now on.
    func enter() -> Bool {
        open.withLock { open in
            guard open < ValidationServerLimits.connections else { return false }
            open += 1
            return true
        }
    }

    func leave() {
        open.withLock { $0 -= 1 }
    }
}
