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
    /// How the acquirer knows this message.
    public var identity: MessageIdentity
    /// The authorization that it is about.
    public var authorizationID: OperationID
    /// The message of that authorization.
    public var authorization: MessageReference
    /// The message of the capture that a refund gives back, or of what a void takes back; nil if there is none.
    public var operation: MessageReference?
    /// Whether it may have been sent before. Lines say so: 0221 in place of 0220, and 0401 in place of 0400.
    public var isRepetition = false
    /// Whose.
    public var merchant: AcquirerMerchant
    /// How much; for a reversal, what the authorization asked for.
    public var amount: Money

    /// An advice.
    public init(
        id: OperationID, kind: AdviceKind, identity: MessageIdentity,
        authorizationID: OperationID, authorization: MessageReference,
        merchant: AcquirerMerchant, amount: Money
    ) {
        self.id = id
        self.kind = kind
        self.identity = identity
        self.authorizationID = authorizationID
        self.authorization = authorization
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
    /// The acquirer has booked it, now or before, and may have said how it calls it. Or, for a reversal, it had nothing to
    /// undo, and will refuse the authorization if that still arrives.
    case acknowledged(AcquirerReference?)
    /// The acquirer refuses it for good.
    case refused(DeclineReason)
    /// No answer: it must be told again.
    case unanswered
}
