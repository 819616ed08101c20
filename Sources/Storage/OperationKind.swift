import PaymentEngine

/// The kind of an operation, or of a message in the outbox, in the words of the tables.
enum OperationKind: String {
    case reversal
    case capture
    case refund
    case release
    case captureVoid
    case refundVoid
    /// Money given to a card without a payment; it came with its authorization, so it has no message of its own.
    case credit

    /// The advice of this kind; a credit reads as a refund, which it is to the card.
    var advice: AdviceKind {
        switch self {
        case .reversal: .reversal
        case .capture: .capture
        case .refund, .credit: .refund
        case .release: .release
        case .captureVoid: .captureVoid
        case .refundVoid: .refundVoid
        }
    }
}
