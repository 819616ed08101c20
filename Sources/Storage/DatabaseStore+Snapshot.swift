import PaymentDomain
import PaymentEngine
import Database

extension DatabaseStore {
    /// A payment's current state with the total of its captures; nil if there isn't one.
    package func snapshot(of payment: PaymentID) async throws(StoreError) -> PaymentSnapshot? {
        try await look { db in
            try db.first(SnapshotColumns.query, [payment.value.identifier]) { columns in
                try columns.snapshot()
            }
        }
    }
}

/// The columns of a payment's snapshot, in the order in which they are read.
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

extension RowColumns {
    fileprivate mutating func snapshot() throws -> PaymentSnapshot {
        let authorization = try authorization()
        let declineReason = try namedOrNil(DeclineReason.self)
        let number = try integerOrNil().flatMap { TransactionNumber($0) }
        let settled = try integer()
        let capturedAt = try timestampOrNil()
        let batch = try batch()
        let capture = try capturedAt.map { at throws in
            var capture = PaymentSnapshot.Capture(at: at, batch: batch)
            capture.isInProgress = try integer() != 0
            return capture
        }
        return PaymentSnapshot(
            authorization: authorization, declineReason: declineReason, number: number,
            settledCaptures: settled, capture: capture)
    }
}
