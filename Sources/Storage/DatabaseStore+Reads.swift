import PaymentDomain
import PaymentEngine
import Database

extension DatabaseStore {
    /// The payments of a merchant under a reference, newest first, at most
    /// ``PaymentDomain/Limits/paymentsPerOrder``.
    package func payments(
        _ reference: PaymentReference, of merchant: MerchantID
    ) async throws(StoreError) -> [Payment] {
        try await look { db in
            let owner = merchant.value.sqlValue
            let start = "SELECT \(PaymentColumns.payment) FROM payments p WHERE p.merchant = ?"
            let end = " ORDER BY p.row DESC LIMIT \(Limits.paymentsPerOrder)"
            switch reference {
            case .number(let number):
                return try db.allRows(
                    start + " AND p.row = (SELECT payment FROM transactions WHERE number = ?)",
                    [owner, number.value.sqlValue]
                ) { columns in try columns.payment() }
            case .begunBy(let number):
                return try db.allRows(
                    start + """
                         AND p.row = (SELECT payment FROM transactions WHERE number = ?
                            AND kind IN \(TransactionColumns.beginnings))
                        """,
                    [owner, number.value.sqlValue]
                ) { columns in try columns.payment() }
            case .payment(let id):
                return try db.allRows(start + " AND p.id = ?", [owner, id.value.identifier]) {
                    columns in try columns.payment()
                }
            case .order(let order, card: nil):
                return try db.allRows(
                    start + " AND p.order_reference = ?" + end, [owner, order.sqlValue]
                ) { columns in try columns.payment() }
            case .order(let order, card: let handle?):
                return try db.allRows(
                    start + " AND p.order_reference = ? AND p.handle = ?" + end,
                    [owner, order.sqlValue, handle.value.sqlValue]
                ) { columns in try columns.payment() }
            }
        }
    }

    /// The sealed card behind a handle, or nil.
    package func card(
        _ handle: VaultHandle, of merchant: MerchantID
    ) async throws(StoreError) -> StoredCard? {
        try await look { db in
            try db.first(
                """
                SELECT handle, fingerprint, pan_key, sealed_pan, expiry, shape FROM cards
                WHERE merchant = ? AND handle = ? AND sealed_pan IS NOT NULL
                """,
                [merchant.value.sqlValue, handle.value.sqlValue]
            ) { columns in
                StoredCard(
                    handle: try columns.handle(), fingerprint: try columns.bytes(),
                    sealedPAN: try columns.sealed(), expiry: try columns.expiryOrNil(),
                    shape: try columns.named(HandleShape.self))
            }
        }
    }

    /// The newest payments of all merchants, for people to look at; at most
    /// ``StorageLimits/recentPayments``.
    package func recentPayments(_ limit: Int) async throws(StoreError) -> [StoredAuthorization] {
        try await read { db in
            let most = min(max(limit, 0), StorageLimits.recentPayments)
            return try db.allRows(
                """
                SELECT \(PaymentColumns.authorization) FROM payments p
                ORDER BY p.row DESC LIMIT ?
                """,
                [most.sqlValue]
            ) { columns in try columns.authorization() }
        }
    }
}

/// The columns of an operation, in the order in which they are read.
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
        o.id, o.kind, p.currency, o.amount, p.id, p.order_reference, o.answered_at IS NOT NULL, o.refusal,
        o.created_at, o.state = 'voiding' OR \(isInProgress), o.accepted
        """
}

extension RowColumns {
    /// An operation, from ``OperationColumns/operation``.
    mutating func operation() throws -> StoredOperation {
        let id = OperationID(stored: try identifier())
        let kind = try named(OperationKind.self).advice
        let currency = try currency()
        var operation = StoredOperation(
            id: id, kind, try money(in: currency), paymentID: PaymentID(stored: try identifier()),
            orderReference: try text(), isAnswered: try integer() != 0,
            refusal: try namedOrNil(DeclineReason.self), at: try timestamp())
        operation.isInProgress = try integer() != 0
        operation.wasAccepted = try integer() != 0
        return operation
    }
}
