/// The state of an order.
package enum WebOrderState: String, Sendable, Hashable, CaseIterable {
    /// Nobody has tried to pay it yet.
    case open
    /// The acquirer hasn't answered yet.
    case paying
    /// A payment of it was approved. The payment shows what became of it since.
    case paid
    /// The last try was declined, or never reached the acquirer. Another one may follow.
    case declined
    /// The acquirer didn't answer, and what it may have done is undone; or the order is from before the restore of a
    /// backup, and may have been paid since that backup. No other try follows.
    case unknown
    /// Nobody has paid it in time.
    case expired
}

/// The state of an order, with the payment that it comes from.
package struct WebOrderStanding: Sendable, Hashable {
    package let state: WebOrderState
    /// How many payments were tried.
    package let tries: Int
    /// The last one; nil before the first.
    package let payment: PaymentID?

    package init(_ state: WebOrderState, tries: Int = 0, payment: PaymentID? = nil) {
        self.state = state
        self.tries = tries
        self.payment = payment
    }
}

/// Why an order can't be found, created or paid. Nothing was sent to the acquirer because of the request.
package enum WebOrderRefusal: Error, Sendable, Hashable {
    /// No order has this name, secret or link, or it is another merchant's.
    case unknown
    /// The idempotency key was used before, for another order.
    case otherOrder
    /// It has expired.
    case expired
    /// It was paid before.
    case paid
    /// Another request is paying it.
    case inProgress
    /// It may have been paid, so that another try might pay twice.
    case outcomeUnknown
    /// It was declined too often.
    case tooManyTries
    /// The payment was refused.
    case payment(PaymentRefusal)

    /// A stable code for logs, metrics and machines.
    package var code: String {
        switch self {
        case .unknown: "order-unknown"
        case .otherOrder: PaymentRefusal.idempotencyConflict.code
        case .expired: "order-expired"
        case .paid: "order-paid"
        case .inProgress: "order-in-progress"
        case .outcomeUnknown: "order-outcome-unknown"
        case .tooManyTries: "order-too-many-tries"
        case .payment(let refusal): refusal.code
        }
    }
}
