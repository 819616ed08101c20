import PaymentDomain
import PaymentEngine
import Database

extension DatabaseStore {
    /// The transaction with a number, or nil where this merchant has none.
    package func transaction(
        _ number: TransactionNumber, of merchant: MerchantID
    ) async throws(StoreError) -> StoredTransaction? {
        try await look { db in
            try db.first(
                TransactionColumns.query + " WHERE t.number = ? AND t.merchant = ?",
                [number.value.sqlValue, merchant.value.sqlValue]
            ) { columns in try columns.transaction() }
        }
    }

    /// The newest transactions of a merchant, newest first, at most `limit`.
    package func transactions(
        _ query: TransactionQuery, of merchant: MerchantID, upTo limit: Int
    ) async throws(StoreError) -> [StoredTransaction] {
        let name: String
        let condition: String
        switch query {
        case .named(let client):
            name = client
            // Numbers grow with time, so theirs is the order, and the index brings it: a name that a client gives to
            // everything costs no more than another.
            condition = " WHERE t.merchant = ? AND t.client_name = ? ORDER BY t.number DESC"
        case .ofOrder(let order):
            name = order
            // In the order of their payments, which the index brings: numbers are of several forms, and not all of them
            // grow within a second.
            condition = """
                 WHERE p.merchant = ? AND p.order_reference = ?
                    AND t.kind IN ('authorization', 'sale', 'forcedCapture', 'credit')
                ORDER BY p.row DESC
                """
        }
        return try await look { db in
            try db.allRows(
                TransactionColumns.query + condition + " LIMIT ?",
                [merchant.value.sqlValue, name.sqlValue, limit.sqlValue]
            ) { columns in try columns.transaction() }
        }
    }
}

/// The columns of a transaction, in the order in which they are read.
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
        guard let number = TransactionNumber(try integer()) else { throw SQLError.corrupt }
        var name = TransactionName(
            number: number, kind: try named(TransactionKind.self), clientName: try textOrNil())
        name.orderReference = try textOrNil()
        let writtenAt = try timestamp()
        let authorization = try authorization()
        let declineReason = try namedOrNil(DeclineReason.self)
        let operation = try operation(of: authorization)
        var transaction = StoredTransaction(
            name: name, authorization: authorization, declineReason: declineReason,
            operation: operation?.stored, operationState: operation?.state, at: writtenAt)
        transaction.batch = operation?.batch
        transaction.left = operation?.left
        return transaction
    }

    /// The operation of a transaction, if it has one.
    private mutating func operation(
        of authorization: StoredAuthorization
    ) throws -> FoundOperation? {
        guard let id = try identifierOrNil() else { return nil }
        let payment = authorization.payment
        let kind = try named(OperationKind.self)
        let amount = try money(in: payment.requested.currency)
        let isAnswered = try integer() != 0
        let refusal = try namedOrNil(DeclineReason.self)
        var stored = StoredOperation(
            id: OperationID(stored: id), kind.advice, amount,
            paymentID: payment.id, orderReference: payment.orderReference,
            isAnswered: isAnswered, refusal: refusal, at: try timestamp())
        let state = try named(OperationState.self)
        let batch = try batch()
        stored.isInProgress = try integer() != 0
        stored.wasAccepted = try integer() != 0
        let left = try money(in: payment.requested.currency)
        guard batch.number == nil else { return (stored, .settled, batch, left) }
        switch (state, kind) {
        case (.pending, .capture), (.pending, .refund), (.confirmed, .capture),
            (.confirmed, .refund), (.confirmed, .credit):
            return (stored, state, batch, left)
        case (_, _): return (stored, state, nil, left)
        }
    }
}

private typealias FoundOperation = (
    stored: StoredOperation, state: OperationState, batch: FoundBatch?, left: Money
)
