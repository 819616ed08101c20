import StrictCoding
import Crypto
import PaymentDomain

/// A data key in the database, sealed under the master key.
package struct WrappedKey: Redacted, Hashable {
    /// The purpose of a data key.
    package enum Purpose: String, Sendable, Hashable, CaseIterable {
        /// It seals the records of one merchant; there is a new one each period and with each
        /// rotation.
        case sealing
        /// Fingerprints, handles and digests come from it; it stays, or no card would be found
        /// again.
        case hashing
    }

    /// Names the key in sealed records.
    package let id: String
    package let purpose: Purpose
    /// The merchant whose records it seals; nil for the key for hashes.
    package let merchant: MerchantID?
    /// Which master key wraps it: ``MasterKey/id``.
    package let masterID: String
    /// 1 for the first key of a merchant; the highest is the current one.
    package let generation: Int
    /// When it was made.
    package let createdAt: Timestamp
    /// Whether it opens, but seals no more. The only thing that changes, and so not bound.
    package let isRetiring: Bool
    /// Nonce, sealed key, tag.
    package let bytes: [UInt8]

    /// A wrapped key from the database.
    package init(
        id: String, purpose: Purpose, merchant: MerchantID?, masterID: String, generation: Int,
        createdAt: Timestamp, isRetiring: Bool, bytes: [UInt8]
    ) {
        self.id = id
        self.purpose = purpose
        self.merchant = merchant
        self.masterID = masterID
        self.generation = generation
        self.createdAt = createdAt
        self.isRetiring = isRetiring
        self.bytes = bytes
    }

    /// `WrappedKey(sealing 1)`.
    package var redacted: String { "WrappedKey(\(purpose.rawValue) \(generation))" }

    /// The same key under another master key.
    ///
    /// - Throws: ``VaultError/keyDamaged`` if it doesn't open under the first one.
    package func rewrapped(
        from old: MasterKey, under new: MasterKey
    ) throws(VaultError) -> WrappedKey {
        guard let key = unwrapped(with: old) else { throw .keyDamaged }
        return try with(master: new.id, bytes: []).sealing(key, under: new)
    }

    /// Makes a new data key and wraps it.
    static func new(
        _ purpose: Purpose, merchant: MerchantID?, generation: Int, under master: MasterKey,
        at now: Timestamp
    ) throws(VaultError) -> (wrapped: WrappedKey, key: SymmetricKey) {
        let key = SymmetricKey(size: .bits256)
        let suffix = UInt64.random(in: .min ... .max).bigEndian
        let name = withUnsafeBytes(of: suffix) { Hex.encode($0) }
        let unsealed = WrappedKey(
            id: "\(purpose.rawValue.prefix(1))\(generation)-\(name)", purpose: purpose,
            merchant: merchant, masterID: master.id, generation: generation, createdAt: now,
            isRetiring: false, bytes: [])
        return (try unsealed.sealing(key, under: master), key)
    }

    /// Opens the key, or gives nil if it doesn't open under this master key.
    func unwrapped(with master: MasterKey) -> SymmetricKey? {
        guard
            let opened = AuthenticatedCipher.open(bytes, under: master.key, binding: binding),
            opened.count == VaultLimits.keyBytes
        else { return nil }
        return SymmetricKey(data: opened)
    }

    private func sealing(
        _ key: SymmetricKey, under master: MasterKey
    ) throws(VaultError) -> WrappedKey {
        let sealed = try AuthenticatedCipher.seal(
            key.withUnsafeBytes { Array($0) }, under: master.key, binding: binding)
        return with(master: masterID, bytes: sealed)
    }

    private func with(master: String, bytes: [UInt8]) -> WrappedKey {
        WrappedKey(
            id: id, purpose: purpose, merchant: merchant, masterID: master,
            generation: generation, createdAt: createdAt, isRetiring: isRetiring, bytes: bytes)
    }

    /// The row's description of the key is bound to it, so that no key can pass as another.
    private var binding: [UInt8] {
        var binding = LengthPrefixed(label: "coster wrapped key 2")
        binding.append(id)
        binding.append(purpose.rawValue)
        binding.append(merchant == nil ? "no merchant" : "merchant")
        binding.append(merchant?.value ?? "")
        binding.append(masterID)
        binding.append(String(generation))
        binding.append(String(createdAt.milliseconds))
        return binding.bytes
    }
}
