import PaymentEngine

/// What an operation is, as the books have it, or an advice in the outbox.
enum OperationKind: String {
    case reversal
    case capture
    case refund
    case release
    case captureVoid
    case refundVoid
    /// Money given to a card without a payment; it came with its authorization, so no advice tells
    /// of it.
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
