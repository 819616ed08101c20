import PaymentDomain

/// The acquirer's answer to an advice.
public struct AdviceConclusion: Sendable {
    /// The advice.
    public var delivery: Delivery
    /// The refusal, or nil where it was acknowledged.
    public var refusal: DeclineReason?
    /// How the acquirer calls what it acknowledged, if it said so.
    public var acquirerReference: AcquirerReference?
    /// When.
    public var at: Timestamp
    /// When the worker may send the messages that follow: at once, unless a request sends them itself.
    public var followUpsDue: Timestamp

    /// An answer.
    public init(delivery: Delivery, refusal: DeclineReason?, at: Timestamp) {
        self.delivery = delivery
        self.refusal = refusal
        self.at = at
        followUpsDue = at
    }
}

/// An advice that waits in the books until the acquirer answers it.
public struct Delivery: Sendable, Hashable {
    /// What is told.
    public var advice: AcquirerAdvice
    /// The payment that it belongs to.
    public var paymentID: PaymentID
    /// How often it was told without an answer.
    public var attempts: Int
    /// When it is told next.
    public var dueAt: Timestamp
    /// Whose turn it is to tell: zero for the request itself, and one more for each worker that took it since.
    ///
    /// What is written under an earlier number than the books have is refused: whoever slept through its lease finds
    /// the books as another left them.
    public var lease: Int64
    /// Of one that a worker took: whether it is the capture of a sale whose client was not told that it stands. Its own
    /// request says so by putting it off, which counts a try; what a worker tries in vain of such a sale is not counted.
    public var isOfUntoldSale = false

    /// Whether it may have been sent before: by a worker whose lease has ended, or by the request. No request sends a
    /// reversal.
    var mayHaveBeenSent: Bool {
        attempts > 0 || lease > (advice.kind == .reversal ? 1 : 0)
    }

    /// An advice to be told.
    public init(
        advice: AcquirerAdvice, paymentID: PaymentID, attempts: Int, dueAt: Timestamp,
        lease: Int64 = 0
    ) {
        self.advice = advice
        self.paymentID = paymentID
        self.attempts = attempts
        self.dueAt = dueAt
        self.lease = lease
    }
}

/// An authorization as it stands in the books.
public struct StoredAuthorization: Sendable, Hashable {
    /// The payment.
    public var payment: Payment
    /// What is not secret about the card.
    public var details: AuthorizationDetails
    /// The issuer's approval code.
    public var authorizationCode: String?

    /// An authorization.
    public init(payment: Payment, details: AuthorizationDetails, authorizationCode: String?) {
        self.payment = payment
        self.details = details
        self.authorizationCode = authorizationCode
    }
}

/// A capture, refund or release as it stands in the books.
public struct StoredOperation: Sendable, Hashable {
    /// Names it.
    public var id: OperationID
    /// What it is.
    public var kind: AdviceKind
    /// How much.
    public var amount: Money
    /// The payment that it belongs to.
    public var paymentID: PaymentID
    /// The shop's own name of the order.
    public var orderReference: String
    /// Whether the acquirer has answered.
    public var isAnswered: Bool
    /// Its refusal, where it refused.
    public var refusal: DeclineReason?
    /// When it was reserved.
    public var at: Timestamp
    /// Whether the request that reserved it is telling the acquirer of it just now, or it is being taken back: what will
    /// come of it is not known yet. So it is too with the capture of a sale whose request ended before it had told its
    /// client that it stands. Of a ``StoredTransaction`` its state tells of the second.
    public var isInWork = false
    /// Whether its client heard that it is final before the acquirer answered.
    public var wasAccepted = false

    /// An operation.
    public init(
        id: OperationID, _ kind: AdviceKind, _ amount: Money, paymentID: PaymentID,
        orderReference: String, isAnswered: Bool, refusal: DeclineReason?, at: Timestamp
    ) {
        self.id = id
        self.kind = kind
        self.amount = amount
        self.paymentID = paymentID
        self.orderReference = orderReference
        self.isAnswered = isAnswered
        self.refusal = refusal
        self.at = at
    }
}

/// A batch that was closed.
public struct BatchSummary: Sendable, Hashable {
    /// Its number, from 1.
    public var number: Int64
    /// How many captures it holds.
    public var captures: Int
    /// How many refunds it holds.
    public var refunds: Int
    /// What was captured less what was refunded, by currency, in minor units; may be negative.
    public var netByCurrency: [Currency: Int64]

    /// A batch.
    public init(number: Int64, captures: Int, refunds: Int, netByCurrency: [Currency: Int64]) {
        self.number = number
        self.captures = captures
        self.refunds = refunds
        self.netByCurrency = netByCurrency
    }
}
