import PaymentDomain
import PaymentEngine
import Books

extension DatabaseStore {
    /// Closes the open batch: captures, refunds and credits that the acquirer took become
    /// settled.
    ///
    /// A batch without any is closed too, so that a day without business is a number without a
    /// total.
    public func closeBatch(at now: Timestamp) async throws(StoreError) -> BatchSummary {
        try await write { db in
            // Of two that close at once the second finds its number taken, and takes the next.
            let number = try db.first(
                """
                INSERT INTO batches (number, closed_at)
                SELECT coalesce(max(number), 0) + 1, ? FROM batches RETURNING number
                """,
                [now.value]
            ) { columns in try columns.integer() }
            guard let number else { throw BookError.corrupt }
            try db.change(
                """
                UPDATE operations SET batch = ?
                WHERE batch IS NULL AND state = 'confirmed'
                    AND kind IN ('capture', 'refund', 'credit')
                """,
                [number.bookValue])
            try db.change(
                """
                INSERT INTO batch_totals (batch, currency, kind, operations, total)
                SELECT o.batch, p.currency, \(BatchColumns.totalKind), count(*), sum(o.amount)
                FROM operations o JOIN payments p ON p.row = o.payment
                WHERE o.batch = ? GROUP BY o.batch, p.currency, \(BatchColumns.totalKind)
                """,
                [number.bookValue])
            return try db.summary(ofBatch: number)
        }
    }
}

/// What batches are made of.
enum BatchColumns {
    /// The total that an operation goes into: money to the merchant, or back to a card.
    static let totalKind = "CASE o.kind WHEN 'capture' THEN 'capture' ELSE 'refund' END"
}

extension BookConnection {
    fileprivate func summary(ofBatch number: Int64) throws -> BatchSummary {
        var summary = BatchSummary(number: number, captures: 0, refunds: 0, netByCurrency: [:])
        try eachRow(
            "SELECT currency, kind, operations, total FROM batch_totals WHERE batch = ?",
            [number.bookValue]
        ) { columns in
            let currency = try columns.currency()
            let kind = try columns.named(AdviceKind.self)
            let operations = try columns.count()
            let total = try columns.integer()
            let net = summary.netByCurrency[currency, default: 0]
            switch kind {
            case .capture:
                summary.captures += operations
                summary.netByCurrency[currency] = net + total
            case .refund:
                summary.refunds += operations
                summary.netByCurrency[currency] = net - total
            case .release, .reversal, .captureVoid, .refundVoid: throw BookError.corrupt
            }
        }
        return summary
    }
}
