import PaymentDomain
import PaymentEngine
import Database

extension SQLConnection {
    /// Whether a number is another transaction's, of whatever merchant.
    func isTaken(_ number: TransactionNumber) throws -> Bool {
        try first("SELECT 1 FROM transactions WHERE number = ?", [number.value.sqlValue]) { _ in
            true
        } != nil
    }

    /// Writes what clients call a transaction, of its payment's merchant.
    ///
    /// - Parameter operation: Nil for one that begins its payment.
    func insert(
        _ name: TransactionName, of payment: PaymentID, operation: OperationID?,
        at now: Timestamp
    ) throws {
        try changeLater(
            """
            INSERT INTO transactions
                (number, merchant, kind, client_name, order_reference, payment, operation,
                created_at)
            VALUES (?1, (SELECT p.merchant FROM payments p WHERE p.id = ?2), ?3, ?4, ?5,
                (SELECT p.row FROM payments p WHERE p.id = ?2),
                (SELECT o.row FROM operations o WHERE o.id = ?6), ?7)
            """,
            [
                name.number.value.sqlValue, payment.value.identifier,
                name.kind.rawValue.sqlValue, name.clientName?.sqlValue ?? .null,
                name.orderReference?.sqlValue ?? .null, operation?.value.identifier ?? .null,
                now.value,
            ])
    }

    /// Adds the operation that came with the approval to the transaction that began a payment, if clients have a number
    /// for it.
    func complete(transactionOf payment: PaymentID, with operation: OperationID) throws {
        try change(
            """
            UPDATE transactions SET operation = (SELECT o.row FROM operations o WHERE o.id = ?)
            WHERE operation IS NULL AND kind <> 'authorization'
                AND payment = (SELECT p.row FROM payments p WHERE p.id = ?)
            """,
            [operation.value.identifier, payment.value.identifier])
    }
}
