/// The kinds of a payment's stored changes, in the words of `payment_events`.
package enum PaymentEventKind: String, Sendable, Hashable, CaseIterable {
    /// The issuer approved; of a sale, its capture was requested too.
    case approved
    case declined
    case notSent
    /// No answer came in time.
    case unanswered
    /// Money was given to the card without a hold.
    case credited
    /// No outcome was written before the deadline.
    case abandoned
    /// The acquirer acknowledged the reversal of an unknown outcome.
    case reversed
    /// An operation was written, and its message queued.
    case requested
    /// The client hears that an operation is final before the acquirer answered.
    case accepted
    /// The acquirer took an operation.
    case confirmed
    /// The acquirer refused an operation.
    case refused
    /// Another payment renewed this hold, which takes no capture since.
    case renewed
    /// The merchant cancelled an authorization that came to nothing.
    case cancelled
    /// A request whose client waits for an event found nothing left to do.
    case nothingLeft
}
