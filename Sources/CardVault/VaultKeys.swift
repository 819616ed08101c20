import Crypto
import PaymentDomain

/// The vault's keys, opened: a ring of sealing keys, and the keys for hashes.
///
/// The hash keys come from a wrapped key of their own, so that they survive the rotation of sealing
/// keys: a card's fingerprint and handle stay the same for ever.
public struct VaultKeys: Redacted {
    let ring: VaultKeyRing
    let hashes: VaultHashes

    /// Opens the kept keys, and makes those that a new installation lacks.
    ///
    /// - Parameters:
    ///   - master: Wraps all others.
    ///   - existing: What the books keep; empty on the first start.
    /// - Returns: The keys, and what is to be written to the books before anything is sealed with
    ///   them.
    /// - Throws: ``VaultError/wrongMasterKey``, ``VaultError/keyDamaged``,
    ///   ``VaultError/keyMissing``.
    public static func bootstrap(
        master: MasterKey, existing: [WrappedKey]
    ) throws(VaultError) -> (keys: VaultKeys, new: [WrappedKey]) {
        if existing.isEmpty {
            let sealing = try WrappedKey.new(.sealing, generation: 1, under: master)
            let hashing = try WrappedKey.new(.hashing, generation: 1, under: master)
            let ring = VaultKeyRing(currentID: sealing.wrapped.id, current: sealing.key)
            let keys = VaultKeys(ring: ring, hashes: VaultHashes(root: hashing.key))
            return (keys, [sealing.wrapped, hashing.wrapped])
        }
        return (try opened(existing, with: master), [])
    }

    /// A new current sealing key; the older ones still open what they sealed.
    ///
    /// - Returns: The keys, and the one to be written to the books first.
    public func rotated(under master: MasterKey) throws(VaultError) -> (
        keys: VaultKeys, new: WrappedKey
    ) {
        let made = try WrappedKey.new(
            .sealing, generation: ring.generation + 1, under: master)
        let next = try ring.adding(made.key, id: made.wrapped.id)
        return (VaultKeys(ring: next, hashes: hashes), made.wrapped)
    }

    /// Names the key that seals now.
    public var currentKeyID: String { ring.currentID }

    /// `VaultKeys`.
    public var redacted: String { "VaultKeys" }

    private static func opened(
        _ existing: [WrappedKey], with master: MasterKey
    ) throws(VaultError) -> VaultKeys {
        let ordered = existing.sorted { $0.generation < $1.generation }
        let keys = ordered.map { $0.unwrapped(with: master) }
        guard keys.contains(where: { $0 != nil }) else { throw .wrongMasterKey }
        var ring: VaultKeyRing?
        var hashing: SymmetricKey?
        for (wrapped, opened) in zip(ordered, keys) {
            guard let key = opened else { throw .keyDamaged }
            switch wrapped.purpose {
            case .sealing:
                if let older = ring {
                    ring = try older.adding(
                        key, id: wrapped.id, generation: wrapped.generation)
                } else {
                    ring = VaultKeyRing(
                        currentID: wrapped.id, current: key, generation: wrapped.generation)
                }
            case .hashing: hashing = key
            }
        }
        guard let ring, let hashing else { throw .keyMissing }
        return VaultKeys(ring: ring, hashes: VaultHashes(root: hashing))
    }
}
