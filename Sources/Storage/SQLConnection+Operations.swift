import PaymentDomain
import PaymentEngine
import Database

/// An operation about to be written beside its payment's record.
struct BookedOperation {
    let id: OperationID
    let kind: String
    let amount: Money
    /// Credits come answered; everything else waits for the acquirer.
    let isAnswered: Bool
    /// Whether it is the capture of a sale.
    var isSale = false
    /// The trace number of its message; a credit has none.
    let traceNumber: Int64?

    /// An operation whose message is about to be sent.
    init(_ advice: AcquirerAdvice) {
        id = advice.id
        kind = advice.kind.rawValue
        amount = advice.amount
        isAnswered = false
        traceNumber = advice.identity.traceNumber
    }

    /// A credit, which its authorization has booked at the acquirer.
    init(credit id: OperationID, _ amount: Money) {
        self.id = id
        kind = OperationKind.credit.rawValue
        self.amount = amount
        isAnswered = true
        traceNumber = nil
    }
}

extension SQLConnection {
    /// Writes an operation of a payment that is there.
    func insert(_ operation: BookedOperation, of payment: PaymentID, at now: Timestamp) throws {
        try changeOne(
            """
            INSERT INTO operations
                (id, payment, kind, amount, state, created_at, answered_at, is_sale, trace_number,
                seen)
            SELECT ?, row, ?, ?, ?, ?, ?, ?, ?, \(OperationColumns.newestPayment)
            FROM payments WHERE id = ?
            """,
            [
                operation.id.value.identifier, operation.kind.sqlValue,
                operation.amount.minorUnits.sqlValue,
                (operation.isAnswered ? "confirmed" : "pending").sqlValue,
                now.value, operation.isAnswered ? now.value : .null,
                operation.isSale.sqlValue, operation.traceNumber?.sqlValue ?? .null,
                payment.value.identifier,
            ])
    }
}
