import PaymentDomain
import Synchronization

/// The sealing keys of a running server; they can be replaced while it runs.
///
/// A look-up holds the lock for one step in a table, a small part of the cost of sealing.
final class KeysInUse: Sendable {
    private struct Keys {
        var sealing: [String: SealingKey]
        var current: [MerchantID: SealingKey]
        /// Those that the last replacement took away.
        var retired: [String: SealingKey]
    }

    private let keys: Mutex<Keys>

    init(_ keys: VaultKeys) {
        self.keys = Mutex(Keys(sealing: keys.sealing, current: keys.current, retired: [:]))
    }

    /// The key that seals a merchant's records now.
    func current(of merchant: MerchantID) -> SealingKey? {
        keys.withLock { $0.current[merchant] }
    }

    /// The key of that name.
    func key(_ id: String) -> SealingKey? {
        keys.withLock { $0.sealing[id] ?? $0.retired[id] }
    }

    /// Opens with one more key.
    func add(_ key: SealingKey?) {
        guard let key else { return }
        keys.withLock { keys in
            if keys.sealing[key.id] == nil { keys.sealing[key.id] = key }
        }
    }

    /// Takes other keys into use.
    ///
    /// A key that is gone from the database still opens until the next replacement: a row may have been read just
    /// before it was resealed.
    func replace(with next: VaultKeys) {
        keys.withLock { keys in
            let retired = keys.sealing.filter { next.sealing[$0.key] == nil }
            keys = Keys(sealing: next.sealing, current: next.current, retired: retired)
        }
    }
}
