import PaymentDomain

/// The associated data of a sealed record: moved to another row, it doesn't open.
package struct AssociatedData: Sendable, Hashable {
    /// The kinds of sealed content.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A card number; its subject is the card's handle.
        case pan
        /// The content of a registration for one payment; its subject is the registration.
        case registration
        /// The content of a profile's account; its subject is the profile, a slash, and the account's number.
        case account
        /// A merchant's private key; its subject is the hash of the public key, in hex.
        case privateKey
        /// The secret of a line to an acquirer; its subject is the line.
        case lineSecret
        /// The secret of an endpoint that events are sent to; its subject is the endpoint.
        case webhookSecret
    }

    package let merchant: MerchantID
    package let subject: String
    /// What.
    package let kind: Kind

    package init(merchant: MerchantID, subject: String, kind: Kind) {
        self.merchant = merchant
        self.subject = subject
        self.kind = kind
    }

    /// A binding to the row of a card.
    package init(merchant: MerchantID, handle: VaultHandle, kind: Kind) {
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
