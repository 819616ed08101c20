import StorageKit
import Database
import PaymentDomain
import PaymentEngine

extension SQLPaymentStore {
    package func payments(
        _ reference: PaymentReference, of merchant: MerchantID
    ) async throws(StoreError) -> [Payment] {
        let (condition, values): (String, [any ColumnValue]) =
            switch reference {
            case .number(let number):
                ("p.row = (SELECT payment FROM transactions WHERE number = ?)", [number])
            case .begunBy(let number):
                (
                    """
                    p.row = (SELECT payment FROM transactions WHERE number = ?
                        AND kind IN \(TransactionColumns.beginnings))
                    """, [number]
                )
            case .payment(let id): ("p.id = ?", [id])
            case .order(let order, card: nil): ("p.order_reference = ?", [order])
            case .order(let order, card: let handle?):
                ("p.order_reference = ? AND p.handle = ?", [order, handle])
            }
        let all = [merchant.sqlValue] + values.map(\.sqlValue)
        return try await look { db in
            try db.allRows(
                """
                SELECT \(PaymentColumns.payment) FROM payments p WHERE p.merchant = ? AND \(condition)
                ORDER BY p.row DESC LIMIT \(Limits.paymentsPerOrder)
                """, all
            ) { columns in try columns.payment() }
        }
    }

    package func card(
        _ handle: VaultHandle, of merchant: MerchantID
    ) async throws(StoreError) -> StoredCard? {
        try await first(
            """
            SELECT handle, fingerprint, pan_key, sealed_pan, expiry, shape FROM cards
            WHERE merchant = ? AND handle = ? AND sealed_pan IS NOT NULL
            """,
            merchant, handle
        ) { columns in
            try StoredCard(
                handle: columns.handle(), fingerprint: columns.bytes(), sealedPAN: columns.sealed(),
                expiry: columns.expiryOrNil(), shape: columns.named(HandleShape.self))
        }
    }
}

enum OperationColumns {
    /// Whether its client doesn't know its result yet: its own request, under lease 0, waits for the answer. The client
    /// of a sale doesn't hear of a worker's answer either; a refused sale is declined.
    static let isInProgress = """
        o.state = 'pending' AND o.accepted = 0 AND EXISTS (SELECT 1 FROM deliveries d
            WHERE d.id = o.id AND (d.lease = 0 OR o.is_sale = 1))
        """
    /// The part of an operation's amount that no refund that names it gives back: refunds count if they are confirmed,
    /// pending or being voided.
    static let left = """
        o.amount - coalesce((SELECT sum(r.amount) FROM operations r WHERE r.of_capture = o.row
            AND r.state IN ('pending', 'confirmed', 'voiding')), 0)
        """
    /// The newest payment of the database, by its row: the newest that an operation that is written now can have seen.
    static let newestPayment = "(SELECT max(a.row) FROM payments a)"
    static let operation = """
        p.currency, o.id, o.kind, o.amount, p.id, p.order_reference, o.answered_at IS NOT NULL, o.refusal,
        o.created_at, o.state = 'voiding' OR \(isInProgress), o.accepted
        """
}

extension RowColumns {
    mutating func operation() throws -> StoredOperation {
        let currency = try currency()
        var operation = try StoredOperation(
            id: operationID(), named(OperationKind.self).advice, money(in: currency),
            paymentID: paymentID(), orderReference: text(), isAnswered: flag(),
            refusal: namedOrNil(), at: timestamp())
        operation.isInProgress = try flag()
        operation.wasAccepted = try flag()
        return operation
    }
}

extension SQLPaymentStore {
    package func snapshot(of payment: PaymentID) async throws(StoreError) -> PaymentSnapshot? {
        try await first(SnapshotColumns.query, payment) { columns in
            let authorization = try columns.authorization()
            let declineReason = try columns.namedOrNil(DeclineReason.self)
            let number = try columns.transactionNumberOrNil()
            let settled = try columns.integer()
            let capturedAt = try columns.timestampOrNil()
            let batch = try columns.batch()
            var capture = capturedAt.map { PaymentSnapshot.Capture(at: $0, batch: batch) }
            capture?.isInProgress = try columns.flag()
            return PaymentSnapshot(
                authorization: authorization, declineReason: declineReason, number: number,
                settledCaptures: settled, capture: capture)
        }
    }
}

enum SnapshotColumns {
    /// Of the captures, those whose money is the merchant's or is to be; what is being taken back
    /// is still captured.
    static let query = """
        SELECT \(PaymentColumns.authorization), p.decline_reason,
            \(TransactionColumns.beginning),
            (SELECT coalesce(sum(o.amount), 0) FROM operations o WHERE o.payment = p.row
                AND o.kind = 'capture' AND o.batch IS NOT NULL),
            o.created_at, o.batch, b.closed_at, \(OperationColumns.isInProgress)
        FROM payments p
            LEFT JOIN operations o ON o.row = (SELECT max(c.row) FROM operations c
                WHERE c.payment = p.row AND c.kind = 'capture'
                    AND c.state IN ('pending', 'confirmed', 'voiding'))
            LEFT JOIN batches b ON b.number = o.batch
        WHERE p.id = ?
        """
}
