import PaymentDomain

/// One step of a payment that was approved: a capture, refund, release or void that a request asks for.
///
/// The database decides and writes in one transaction, in which nobody else changes the payment.
public struct PaymentStep: Sendable {
    /// The payment.
    public let payment: PaymentID
    /// The idempotency key, or the name of a duplicate rule, that the request claims.
    public var claim: IdempotencyClaim?
    /// How clients call the first operation.
    public var transaction: TransactionName?
    /// When the request decided.
    public let at: Timestamp
    /// Until when nobody but the request sends the messages.
    public let messagesDue: Timestamp
    /// Decides what is to be done. It may be called more than once, each time with what the database has then.
    public let decide: @Sendable (PaymentRecord) -> StepDecision

    /// A step without a name.
    public init(
        of payment: PaymentID, at now: Timestamp, messagesDue: Timestamp,
        decide: @escaping @Sendable (PaymentRecord) -> StepDecision
    ) {
        self.payment = payment
        self.at = now
        self.messagesDue = messagesDue
        self.decide = decide
    }
}

/// A decision on a payment as the database has it.
public enum StepDecision: Sendable, Hashable {
    /// These operations are requested, in this order: at least one. The first bears the request's name.
    case request([PaymentOperation])
    /// The payment does not allow it; nothing is written.
    case refuse(PaymentRefusal)
}

/// The outcome of a step.
public enum StepOutcome: Sendable, Hashable {
    /// The operations are written. The first of them, and the messages to send now, in this order.
    case written(PaymentOperation, [Delivery])
    /// The name was claimed by another request, or by an earlier copy of this one.
    case alreadyRecorded(IdempotencyRecord)
    /// The decision was a refusal.
    case refused(PaymentRefusal)
    /// The proposed number is another transaction's: propose the next.
    case numberTaken
    /// There is no such payment.
    case notFound
}

/// Whether an answer of the acquirer counts.
public enum AnswerOutcome: Sendable, Hashable {
    /// It counts. Whoever wrote it sends the messages that follow from it, in this order.
    case counted(followUps: [Delivery])
    /// It came too late: another answer was written before it, or a deadline passed.
    case overtaken
}
