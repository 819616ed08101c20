import PaymentDomain

/// The acquirer's answer to an advice.
package struct AdviceConclusion: Sendable {
    package var delivery: Delivery
    /// The refusal, or nil if it was acknowledged.
    package var refusal: DeclineReason?
    /// How the acquirer calls what it acknowledged, if it said so.
    package var acquirerReference: AcquirerReference?
    package var at: Timestamp
    /// When the worker may send the messages that follow: at once, unless a request sends them itself.
    package var followUpsDue: Timestamp

    package init(delivery: Delivery, refusal: DeclineReason?, at: Timestamp) {
        self.delivery = delivery
        self.refusal = refusal
        self.at = at
        followUpsDue = at
    }
}

/// A message that waits in the database until the acquirer answers it.
package struct Delivery: Sendable, Hashable {
    package var advice: AcquirerAdvice
    /// The payment that it belongs to.
    package var paymentID: PaymentID
    /// How often it was sent without an answer.
    package var attempts: Int
    /// When it is sent next.
    package var dueAt: Timestamp
    /// The number of the lease under which it is sent: zero for the request itself, and one more for each worker that
    /// took it since.
    ///
    /// A write under an earlier lease than the database has is refused: another process has the message by now.
    package var lease: Int64
    /// Of a leased message: whether it is the capture of a sale whose client hasn't heard yet that it is final. Its own
    /// request notes that by postponing it, which counts a try. A worker's unanswered try of such a sale isn't counted.
    package var isOfUnansweredSale = false
    /// The request that sends it; nil of a worker's.
    package var requestID: RequestIdentifier?

    /// Whether it may have been sent before: by a worker whose lease has ended, or by the request. No request sends a
    /// reversal. It is also true for the first try of a message that only a worker sends: lines take a repetition
    /// without a first message.
    var mayHaveBeenSent: Bool {
        attempts > 0 || lease > (advice.kind == .reversal ? 1 : 0)
    }

    /// A message to be sent.
    package init(
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

/// An authorization in the database.
package struct StoredAuthorization: Sendable, Hashable {
    package var payment: Payment
    /// The details of the card that aren't secret.
    package var details: AuthorizationDetails
    /// The issuer's approval code.
    package var authorizationCode: String?

    package init(payment: Payment, details: AuthorizationDetails, authorizationCode: String?) {
        self.payment = payment
        self.details = details
        self.authorizationCode = authorizationCode
    }
}

/// A capture, refund or release in the database.
package struct StoredOperation: Sendable, Hashable {
    package var id: OperationID
    package var kind: AdviceKind
    package var amount: Money
    /// The payment that it belongs to.
    package var paymentID: PaymentID
    /// The shop's own name of the order.
    package var orderReference: String
    /// Whether the acquirer has answered.
    package var isAnswered: Bool
    /// The acquirer's refusal, if it refused.
    package var refusal: DeclineReason?
    /// When it was reserved.
    package var at: Timestamp
    /// Whether its own request is sending it now, or it is being voided: its result isn't known yet. So it is with the
    /// capture of a sale whose request ended before its client heard that it is final. The state of a
    /// ``StoredTransaction`` shows the void.
    package var isInProgress = false
    /// Whether its client heard that it is final before the acquirer answered.
    package var wasAccepted = false

    package init(
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
package struct BatchSummary: Sendable, Hashable {
    /// Its number, from 1.
    package var number: Int64
    /// How many captures it holds.
    package var captures: Int
    /// How many refunds it holds.
    package var refunds: Int
    /// Captures less refunds, by currency, in minor units; may be negative.
    package var netByCurrency: [Currency: Int64]

    package init(number: Int64, captures: Int, refunds: Int, netByCurrency: [Currency: Int64]) {
        self.number = number
        self.captures = captures
        self.refunds = refunds
        self.netByCurrency = netByCurrency
    }
}
