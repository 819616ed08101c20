import CardVault
import PaymentDomain

/// The result of writing an intent.
package enum BeginOutcome: Sendable, Hashable {
    /// It is written; the card has this card token, and was new or not. A known card may be stored with another expiry
    /// than the request has.
    case begun(VaultHandle, isNewCard: Bool, isExpiryNew: Bool = false)
    /// The idempotency key had been claimed.
    case alreadyRecorded
    /// The Apple transaction had been spent.
    case tokenSpent
    /// The proposed card token is another card's: propose the next.
    case handleTaken
    /// The proposed number is another transaction's: propose the next.
    case numberTaken
    /// The registration was spent, or its time is over.
    case registrationSpent
    /// The line was removed since it was chosen.
    case lineGone
    /// The order that a payment of is renewed is not any more what it was when it was read.
    case overtaken
}

/// An authorization's outcome, to be written in one database transaction.
package struct AuthorizationEnding: Sendable {
    package var paymentID: PaymentID
    /// How it ended.
    package var answer: AuthorizationAnswer
    /// The reversal that is queued with it.
    package var reversal: Delivery?
    /// The issuer's approval code.
    package var authorizationCode: String?
    package var networkReference: String?
    /// How the acquirer calls what it approved, if it said so.
    package var acquirerReference: AcquirerReference?
    /// Why it was refused.
    package var declineReason: DeclineReason?
    package var checks = AcquirerChecks()
    /// The operation that is booked with an approval, in the same database transaction.
    package var booking: ApprovalBooking?
    /// The card's new expiry; nil if it stays. Only an approval changes it: later payments must not use the expiry of a
    /// declined one.
    package var newExpiry: CardExpiry?
    package var at: Timestamp
    /// When the worker may send the messages that follow: at once, unless a request sends them itself.
    package var followUpsDue: Timestamp
    /// The request that asked for the authorization.
    package var requestID: RequestIdentifier?

    package init(
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

/// The operation that is booked together with an approval.
package enum ApprovalBooking: Sendable, Hashable {
    /// A sale: the capture of the approved amount is requested and its message queued.
    case capture(Delivery)
    /// A credit: its operation is confirmed.
    case credit(OperationID)
    /// A renewal of an expired hold, as that was read: it takes no capture from now on, and what is left of it is released.
    /// If it was changed meanwhile, the renewal has no known outcome: it is reversed, and no result is kept.
    case renewal(of: Payment)
}
