import PaymentDomain

/// A payment's state on the wire.
enum NativeState: String, Sendable, Hashable, CaseIterable {
    /// The acquirer hasn't answered the authorization yet.
    case authorizing
    case authorized
    /// A capture was sent, and the acquirer hasn't confirmed it yet.
    case capturing
    case partlyCaptured
    case captured
    case partlyRefunded
    case refunded
    case voided
    case declined
    /// The request never left Coster: nothing is held.
    case notSent
    /// No answer came, and the reversal isn't acknowledged yet. Never a decline.
    case outcomeUnknown
    /// No answer came, and the reversal is acknowledged: nothing is held.
    case reversed
    /// Money was given to the card without a payment, in another protocol.
    case credited

    /// The state of a payment.
    init(_ payment: Payment) {
        self =
            switch PaymentStatus(payment) {
            case .authorizing: .authorizing
            case .authorized where payment.amounts.capturing > 0: .capturing
            case .authorized: .authorized
            case .partlyCaptured: .partlyCaptured
            case .captured: .captured
            case .partlyRefunded: .partlyRefunded
            case .refunded: .refunded
            case .voided: .voided
            case .declined: .declined
            case .notSent: .notSent
            case .timedOut: .outcomeUnknown
            case .reversed: .reversed
            case .credited: .credited
            }
    }

    /// The state right after an authorization.
    init(_ result: AuthorizationResult, capturesAtOnce: Bool) {
        self =
            switch result.outcome {
            case .approved where !capturesAtOnce: .authorized
            case .approved: result.isCaptureOpen ? .capturing : .captured
            case .declined: .declined
            case .notSent: .notSent
            case .unknown: .outcomeUnknown
            }
    }
}
