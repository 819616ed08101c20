/// What can happen to a payment. Amounts are minor units of its currency.
public enum PaymentEvent: Sendable, Hashable {
    /// The issuer approved this much.
    case authorizationApproved(Int64)
    /// The issuer refused.
    case authorizationDeclined
    /// The request never left us.
    case authorizationNotSent
    /// No answer came in time.
    case authorizationUnanswered
    /// The acquirer acknowledged our reversal.
    case reversalAcknowledged
    /// The merchant wants to capture.
    case captureRequested(Int64)
    /// The acquirer took the capture.
    case captureConfirmed(Int64)
    /// The acquirer refused the capture.
    case captureRefused(Int64)
    /// The merchant wants to refund.
    case refundRequested(Int64)
    /// The acquirer took the refund.
    case refundConfirmed(Int64)
    /// The acquirer refused the refund.
    case refundRefused(Int64)
    /// The merchant gives up (part of) the hold.
    case releaseRequested(Int64)
    /// The acquirer gave it up.
    case releaseConfirmed(Int64)
    /// The acquirer refused to give it up.
    case releaseRefused(Int64)
    /// The issuer took a credit that belongs to no payment.
    case creditApproved
    /// The merchant takes back a capture that is not settled.
    case captureVoidRequested(Int64)
    /// The acquirer took the capture back; the hold stands again.
    case captureVoidConfirmed(Int64)
    /// The acquirer refused to take the capture back.
    case captureVoidRefused(Int64)
    /// The merchant takes back a refund that is not settled.
    case refundVoidRequested(Int64)
    /// The acquirer took the refund back.
    case refundVoidConfirmed(Int64)
    /// The acquirer refused to take the refund back.
    case refundVoidRefused(Int64)
}

/// What is to be done after an event.
public enum PaymentAction: Sendable, Hashable {
    /// Nothing more.
    case rest
    /// Queue a reversal, to be sent until it is acknowledged.
    case queueReversal
    /// Tell the acquirer, until it answers.
    case tellAcquirer
    /// The answer came too late to count; the reversal goes on.
    case ignoreLateAnswer
}

/// Why an event does not fit a payment.
public enum PaymentTransitionError: String, Error, Sendable, Hashable {
    /// The state does not allow it.
    case wrongState
    /// More than is left, or than was reserved.
    case amountExceeded
    /// Nothing, or less than nothing.
    case amountNotPositive
}
