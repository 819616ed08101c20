/// A card or an Apple Pay payload that is kept for one payment.
package struct RegisteredCard: Sendable, Hashable {
    /// The client's name of it from now on.
    package var id: RegistrationID
    /// First six digits of the card number, or of the device account number.
    package var issuerPrefix: String
    /// Its last four digits.
    package var lastFour: String
    /// The network, where we know it.
    package var network: CardNetwork?
    /// Its end; nil for a card that came without.
    package var expiry: CardExpiry?
    /// When it was kept.
    package var at: Timestamp

    package init(
        id: RegistrationID, issuerPrefix: String, lastFour: String, network: CardNetwork?,
        expiry: CardExpiry?, at: Timestamp
    ) {
        self.id = id
        self.issuerPrefix = issuerPrefix
        self.lastFour = lastFour
        self.network = network
        self.expiry = expiry
        self.at = at
    }
}

/// A card that is kept for good.
package struct KeptCard: Sendable, Hashable {
    /// The card token.
    package var handle: VaultHandle
    /// Whether it had not been seen before.
    package var isNew: Bool
    /// First six digits.
    package var issuerPrefix: String
    /// Last four digits.
    package var lastFour: String
    /// The network, where we know it.
    package var network: CardNetwork?
    /// Its end, if it is known.
    package var expiry: CardExpiry?
    /// When it was kept.
    package var at: Timestamp

    package init(
        handle: VaultHandle, isNew: Bool, issuerPrefix: String, lastFour: String,
        network: CardNetwork?, expiry: CardExpiry? = nil, at: Timestamp
    ) {
        self.expiry = expiry
        self.handle = handle
        self.isNew = isNew
        self.issuerPrefix = issuerPrefix
        self.lastFour = lastFour
        self.network = network
        self.at = at
    }
}
