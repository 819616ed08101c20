import Database
import Merchants
import PaymentDomain
import PaymentEngine

extension SQLConnection {
    /// Opens a new batch, for the operations that aren't settled now. A batch that another process began to close ends
    /// with what it has, because that process may have died; if it resumes late, it finds the batch closed.
    ///
    /// - Parameter number: The only number that it may have; nil for the next, whatever that is by then.
    func openBatch(
        number: Int64? = nil, at now: Timestamp, by actor: String?
    ) throws -> ClosingBatch {
        let cutOff = try allRows(
            "UPDATE batches SET closing = 0 WHERE closing = 1 RETURNING number"
        ) { columns in try columns.integer() }
        for number in cutOff { try writeClosed(batch: number, at: now, by: actor) }
        // Of two that close at once the second finds its number taken, and takes the next.
        let number = try first(
            """
            INSERT INTO batches (number, closed_at, closing)
            SELECT coalesce(?2, \(BatchColumns.next)), ?1, 1 FROM batches RETURNING number
            """,
            now, number
        ) { try $0.integer() }.orCorrupt
        let last = try first(
            "SELECT row FROM operations WHERE \(BatchColumns.unsettled) ORDER BY row DESC LIMIT 1"
        ) { try $0.integer() }
        return ClosingBatch(number: number, end: last ?? 0)
    }

    /// Settles the next operations, at most so many. Which they are is decided by the change itself: one that is voided
    /// meanwhile stays out, and of two batches that are closed at once each takes what the other has not.
    ///
    /// - Returns: The batch as it is then; as it was where another has ended it.
    func settle(
        _ portion: Int, into batch: ClosingBatch, at now: Timestamp, by actor: String?
    ) throws -> ClosingBatch {
        var next = batch
        // Holds it as well, so that nobody ends it before this portion is in it.
        let isOpen = try changesOne(
            "UPDATE batches SET closing = 1 WHERE number = ? AND closing = 1", batch.number)
        guard isOpen else {
            next.reached = batch.end
            return next
        }
        // Beyond the portion's last there may be more.
        let last = try first(
            """
            SELECT row FROM operations
            WHERE \(BatchColumns.unsettled) AND row > ? AND row <= ? ORDER BY row LIMIT 1 OFFSET ?
            """,
            batch.reached, batch.end, portion - 1
        ) { try $0.integer() }
        next.reached = last ?? batch.end
        next.settled += try settle(from: batch.reached, to: next.reached, into: batch.number)
        if next.reached == next.end {
            try changeOne("UPDATE batches SET closing = 0 WHERE number = ?", batch.number)
            try writeClosed(batch: batch.number, at: now, by: actor)
        }
        return next
    }

    /// Settles the unsettled operations of a range of rows, and adds them to the batch's totals.
    private func settle(from reached: Int64, to end: Int64, into number: Int64) throws -> Int {
        let values = [number.sqlValue, reached.sqlValue, end.sqlValue]
        let settled = try change(
            """
            UPDATE operations SET batch = ?
            WHERE \(BatchColumns.unsettled) AND row > ? AND row <= ?
            """, values)
        try change(
            """
            INSERT INTO batch_totals (batch, currency, kind, operations, total)
            SELECT o.batch, p.currency, \(BatchColumns.totalKind), count(*), sum(o.amount)
            FROM operations o JOIN payments p ON p.row = o.payment
            WHERE o.batch = ? AND o.row > ? AND o.row <= ?
            GROUP BY o.batch, p.currency, \(BatchColumns.totalKind)
            ON CONFLICT (batch, currency, kind) DO UPDATE SET
                operations = batch_totals.operations + excluded.operations,
                total = batch_totals.total + excluded.total
            """, values)
        return settled
    }

    /// Writes the event of a batch that was just closed, and records who closed it; nobody where that is not recorded.
    private func writeClosed(batch number: Int64, at now: Timestamp, by actor: String?) throws {
        try changeOne(
            """
            INSERT INTO payment_events (payment, sequence, at, kind, state)
            VALUES (\(BatchEvent.payment), ?, ?, '\(BatchEvent.kind)', '\(BatchEvent.state)')
            """, number, now)
        guard let actor else { return }
        try record(
            AuditEntry(
                at: now, actor: actor, kind: .batchClosed, subject: "batch \(number)"))
    }

    func summary(ofBatch number: Int64) throws -> BatchSummary {
        var summary = BatchSummary(number: number, captures: 0, refunds: 0, netByCurrency: [:])
        try eachRow(
            "SELECT currency, kind, operations, total FROM batch_totals WHERE batch = ?", number
        ) { columns in
            let currency = try columns.currency()
            let kind = try columns.named(AdviceKind.self)
            let operations = try columns.count()
            let total = try columns.integer()
            switch kind {
            case .capture:
                summary.captures += operations
                summary.netByCurrency[currency, default: 0] += total
            case .refund:
                summary.refunds += operations
                summary.netByCurrency[currency, default: 0] -= total
            case .release, .reversal, .captureVoid, .refundVoid: throw SQLError.corrupt
            }
        }
        return summary
    }
}
