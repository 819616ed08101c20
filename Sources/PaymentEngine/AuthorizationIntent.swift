import PaymentDomain

/// An authorization's intent, written before the first byte leaves for the acquirer. The cryptogram isn't written: an
/// authorization without an answer is reversed and never sent again, so nothing would read it.
package struct AuthorizationIntent: Sendable {
    /// The payment, in state `authorizing`. Its handle is a proposal: a card seen before keeps its own.
    package var payment: Payment
    package var card: ProposedCard
    /// The details of the card and the request that the reply and a renewal need.
    package var details: AuthorizationDetails
    /// The Apple transaction that it spends, and the cryptogram.
    package var spentToken: SpentToken?
    /// The idempotency key that it claims.
    package var claim: IdempotencyClaim?
    /// The registration that it spends; what was kept under it is erased.
    package var registration: RegistrationID?
    /// The client's name of the transaction.
    package var transaction: TransactionName?
    /// The earlier payment that this one renews, if any. Nothing begins if the order has changed since it was read, so
    /// only one of two renewals at two servers begins.
    package var renewal: Renewal?
    /// Without an outcome by this time it counts as abandoned.
    package var deadline: Timestamp
    /// The trace number of its message, which is sent at the payment's beginning.
    package var traceNumber: Int64
    /// The request that asks for it.
    package var requestID: RequestIdentifier?

    package init(
        payment: Payment, card: ProposedCard, details: AuthorizationDetails,
        spentToken: SpentToken?, claim: IdempotencyClaim?, deadline: Timestamp,
        traceNumber: Int64
    ) {
        self.payment = payment
        self.card = card
        self.details = details
        self.spentToken = spentToken
        self.claim = claim
        self.deadline = deadline
        self.traceNumber = traceNumber
    }

    /// How the acquirer knows its message.
    package var identity: MessageIdentity {
        MessageIdentity(traceNumber: traceNumber, transmittedAt: payment.createdAt)
    }
}

/// The renewal of a payment by a newer authorization of its order.
package struct Renewal: Sendable, Hashable {
    package let name: OrderName
    /// The order as it was read.
    package let order: OrderRecord
    let renewedID: PaymentID

    /// The renewal of a payment of an order.
    package init(of payment: PaymentID, _ name: OrderName, asRead order: OrderRecord) {
        self.name = name
        self.order = order
        renewedID = payment
    }

    /// The payment that is renewed: an expired authorization, or one that failed.
    package var renewed: OrderedPayment? {
        order.payments.first { $0.payment.id == renewedID }
    }

    /// The expired authorization that is renewed, if there is one.
    package var hold: Payment? {
        guard let payment = renewed?.payment, payment.state == .authorized else { return nil }
        return payment
    }
}

/// The details of a card and its authorization that aren't secret.
package struct AuthorizationDetails: Sendable, Hashable {
    /// First six digits.
    package var issuerPrefix: String
    /// Last four digits.
    package var lastFour: String
    /// Last four of the plastic card, if Apple sent them.
    package var originalLastFour: String?
    package var network: CardNetwork?
    /// The card's expiry at this payment; nil for a credit to a card whose expiry no client sent.
    package var expiry: CardExpiry?
    /// How the card came.
    package var entryMode: AcquirerAuthorization.EntryMode
    /// Which dialect asked.
    package var dialect: String
    /// How the merchant is known at the acquirer; advices carry the same.
    package var merchant: AcquirerMerchant
    /// What the client keeps with the payment, as JSON text.
    package var metadata: String?

    package init(
        issuerPrefix: String, lastFour: String, originalLastFour: String?,
        network: CardNetwork?, expiry: CardExpiry?,
        entryMode: AcquirerAuthorization.EntryMode, dialect: String, merchant: AcquirerMerchant
    ) {
        self.issuerPrefix = issuerPrefix
        self.lastFour = lastFour
        self.originalLastFour = originalLastFour
        self.network = network
        self.expiry = expiry
        self.entryMode = entryMode
        self.dialect = dialect
        self.merchant = merchant
    }
}
