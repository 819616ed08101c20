import CardVault
import PaymentDomain

/// What came of writing an intent.
public enum BeginOutcome: Sendable, Hashable {
    /// It stands; the card goes by this handle, and was new or not. A known one may be kept with another expiry than it
    /// was told with now.
    case begun(VaultHandle, isNewCard: Bool, isExpiryNew: Bool = false)
    /// The idempotency key had been claimed.
    case alreadyRecorded
    /// The Apple transaction had been spent.
    case tokenSpent
    /// The proposed handle stands for another card: propose the next.
    case handleTaken
    /// The proposed number is another transaction's: propose the next.
    case numberTaken
    /// The registration was spent, or its time is over.
    case registrationSpent
    /// The order that a payment of is renewed is not any more what it was when it was read.
    case overtaken
}

/// An authorization's outcome, to be written in one database transaction.
public struct AuthorizationEnding: Sendable {
    /// The payment.
    public var paymentID: PaymentID
    /// How it ended.
    public var answer: AuthorizationAnswer
    /// The reversal that is queued with it.
    public var reversal: Delivery?
    /// The issuer's approval code.
    public var authorizationCode: String?
    /// The network's reference.
    public var networkReference: String?
    /// How the acquirer calls what it approved, if it said so.
    public var acquirerReference: AcquirerReference?
    /// Why it was refused.
    public var declineReason: DeclineReason?
    /// What the issuer checked.
    public var checks = AcquirerChecks()
    /// What is booked with an approval, in the same database transaction.
    public var booking: ApprovalBooking?
    /// The expiry that the card is kept with from now on; nil where it stays. What was asked with and declined must not be
    /// what the card is charged with later, so it is an approval that brings it.
    public var newExpiry: CardExpiry?
    /// When.
    public var at: Timestamp
    /// When the worker may send the messages that follow: at once, unless a request sends them itself.
    public var followUpsDue: Timestamp

    /// An outcome.
    public init(
        paymentID: PaymentID, answer: AuthorizationAnswer, reversal: Delivery?,
        authorizationCode: String?, networkReference: String?, declineReason: DeclineReason?,
        at: Timestamp
    ) {
        self.paymentID = paymentID
        self.answer = answer
        self.reversal = reversal
        self.authorizationCode = authorizationCode
        self.networkReference = networkReference
        self.declineReason = declineReason
        self.at = at
        followUpsDue = at
    }
}

/// What is booked together with an approval.
public enum ApprovalBooking: Sendable, Hashable {
    /// A sale: the capture of what was approved is reserved and its advice queued.
    case capture(Delivery)
    /// A credit: its operation stands, confirmed.
    case credit(OperationID)
    /// A renewal of an expired hold, as that was read: it takes no capture from now on, and what is left of it is released.
    /// If it was changed meanwhile, the renewal has no known outcome: it is reversed, and no result is kept.
    case renewal(of: Payment)
}
