import Database
import PaymentDomain
import PaymentEngine

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
