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
}

/// The columns of a payment's standing, in the order in which they are read.
enum StandingColumns {
    /// Of the captures, those whose money is the merchant's or is to be; what is being taken back
    /// is still captured.
    static let query = """
        SELECT \(PaymentColumns.authorization), p.decline_reason,
            \(TransactionColumns.beginning),
            (SELECT coalesce(sum(o.amount), 0) FROM operations o WHERE o.payment = p.row
                AND o.kind = 'capture' AND o.batch IS NOT NULL),
            o.created_at, o.batch, b.closed_at, \(OperationColumns.isBeingTold)
        FROM payments p
            LEFT JOIN operations o ON o.row = (SELECT max(c.row) FROM operations c
                WHERE c.payment = p.row AND c.kind = 'capture'
                    AND c.state IN ('pending', 'confirmed', 'voiding'))
            LEFT JOIN batches b ON b.number = o.batch
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
        let capture = try capturedAt.map { at throws in
            var capture = PaymentStanding.Capture(at: at, batch: batch)
            capture.isInWork = try integer() != 0
            return capture
        }
        return PaymentStanding(
            authorization: authorization, declineReason: declineReason, number: number,
            settledCaptures: settled, capture: capture)
    }
}
