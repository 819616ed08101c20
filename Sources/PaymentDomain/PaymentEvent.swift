/// An event in the life of a payment.
package enum PaymentEvent: Sendable, Hashable {
    /// The authorization ended. The capture of a sale, or the credit, is booked with it.
    case answered(AuthorizationAnswer, booking: PaymentOperation? = nil)
    /// No request works on the authorization any more, and its outcome is unknown.
    case abandoned
    /// The acquirer acknowledged a reversal.
    case reversalAcknowledged
    /// A capture, refund, release or void is to be sent.
    case requested(PaymentOperation)
    /// No answer came in time, and the client hears that the operation is final.
    case accepted(OperationID)
    /// The acquirer answered an operation: it took it, or refused it.
    case answeredOperation(OperationID, refusal: DeclineReason?)
    /// A newer authorization replaces this one.
    case renewed(by: PaymentID)
    /// The merchant cancelled an authorization that came to nothing: it must not be renewed.
    case cancelled
    /// A request found nothing left to do, and its client waits for an event that says so.
    case nothingLeft
}

/// An event of a payment, and the state that it led to.
package struct PaymentChange: Sendable, Hashable {
    package let event: PaymentEvent
    /// The payment's state after it.
    package let state: PaymentState
}

/// An action that an event calls for.
package enum PaymentAction: Sendable, Hashable {
    /// Send the operation to the acquirer until it answers.
    case send(PaymentOperation)
    /// Send a reversal of the authorization until it is acknowledged.
    case reverse
    /// The answer came too late to count.
    case ignoreLateAnswer
}

/// The reasons why an event does not fit a payment.
package enum PaymentRuleError: String, Error, Sendable, Hashable, CaseIterable {
    /// The state of the payment, or of the operation, does not allow it.
    case wrongState
    /// The hold takes no capture any more.
    case closed
    /// The operation is settled, so it cannot be voided.
    case settled
    /// More than is left.
    case amountExceeded
    /// Nothing, or less than nothing.
    case amountNotPositive
    /// The currency is not the payment's.
    case currencyMismatch
    /// The payment has no such operation.
    case operationNotFound
    /// The payment has an operation of this name.
    case operationExists
    /// A void or a refund names an operation that it cannot take back.
    case wrongTarget
    /// The operation that came with the authorization's answer is not what was approved.
    case wrongBooking
    /// The payment has as many operations as it may have.
    case tooManyOperations
    /// A stored payment contradicts its operations.
    case unsound
}
