import PaymentDomain

/// The kinds of an operation in the words of events.
package enum EventOperationKind: String, Sendable, Hashable, CaseIterable {
    case capture
    case release
    case refund
    case credit
    case captureVoid = "capture_void"
    case refundVoid = "refund_void"
    case creditVoid = "credit_void"

    /// The event once the acquirer took it; nil of a credit, which comes with its authorization.
    var whenConfirmed: EventKind? {
        switch self {
        case .capture: .captured
        case .release: .released
        case .refund: .refunded
        case .captureVoid: .captureVoided
        case .refundVoid: .refundVoided
        case .creditVoid: .creditVoided
        case .credit: nil
        }
    }

    /// The event once the acquirer refused it; nil of a credit.
    var whenRefused: EventKind? {
        switch self {
        case .capture: .captureRefused
        case .release: .releaseRefused
        case .refund: .refundRefused
        case .captureVoid: .captureVoidRefused
        case .refundVoid: .refundVoidRefused
        case .creditVoid: .creditVoidRefused
        case .credit: nil
        }
    }
}

/// The operation that an event is about.
package struct EventOperation: Sendable, Hashable {
    package let id: OperationID
    package let kind: EventOperationKind
    /// Whether it is a capture that no other may follow.
    package let isFinal: Bool
    /// Why the acquirer refused it.
    package let refusal: DeclineReason?

    /// An operation of a payment.
    ///
    /// - Parameter target: The operation that a void takes back.
    package init(_ operation: PaymentOperation, takingBack target: PaymentOperation?) {
        id = operation.id
        isFinal = operation.isFinal
        refusal = operation.refusal
        kind =
            switch operation.kind {
            case .capture: .capture
            case .release: .release
            case .refund: .refund
            case .credit: .credit
            case .captureVoid: .captureVoid
            case .refundVoid: target?.kind == .credit ? .creditVoid : .refundVoid
            }
    }
}
