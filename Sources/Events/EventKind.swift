import PaymentDomain

/// The public kinds of event: the catalogue of version 1.
///
/// Within a version kinds and members are only added, so that receivers need not change.
package enum EventKind: String, Sendable, Hashable, CaseIterable {
    case authorized = "payment.authorized"
    case partiallyAuthorized = "payment.partially_authorized"
    case declined = "payment.declined"
    case notSent = "payment.not_sent"
    case outcomeUnknown = "payment.outcome_unknown"
    case reversed = "payment.reversed"
    case cancelled = "payment.cancelled"
    case nothingLeft = "payment.nothing_left"
    case captured = "payment.captured"
    case captureRefused = "payment.capture_refused"
    case captureVoided = "payment.capture_voided"
    case captureVoidRefused = "payment.capture_void_refused"
    case released = "payment.released"
    case releaseRefused = "payment.release_refused"
    case refunded = "payment.refunded"
    case refundRefused = "payment.refund_refused"
    case refundVoided = "payment.refund_voided"
    case refundVoidRefused = "payment.refund_void_refused"
    case credited = "payment.credited"
    case creditVoided = "payment.credit_voided"
    case creditVoidRefused = "payment.credit_void_refused"
    case batchClosed = "batch.closed"

    /// The version of the catalogue and of the events' bodies.
    package static let version: Int64 = 1
}

extension EventKind {
    /// The public kind of a stored change; nil if the change isn't public.
    ///
    /// A request is public once the acquirer answered it, so `requested` and `accepted` are no events. A renewed hold
    /// shows in the release of its remainder.
    ///
    /// - Parameters:
    ///   - operation: The operation that changed; nil if the authorization did.
    ///   - isPartial: Whether less was approved than was requested.
    package init?(
        _ change: PaymentEventKind, of operation: EventOperationKind?, isPartial: Bool
    ) {
        switch change {
        case .approved: self = isPartial ? .partiallyAuthorized : .authorized
        case .declined: self = .declined
        case .notSent: self = .notSent
        case .unanswered, .abandoned: self = .outcomeUnknown
        case .reversed: self = .reversed
        case .cancelled: self = .cancelled
        case .nothingLeft: self = .nothingLeft
        case .credited: self = .credited
        case .confirmed:
            guard let kind = operation?.whenConfirmed else { return nil }
            self = kind
        case .refused:
            guard let kind = operation?.whenRefused else { return nil }
            self = kind
        case .requested, .accepted, .renewed: return nil
        }
    }

    /// What the event says, for the reference.
    package var meaning: String {
        switch self {
        case .authorized: "The issuer approved the whole amount. Of a sale, the capture follows."
        case .partiallyAuthorized: "The issuer approved a part of the amount."
        case .declined: "The issuer declined; `code` says why."
        case .notSent: "The request never reached the acquirer: nothing is held."
        case .outcomeUnknown: "No answer came in time. Coster reverses the authorization."
        case .reversed: "The acquirer acknowledged the reversal: nothing is held."
        case .cancelled: "The merchant cancelled a payment of which nothing is held."
        case .nothingLeft: "A request to settle or cancel found nothing left to do."
        case .captured: "The acquirer took a capture."
        case .captureRefused: "The acquirer refused a capture; `code` says why."
        case .captureVoided: "A capture was voided before its batch was closed."
        case .captureVoidRefused: "The acquirer refused the void of a capture, which stays."
        case .released: "All or a part of the authorized amount was released."
        case .releaseRefused: "The acquirer refused a release; the issuer's hold expires later."
        case .refunded: "The acquirer took a refund."
        case .refundRefused: "The acquirer refused a refund; `code` says why."
        case .refundVoided: "A refund was voided before its batch was closed."
        case .refundVoidRefused: "The acquirer refused the void of a refund, which stays."
        case .credited: "Money was given to a card without a payment."
        case .creditVoided: "Such a credit was voided before its batch was closed."
        case .creditVoidRefused: "The acquirer refused the void of a credit, which stays."
        case .batchClosed: "A batch was closed: its captures, refunds and credits are settled."
        }
    }
}

extension PaymentEventKind {
    /// The public kinds that a change of this kind may have.
    package var publicKinds: Set<EventKind> { PaymentEventKind.publicKinds[self] ?? [] }

    private static let publicKinds = Dictionary(
        uniqueKeysWithValues: allCases.map { change in
            let kinds = ([nil] + EventOperationKind.allCases.map(Optional.some)).flatMap { own in
                [true, false].compactMap { EventKind(change, of: own, isPartial: $0) }
            }
            return (change, Set(kinds))
        })

    /// Whether a change of this kind has a public event.
    package var isPublic: Bool {
        switch self {
        case .requested, .accepted, .renewed: false
        case .approved, .declined, .notSent, .unanswered, .credited, .abandoned, .reversed,
            .cancelled, .nothingLeft, .confirmed, .refused:
            true
        }
    }
}
