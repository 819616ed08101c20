import Crypto
import PaymentDomain

/// A data key, sealed under the master key: what the books keep of it.
public struct WrappedKey: Redacted, Hashable {
    /// What a data key is for.
    public enum Purpose: String, Sendable, Hashable, CaseIterable {
        /// It seals records; there is a new one with each rotation.
        case sealing
        /// Fingerprints, handles and digests come from it; it stays, or no card would be found
        /// again.
        case hashing
    }

    /// Names the key in sealed records.
    public let id: String
    /// What it is for.
    public let purpose: Purpose
    /// 1 for the first key of a purpose; the highest is the current one.
    public let generation: Int
    /// Nonce, sealed key, tag.
    public let bytes: [UInt8]

    /// A wrapped key as the books kept it.
    public init(id: String, purpose: Purpose, generation: Int, bytes: [UInt8]) {
        self.id = id
        self.purpose = purpose
        self.generation = generation
        self.bytes = bytes
    }

    /// `WrappedKey(sealing 1)`.
    public var redacted: String { "WrappedKey(\(purpose.rawValue) \(generation))" }

    /// Makes a new data key and wraps it.
    static func new(
        _ purpose: Purpose, generation: Int, under master: MasterKey
    ) throws(VaultError) -> (wrapped: WrappedKey, key: SymmetricKey) {
        let key = SymmetricKey(size: .bits256)
        let id = "\(purpose.rawValue.prefix(1))\(generation)-\(randomSuffix())"
        let binding = WrappedKey.binding(id: id, purpose: purpose, generation: generation)
        let bytes = try AuthenticatedCipher.seal(
            key.withUnsafeBytes { Array($0) }, under: master.key, binding: binding)
        let wrapped = WrappedKey(id: id, purpose: purpose, generation: generation, bytes: bytes)
        return (wrapped, key)
    }

    /// Opens the key, or gives nil where it does not open under this master key.
    func unwrapped(with master: MasterKey) -> SymmetricKey? {
        let binding = WrappedKey.binding(id: id, purpose: purpose, generation: generation)
        guard
            let opened = AuthenticatedCipher.open(bytes, under: master.key, binding: binding),
            opened.count == VaultLimits.keyBytes
        else { return nil }
        return SymmetricKey(data: opened)
    }

    /// All that the row says of the key is bound to it, so that no key can be passed off as
    /// another.
    private static func binding(id: String, purpose: Purpose, generation: Int) -> [UInt8] {
        var binding = LengthPrefixed(label: "coster wrapped key 1")
        binding.append(id)
        binding.append(purpose.rawValue)
        binding.append(String(generation))
        return binding.bytes
    }

    private static func randomSuffix() -> String {
        let word = UInt32.random(in: .min ... .max)
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }
}
