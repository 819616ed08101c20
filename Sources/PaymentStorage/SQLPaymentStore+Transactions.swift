import Database
import PaymentDomain
import PaymentEngine

extension SQLPaymentStore {
    package func transaction(
        _ number: TransactionNumber, of merchant: MerchantID
    ) async throws(StoreError) -> StoredTransaction? {
        try await first(
            TransactionColumns.query + " WHERE t.number = ? AND t.merchant = ?", number,
            merchant
        ) { columns in try columns.transaction() }
    }

    package func transactions(
        _ query: TransactionQuery, of merchant: MerchantID, upTo limit: Int
    ) async throws(StoreError) -> [StoredTransaction] {
        let (name, condition) =
            switch query {
            // Numbers grow with time, so theirs is the order, and the index brings it: a name that a client gives to
            // everything costs no more than another.
            case .named(let client):
                (client, " WHERE t.merchant = ? AND t.client_name = ? ORDER BY t.number DESC")
            // In the order of their payments, which the index brings: numbers are of several forms, and not all of them
            // grow within a second.
            case .ofOrder(let order):
                (
                    order,
                    """
                     WHERE p.merchant = ? AND p.order_reference = ?
                        AND t.kind IN ('authorization', 'sale', 'forcedCapture', 'credit')
                    ORDER BY p.row DESC
                    """
                )
            }
        return try await look { db in
            try db.allRows(
                TransactionColumns.query + condition + " LIMIT ?", merchant, name, limit
            ) { columns in try columns.transaction() }
        }
    }
}

enum TransactionColumns {
    /// The kinds that begin a payment with a hold.
    static let beginnings = "('authorization', 'sale', 'forcedCapture')"
    /// Those whose capture is booked with the approval; it is their operation.
    static let sales = "('sale', 'forcedCapture')"
    /// The number of the transaction that began a payment `p`.
    static let beginning = """
        (SELECT min(t.number) FROM transactions t WHERE t.payment = p.row
            AND t.kind IN ('authorization', 'sale', 'forcedCapture', 'credit'))
        """

    static let query = """
        SELECT t.number, t.kind, t.client_name, t.order_reference, t.created_at,
            \(PaymentColumns.authorization), p.decline_reason, o.id, o.kind, o.amount,
            o.answered_at IS NOT NULL, o.refusal, o.created_at, o.state, o.batch, b.closed_at,
            \(OperationColumns.isInProgress), o.accepted, \(OperationColumns.left)
        FROM transactions t JOIN payments p ON p.row = t.payment
            LEFT JOIN operations o ON o.row = t.operation
            LEFT JOIN batches b ON b.number = o.batch
        """
}

extension RowColumns {
    fileprivate mutating func transaction() throws -> StoredTransaction {
        var name = try TransactionName(
            number: transactionNumber(), kind: named(), clientName: textOrNil())
        name.orderReference = try textOrNil()
        let writtenAt = try timestamp()
        var transaction = try StoredTransaction(
            name: name, authorization: authorization(), declineReason: namedOrNil(), operation: nil,
            operationState: nil, at: writtenAt)
        try addOperation(to: &transaction)
        return transaction
    }

    /// Reads the operation of a transaction, if it has one.
    private mutating func addOperation(to transaction: inout StoredTransaction) throws {
        guard let id = try identifierOrNil() else { return }
        let payment = transaction.authorization.payment
        let currency = payment.requested.currency
        let kind = try named(OperationKind.self)
        var operation = try StoredOperation(
            id: OperationID(stored: id), kind.advice, money(in: currency), paymentID: payment.id,
            orderReference: payment.orderReference, isAnswered: flag(), refusal: namedOrNil(),
            at: timestamp())
        let state = try named(OperationState.self)
        let batch = try batch()
        operation.isInProgress = try flag()
        operation.wasAccepted = try flag()
        transaction.operation = operation
        transaction.left = try money(in: currency)
        transaction.operationState = batch.number == nil ? state : .settled
        switch (state, kind) {
        case (.pending, .capture), (.pending, .refund), (.confirmed, .capture),
            (.confirmed, .refund), (.confirmed, .credit):
            transaction.batch = batch
        case (_, _): transaction.batch = batch.number == nil ? nil : batch
        }
    }
}

extension SQLConnection {
    /// Whether a number is another transaction's, of whatever merchant.
    func isTaken(_ number: TransactionNumber) throws -> Bool {
        try exists("SELECT 1 FROM transactions WHERE number = ?", number)
    }

    /// Writes what clients call a transaction, of its payment's merchant.
    ///
    /// - Parameter operation: Nil for one that begins its payment.
    func insert(
        _ name: TransactionName, of payment: PaymentID, operation: OperationID?, at now: Timestamp
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
            name.number, payment, name.kind.rawValue, name.clientName, name.orderReference,
            operation, now)
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
            operation, payment)
    }
}
