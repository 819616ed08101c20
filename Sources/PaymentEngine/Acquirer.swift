import PaymentDomain

/// The line to an acquirer.
///
/// The engine calls it after the intent is durable, and bounds its time; a call that outlives that bound is
/// left alone and its answer ignored.
public protocol Acquirer: Sendable {
    /// Asks for a hold. Never throws: a failure is an answer.
    func authorize(_ request: AcquirerAuthorization) async -> AcquirerAnswer

    /// Tells of something that stands in our books. The same advice may come again, with the same
    /// identifier; the acquirer books it once.
    func advise(_ advice: AcquirerAdvice) async -> AdviceOutcome
}

/// Something that stands in our books and that the acquirer must learn.
public struct AcquirerAdvice: Sendable, Hashable {
    /// Names this advice; a repetition has the same.
    public var id: OperationID
    /// What it is.
    public var kind: AdviceKind
    /// The authorization that it is about.
    public var authorizationID: OperationID
    /// Whose.
    public var merchant: AcquirerMerchant
    /// How much; for a reversal, what the authorization asked for.
    public var amount: Money

    /// An advice.
    public init(
        id: OperationID, kind: AdviceKind, authorizationID: OperationID,
        merchant: AcquirerMerchant, amount: Money
    ) {
        self.id = id
        self.kind = kind
        self.authorizationID = authorizationID
        self.merchant = merchant
        self.amount = amount
    }
}

/// The kinds of advice.
public enum AdviceKind: String, Sendable, Hashable, CaseIterable {
    /// Undo an authorization whose outcome we do not know.
    case reversal
    /// Take (part of) a hold.
    case capture
    /// Give back (part of) what was taken.
    case refund
    /// Give up (part of) a hold.
    case release
    /// Take back a capture that is not settled: the hold stands again.
    case captureVoid
    /// Take back a refund, or a credit, that is not settled.
    case refundVoid
}

/// What came of an advice.
public enum AdviceOutcome: Sendable, Hashable {
    /// The acquirer has booked it, now or before; or, for a reversal, had nothing to undo and will refuse the
    /// authorization should it still arrive.
    case acknowledged
    /// The acquirer refuses it for good.
    case refused(DeclineReason)
    /// No answer: it must be told again.
    case unanswered
}
