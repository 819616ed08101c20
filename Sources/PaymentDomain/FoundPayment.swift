/// A payment as an inquiry reports it.
package struct FoundPayment: Sendable, Hashable {
    package var state: PaymentState
    package var amounts: PaymentAmounts
    /// The requested amount.
    package var requested: Money
    /// The card token.
    package var handle: VaultHandle
    /// First six digits of the card number that was charged.
    package var issuerPrefix: String
    /// Its last four digits.
    package var lastFour: String
    /// The card's end at this payment.
    package var expiry: CardExpiry?
    /// Whether the card came out of a device.
    package var isWallet: Bool
    /// The issuer's approval code.
    package var authorizationCode: String?
    /// Why it was declined, if it was.
    package var declineReason: DeclineReason?
    /// When its newest approved capture was requested.
    package var capturedAt: Timestamp?
    /// Whether its own request is still telling the acquirer of that capture, which may yet refuse it.
    package var isCaptureInWork = false
    /// Whether nothing more can be captured; the remainder is released.
    package var isClosed = false
    /// Whether a part of the captured amount is settled.
    package var isSettled: Bool

    /// A payment with the fields that each has; set the others afterwards.
    package init(
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
package struct FoundBatch: Sendable, Hashable {
    /// Its number, from 1; nil for the open one.
    package var number: Int64?
    /// When it was closed.
    package var closedAt: Timestamp?

    package init(number: Int64?, closedAt: Timestamp?) {
        self.number = number
        self.closedAt = closedAt
    }
}

/// A batch that was closed, with what was settled in it.
package struct SettledBatch: Sendable, Hashable {
    /// One capture, refund or credit in it.
    package struct Entry: Sendable, Hashable {
        /// The number of the transaction that a client knows: the payment's for a capture, the refund's own.
        package var number: TransactionNumber
        package var kind: TransactionKind
        /// The shop's own name of the order.
        package var orderReference: String
        /// How much.
        package var amount: Money
        /// The issuer's approval code.
        package var authorizationCode: String?
        package var network: CardNetwork?

        package init(
            number: TransactionNumber, kind: TransactionKind, orderReference: String, amount: Money,
            authorizationCode: String?, network: CardNetwork?
        ) {
            self.number = number
            self.kind = kind
            self.orderReference = orderReference
            self.amount = amount
            self.authorizationCode = authorizationCode
            self.network = network
        }
    }

    /// Its number, from 1.
    package var number: Int64
    /// When it was closed.
    package var closedAt: Timestamp
    /// The entries of the merchant that asks.
    package var entries: [Entry]
    /// Whether there is more than a list has room for, in it or after it.
    package var isCut = false

    package init(number: Int64, closedAt: Timestamp, entries: [Entry]) {
        self.number = number
        self.closedAt = closedAt
        self.entries = entries
    }
}
