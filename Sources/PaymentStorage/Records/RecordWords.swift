import Database
import PaymentDomain
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

// The words of the tables for the kinds and states of a record's operations.

extension OperationKind {
    /// The kind of an operation of a record.
    init(_ kind: PaymentOperation.Kind) {
        self =
            switch kind {
            case .capture: .capture
            case .refund: .refund
            case .release: .release
            case .captureVoid: .captureVoid
            case .refundVoid: .refundVoid
            case .credit: .credit
            }
    }

    /// The same in a record; a reversal isn't an operation.
    func recorded(givesUpHold: Bool) throws -> PaymentOperation.Kind {
        switch self {
        case .capture: .capture
        case .refund: .refund
        case .release: .release
        case .captureVoid: .captureVoid(givesUpHold: givesUpHold)
        case .refundVoid: .refundVoid
        case .credit: .credit
        case .reversal: throw SQLError.corrupt
        }
    }
}

extension OperationState {
    /// The state of an operation of a record. A column of its own distinguishes "sending" from "accepted", and the
    /// batch shows "settled".
    init(_ state: PaymentOperation.State) {
        self =
            switch state {
            case .sending, .accepted: .pending
            case .confirmed: .confirmed
            case .refused: .refused
            case .voiding: .voiding
            case .voided: .voided
            }
    }

    /// The same in a record.
    func recorded(wasAccepted: Bool) throws -> PaymentOperation.State {
        switch self {
        case .pending: wasAccepted ? .accepted : .sending
        case .confirmed: .confirmed
        case .refused: .refused
        case .voiding: .voiding
        case .voided: .voided
        case .settled: throw SQLError.corrupt
        }
    }
}
