import PaymentDomain

/// What is written before the first byte leaves for the acquirer. The cryptogram is not: an
/// authorization without an answer is undone and never sent again, so nobody would read it.
public struct AuthorizationIntent: Sendable {
    /// The payment, in state `authorizing`. Its handle is a proposal: a card seen before keeps its own.
    public var payment: Payment
    /// The card.
    public var card: ProposedCard
    /// What the reply and a renewal need of the card and the request.
    public var details: AuthorizationDetails
    /// The Apple transaction that it spends, and the cryptogram.
    public var spentToken: SpentToken?
    /// The idempotency key that it claims.
    public var claim: IdempotencyClaim?
    /// The registration that it spends; what was kept under it is erased.
    public var registration: RegistrationID?
    /// What clients call it.
    public var transaction: TransactionName?
    /// What it renews, if it renews an earlier payment. Nothing begins if the order has changed since it was read, so that
    /// of two renewals at two servers one begins.
    public var renewal: Renewal?
    /// After this moment without an outcome it counts as abandoned.
    public var deadline: Timestamp
    /// The trace number of its message, which is sent at the payment's beginning.
    public var traceNumber: Int64

    /// An intent.
    public init(
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
    public var identity: MessageIdentity {
        MessageIdentity(traceNumber: traceNumber, transmittedAt: payment.createdAt)
    }
}

/// The renewal of a payment by a newer authorization of its order.
public struct Renewal: Sendable, Hashable {
    /// The order.
    public let name: OrderName
    /// The order as it was read.
    public let order: OrderRecord
    /// The payment that is renewed.
    let renewedID: PaymentID

    /// The renewal of a payment of an order.
    public init(of payment: PaymentID, _ name: OrderName, asRead order: OrderRecord) {
        self.name = name
        self.order = order
        renewedID = payment
    }

    /// The payment that is renewed: a lapsed hold, or one that came to nothing.
    public var renewed: OrderedPayment? {
        order.payments.first { $0.payment.id == renewedID }
    }

    /// The lapsed hold that is renewed, if there is one.
    public var hold: Payment? {
        guard let payment = renewed?.payment, payment.state == .authorized else { return nil }
        return payment
    }
}

/// What of a card and its authorization is not secret.
public struct AuthorizationDetails: Sendable, Hashable {
    /// First six digits.
    public var issuerPrefix: String
    /// Last four digits.
    public var lastFour: String
    /// Last four of the plastic card, where Apple told them.
    public var originalLastFour: String?
    /// The network.
    public var network: CardNetwork?
    /// The card's end at this payment; nil for a credit to a card whose end no one told.
    public var expiry: CardExpiry?
    /// How the card came.
    public var entryMode: AcquirerAuthorization.EntryMode
    /// Which dialect asked.
    public var dialect: String
    /// How the merchant is known at the acquirer; advices carry the same.
    public var merchant: AcquirerMerchant

    /// The details.
    public init(
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
