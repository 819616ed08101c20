/// A question about a merchant's payments, in whatever protocol they were made.
package enum FindPaymentsCommand: Sendable, Hashable {
    /// One payment.
    case one(PaymentID)
    /// The newest payments, or those before a payment of the merchant.
    case newest(limit: Int, before: PaymentID?)
}

/// Some of a merchant's payments, newest first.
package struct PaymentPage: Sendable, Hashable {
    package var payments: [ListedPayment]
    /// Whether the merchant has older ones.
    package var hasMore: Bool

    package init(payments: [ListedPayment], hasMore: Bool) {
        self.payments = payments
        self.hasMore = hasMore
    }
}

/// A payment with what its merchant may know of its card.
package struct ListedPayment: Sendable, Hashable {
    package var payment: Payment
    package var network: CardNetwork?
    /// The last four digits of the card number that was charged.
    package var lastFour: String
    /// The issuer's approval code.
    package var authorizationCode: String?
    /// Why it was declined, if it was.
    package var declineReason: DeclineReason?
    /// What the client keeps with it, as JSON text.
    package var metadata: String?

    package init(
        payment: Payment, network: CardNetwork?, lastFour: String, authorizationCode: String?,
        declineReason: DeclineReason?
    ) {
        self.payment = payment
        self.network = network
        self.lastFour = lastFour
        self.authorizationCode = authorizationCode
        self.declineReason = declineReason
    }
}
