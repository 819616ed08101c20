import PaymentDomain

/// What a sealed record is bound to: moved to another row, it does not open.
public struct SealBinding: Sendable, Hashable {
    /// What kind of thing is sealed.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A card number; its subject is the card's handle.
        case pan
        /// What is kept for one payment; its subject is the registration.
        case registration
        /// A merchant's private key; its subject is the hash of the public key, in hex.
        case privateKey
    }

    /// Whose.
    public let merchant: MerchantID
    /// Which row.
    public let subject: String
    /// What.
    public let kind: Kind

    /// A binding.
    public init(merchant: MerchantID, subject: String, kind: Kind) {
        self.merchant = merchant
        self.subject = subject
        self.kind = kind
    }

    /// A binding to the row of a card.
    public init(merchant: MerchantID, handle: VaultHandle, kind: Kind) {
        self.init(merchant: merchant, subject: handle.value, kind: kind)
    }

    /// The additional authenticated data: every part behind its length, and the key's name.
    func bytes(keyID: String) -> [UInt8] {
        var binding = LengthPrefixed(label: "coster sealed record 1")
        binding.append(merchant.value)
        binding.append(subject)
        binding.append(kind.rawValue)
        binding.append(keyID)
        return binding.bytes
    }
}
