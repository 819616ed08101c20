/// A payment as an inquiry reports it.
public struct FoundPayment: Sendable, Hashable {
    /// Its state.
    public var state: PaymentState
    /// The amounts.
    public var amounts: PaymentAmounts
    /// The requested amount.
    public var requested: Money
    /// The card token.
    public var handle: VaultHandle
    /// First six digits of the card number that was charged.
    public var issuerPrefix: String
    /// Its last four digits.
    public var lastFour: String
    /// The card's end at this payment.
    public var expiry: CardExpiry?
    /// Whether the card came out of a device.
    public var isWallet: Bool
    /// Why it was declined, if it was.
    public var declineReason: DeclineReason?
    /// When its newest approved capture was requested.
    public var capturedAt: Timestamp?
    /// Whether its own request is still telling the acquirer of that capture, which may yet refuse it.
    public var isCaptureInWork = false
    /// Whether nothing more can be captured; the remainder is released.
    public var isClosed = false
    /// Whether a part of the captured amount is settled.
    public var isSettled: Bool

    /// A payment with the fields that each has; set the others afterwards.
    public init(
        state: PaymentState, amounts: PaymentAmounts, requested: Money, handle: VaultHandle,
        issuerPrefix: String, lastFour: String, isWallet: Bool, isSettled: Bool
    ) {
        self.state = state
        self.amounts = amounts
        self.requested = requested
        self.handle = handle
        self.issuerPrefix = issuerPrefix
        self.lastFour = lastFour
        self.isWallet = isWallet
        self.isSettled = isSettled
    }
}

/// A batch: the open one has no number and no time yet.
public struct FoundBatch: Sendable, Hashable {
    /// Its number, from 1; nil for the open one.
    public var number: Int64?
    /// When it was closed.
    public var closedAt: Timestamp?

    /// A batch.
    public init(number: Int64?, closedAt: Timestamp?) {
        self.number = number
        self.closedAt = closedAt
    }
}

/// A batch that was closed, with what was settled in it.
public struct SettledBatch: Sendable, Hashable {
    /// One capture, refund or credit in it.
    public struct Entry: Sendable, Hashable {
        /// The number of the transaction that a client knows: the payment's for a capture, the refund's own.
        public var number: TransactionNumber
        /// Its kind.
        public var kind: TransactionKind
        /// How much.
        public var amount: Money
        /// The issuer's approval code.
        public var authorizationCode: String?
        /// The network of the card.
        public var network: CardNetwork?

        /// An entry.
        public init(
            number: TransactionNumber, kind: TransactionKind, amount: Money,
            authorizationCode: String?, network: CardNetwork?
        ) {
            self.number = number
            self.kind = kind
            self.amount = amount
            self.authorizationCode = authorizationCode
            self.network = network
        }
    }

    /// Its number, from 1.
    public var number: Int64
    /// When it was closed.
    public var closedAt: Timestamp
    /// The entries of the merchant that asks.
    public var entries: [Entry]
    /// Whether there is more than a list has room for, in it or after it.
    public var isCut = false

    /// A batch.
    public init(number: Int64, closedAt: Timestamp, entries: [Entry]) {
        self.number = number
        self.closedAt = closedAt
        self.entries = entries
    }
}
