/// A card or an Apple Pay payload that is kept for one payment.
public struct RegisteredCard: Sendable, Hashable {
    /// The client's name of it from now on.
    public var id: RegistrationID
    /// First six digits of the card number, or of the device account number.
    public var issuerPrefix: String
    /// Its last four digits.
    public var lastFour: String
    /// The network, where we know it.
    public var network: CardNetwork?
    /// Its end; nil for a card that came without.
    public var expiry: CardExpiry?
    /// When it was kept.
    public var at: Timestamp

    /// A registration.
    public init(
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
public struct KeptCard: Sendable, Hashable {
    /// The card token.
    public var handle: VaultHandle
    /// Whether it had not been seen before.
    public var isNew: Bool
    /// First six digits.
    public var issuerPrefix: String
    /// Last four digits.
    public var lastFour: String
    /// The network, where we know it.
    public var network: CardNetwork?
    /// When it was kept.
    public var at: Timestamp

    /// A stored card.
    public init(
        handle: VaultHandle, isNew: Bool, issuerPrefix: String, lastFour: String,
        network: CardNetwork?, at: Timestamp
    ) {
        self.handle = handle
        self.isNew = isNew
        self.issuerPrefix = issuerPrefix
        self.lastFour = lastFour
        self.network = network
        self.at = at
    }
}
