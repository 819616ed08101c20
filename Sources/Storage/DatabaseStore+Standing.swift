import PaymentDomain
import PaymentEngine
import Books

extension DatabaseStore {
    /// A payment as it stands, with what its captures came to; nil where there is none.
    public func standing(of payment: PaymentID) async throws(StoreError) -> PaymentStanding? {
        try await look { db in
            try db.first(StandingColumns.query, [payment.value.identifier]) { columns in
                try columns.standing()
            }
        }
    }

    /// The captures of a payment that are not settled, refused or taken back, newest first, at most
    /// ``PaymentEngine/EngineLimits/capturesAtOnce``.
    public func openCaptures(
        of payment: PaymentID
    ) async throws(StoreError) -> [StoredOperation] {
        try await look { db in
            try db.allRows(
                """
                SELECT \(OperationColumns.operation)
                FROM operations o JOIN payments p ON p.row = o.payment
                WHERE p.id = ? AND o.kind = 'capture' AND o.batch IS NULL
                    AND o.state IN ('pending', 'confirmed')
                ORDER BY o.row DESC LIMIT ?
                """,
                [payment.value.identifier, EngineLimits.capturesAtOnce.bookValue]
            ) { columns in try columns.operation() }
        }
    }
}

/// The columns of a payment's standing, in the order in which they are read.
enum StandingColumns {
    /// Of the captures, those whose money is the merchant's or is to be; what is being taken back
    /// is still captured.
    static let query = """
        SELECT \(PaymentColumns.authorization), p.decline_reason,
            (SELECT min(t.number) FROM transactions t WHERE t.payment = p.row
                AND t.kind IN \(TransactionColumns.beginnings)),
            (SELECT coalesce(sum(o.amount), 0) FROM operations o WHERE o.payment = p.row
                AND o.kind = 'capture' AND o.batch IS NOT NULL),
            c.created_at, c.batch, b.closed_at
        FROM payments p
            LEFT JOIN operations c ON c.row = (SELECT max(o.row) FROM operations o
                WHERE o.payment = p.row AND o.kind = 'capture'
                    AND o.state IN ('pending', 'confirmed', 'voiding'))
            LEFT JOIN batches b ON b.number = c.batch
        WHERE p.id = ?
        """
}

extension RowColumns {
    fileprivate mutating func standing() throws -> PaymentStanding {
        let authorization = try authorization()
        let declineReason = try namedOrNil(DeclineReason.self)
        let number = try integerOrNil().flatMap { TransactionNumber($0) }
        let settled = try integer()
        let capturedAt = try timestampOrNil()
        let batch = try batch()
        return PaymentStanding(
            authorization: authorization, declineReason: declineReason, number: number,
            settledCaptures: settled,
            capture: capturedAt.map { PaymentStanding.Capture(at: $0, batch: batch) })
    }
}
