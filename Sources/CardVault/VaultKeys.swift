import Crypto
import PaymentDomain

/// The vault's keys, opened: sealing keys for each merchant, and the key for hashes.
///
/// The hash keys come from a wrapped key of their own, so that they survive the rotation of sealing
/// keys: a card's fingerprint and handle stay the same for ever.
package struct VaultKeys: Redacted {
    /// All sealing keys by name; each opens what it sealed.
    let sealing: [String: SealingKey]
    /// The one that seals now, for each merchant: its newest that is not retiring.
    let current: [MerchantID: SealingKey]
    let hashes: VaultHashes
    /// The name of the key for hashes. Other databases have another; those of one installation keep theirs forever.
    let hashingKeyID: String

    private init(sealing: [String: SealingKey], hashes: VaultHashes, hashingKeyID: String) {
        self.sealing = sealing
        self.hashes = hashes
        self.hashingKeyID = hashingKeyID
        current = sealing.values.reduce(into: [:]) { current, key in
            guard !key.isRetiring else { return }
            if let other = current[key.merchant], key < other { return }
            current[key.merchant] = key
        }
    }

    /// Opens the stored keys; a new database gets the key for hashes, and sealing keys from ``made(for:under:at:)``.
    ///
    /// - Parameters:
    ///   - master: Wraps all others.
    ///   - existing: The stored keys; empty on the first start.
    /// - Returns: The keys, and those to be written to the database before any use.
    /// - Throws: As ``opened(master:existing:)``.
    package static func bootstrap(
        master: MasterKey, existing: [WrappedKey], at now: Timestamp
    ) throws(VaultError) -> (keys: VaultKeys, new: [WrappedKey]) {
        guard existing.isEmpty else { return (try opened(master: master, existing: existing), []) }
        let hashing = try WrappedKey.new(
            .hashing, merchant: nil, generation: 1, under: master, at: now)
        let keys = VaultKeys(
            sealing: [:], hashes: VaultHashes(root: hashing.key), hashingKeyID: hashing.wrapped.id)
        return (keys, [hashing.wrapped])
    }

    /// Opens the stored keys.
    ///
    /// While the master key is being changed, every key is stored twice, and either master opens all.
    ///
    /// - Throws: ``VaultError/wrongMasterKey`` if none is wrapped by this master, ``VaultError/keyMissing`` if one of
    ///   them isn't, or if the key for hashes is gone, ``VaultError/keyDamaged``, ``VaultError/tooLarge``.
    package static func opened(
        master: MasterKey, existing: [WrappedKey]
    ) throws(VaultError) -> VaultKeys {
        guard !existing.isEmpty else { throw .keyMissing }
        let ours = existing.filter { $0.masterID == master.id }
        guard !ours.isEmpty else { throw .wrongMasterKey }
        guard Set(ours.map(\.id)) == Set(existing.map(\.id)) else { throw .keyMissing }
        var sealing: [String: SealingKey] = [:]
        var counts: [MerchantID: Int] = [:]
        var hashing: (id: String, key: SymmetricKey)?
        for wrapped in ours {
            guard let key = wrapped.unwrapped(with: master) else { throw .keyDamaged }
            switch wrapped.purpose {
            case .sealing:
                guard let opened = SealingKey(wrapped, key: key) else { throw .keyDamaged }
                counts[opened.merchant, default: 0] += 1
                guard counts[opened.merchant, default: 0] <= VaultLimits.generations else {
                    throw .tooLarge
                }
                sealing[opened.id] = opened
            case .hashing: hashing = (wrapped.id, key)
            }
        }
        guard let hashing else { throw .keyMissing }
        return VaultKeys(
            sealing: sealing, hashes: VaultHashes(root: hashing.key), hashingKeyID: hashing.id)
    }

    /// A new sealing key for a merchant; its older ones still open their records.
    ///
    /// - Returns: The keys, and the one to be written to the database first.
    package func made(
        for merchant: MerchantID, under master: MasterKey, at now: Timestamp
    ) throws(VaultError) -> (keys: VaultKeys, new: WrappedKey) {
        let (keys, new) = try made(forEachOf: [merchant], under: master, at: now)
        guard let made = new.first else { throw .noKey }
        return (keys, made)
    }

    /// A new sealing key for each of some merchants, in one pass over the keys.
    ///
    /// - Returns: The keys, and those to be written to the database first.
    package func made(
        forEachOf merchants: Set<MerchantID>, under master: MasterKey, at now: Timestamp
    ) throws(VaultError) -> (keys: VaultKeys, new: [WrappedKey]) {
        guard !merchants.isEmpty else { return (self, []) }
        let older = Dictionary(
            grouping: sealing.values.filter { merchants.contains($0.merchant) }, by: \.merchant)
        var next = sealing
        var new: [WrappedKey] = []
        for merchant in merchants {
            let all = older[merchant] ?? []
            guard all.count < VaultLimits.generations else { throw .tooLarge }
            let newest = all.map(\.generation).max() ?? 0
            let made = try WrappedKey.new(
                .sealing, merchant: merchant, generation: newest + 1, under: master, at: now)
            next[made.wrapped.id] = SealingKey(made.wrapped, key: made.key)
            new.append(made.wrapped)
        }
        let keys = VaultKeys(sealing: next, hashes: hashes, hashingKeyID: hashingKeyID)
        return (keys, new)
    }

    /// Which of these merchants need a new sealing key: they have none yet, or their newest is as
    /// old as the period.
    ///
    /// - Parameter period: In seconds.
    package func missing(
        merchants: [MerchantID], at now: Timestamp, period: Int64 = VaultLimits.keyPeriodSeconds
    ) -> [MerchantID] {
        merchants.filter { merchant in
            guard let key = current[merchant] else { return true }
            return key.createdAt.adding(seconds: period) <= now
        }
    }

    /// The name of the key that seals a merchant's records now, if there is one.
    package func currentKeyID(of merchant: MerchantID) -> String? {
        current[merchant]?.id
    }

    /// The merchants that have sealing keys.
    package var merchants: Set<MerchantID> { Set(sealing.values.map(\.merchant)) }

    /// `VaultKeys`.
    package var redacted: String { "VaultKeys" }
}

extension SealingKey {
    /// By generation; two of one generation, which the database doesn't allow, by name.
    fileprivate static func < (left: SealingKey, right: SealingKey) -> Bool {
        (left.generation, left.id) < (right.generation, right.id)
    }
}
