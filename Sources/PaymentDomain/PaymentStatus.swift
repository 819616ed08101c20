/// What became of a payment, in one word for people: the state, with what the amounts add to it.
package enum PaymentStatus: String, Sendable, Hashable, CaseIterable {
    /// The acquirer hasn't answered the authorization yet.
    case authorizing
    /// The amount is held, and nothing was captured yet.
    case authorized
    /// A part of the held amount was captured, and more may follow.
    case partlyCaptured = "partly_captured"
    case captured
    case partlyRefunded = "partly_refunded"
    /// All that was captured was refunded.
    case refunded
    /// The merchant released the whole authorized amount.
    case voided
    /// The issuer refused.
    case declined
    /// The request never left Coster: nothing is held.
    case notSent = "not_sent"
    /// No answer came in time, and the reversal isn't acknowledged yet.
    case timedOut = "timed_out"
    /// No answer came in time, and the acquirer acknowledged the reversal: nothing is held.
    case reversed
    /// Money was given to the card without a payment.
    case credited

    /// The status of a payment.
    package init(_ payment: Payment) {
        self =
            switch payment.state {
            case .authorizing: .authorizing
            case .authorized: PaymentStatus(ofHeld: payment)
            case .declined: .declined
            case .notSent: .notSent
            case .outcomeUnknown: .timedOut
            case .reversed: .reversed
            case .released: .voided
            case .credited: .credited
            }
    }

    private init(ofHeld payment: Payment) {
        let amounts = payment.amounts
        if amounts.refunded > 0 {
            self = amounts.refunded == amounts.captured ? .refunded : .partlyRefunded
        } else if amounts.captured > 0 {
            self = payment.isClosed || amounts.remaining == 0 ? .captured : .partlyCaptured
        } else {
            self = .authorized
        }
    }

    /// The status as people write it.
    package var text: String {
        self == .reversed ? "timed out, reversed" : rawValue.replacing("_", with: " ")
    }
}
