import Books
import Merchants
import PaymentDomain
import PaymentEngine

extension DatabaseStore {
    /// Closes the open batch: captures, refunds and credits that the acquirer took become settled, a
    /// portion in a transaction, so that payments that wait for the writer wait for no more than a
    /// portion, and none takes longer than a database lets a statement take.
    ///
    /// The totals are right after each. What is cut off leaves a smaller batch, and the rest to the
    /// next one. A batch without any is closed too, so that a day without business is a number without
    /// a total.
    ///
    /// - Parameters:
    ///   - actor: Who closes it; nil where that is not recorded.
    ///   - portion: How many operations a transaction settles.
    ///   - pause: Called between two portions, with how many operations are settled: to say so, and to
    ///     let the writers of other processes have their turn.
    public func closeBatch(
        at now: Timestamp, by actor: String? = nil,
        inPortionsOf portion: Int = StorageLimits.settledPerCommit,
        pausing pause: @Sendable (_ done: Int) async -> Void = { _ in }
    ) async throws(StoreError) -> BatchSummary {
        let batch = try await write { db in try db.openBatch(at: now, by: actor) }
        return try await close(batch, at: now, by: actor, inPortionsOf: portion, pausing: pause)
    }

    /// The same, unless a batch was closed since a moment, or is being closed: of several who want one at that time, one
    /// closes it.
    ///
    /// A batch that is dated further ahead than clocks differ is of a clock that was wrong, and does not count: nothing would
    /// be closed until the clock has caught up with it.
    ///
    /// - Parameter dead: The number of a batch that whoever began to close it has left in the middle: what it has stays in
    ///   it, and the next one gets the rest.
    public func closeBatch(
        at now: Timestamp, unlessClosedSince moment: Timestamp, leftInTheMiddle dead: Int64? = nil,
        by actor: String? = nil, inPortionsOf portion: Int = StorageLimits.settledPerCommit,
        pausing pause: @Sendable (_ done: Int) async -> Void = { _ in }
    ) async throws(StoreError) -> DailyBatch {
        let latest = now.adding(seconds: StorageLimits.batchAheadSeconds)
        let opening = try await write { db -> Opening in
            // Before the look: of two at once the second finds the number taken, and begins anew.
            let next = try db.first("SELECT \(BatchColumns.next) FROM batches", []) { columns in
                try columns.integer()
            }
            let last = try db.first(
                """
                SELECT number, closed_at, closing FROM batches
                WHERE closed_at <= ? ORDER BY number DESC LIMIT 1
                """,
                [latest.value]
            ) { columns in
                (
                    number: try columns.integer(), at: try columns.timestamp(),
                    isClosing: try columns.integer() != 0
                )
            }
            if let last, last.at >= moment, last.number != dead || !last.isClosing {
                return .done(last.isClosing ? .beingClosed(last.number) : .closedBefore)
            }
            return .opened(try db.openBatch(number: next, at: now, by: actor))
        }
        switch opening {
        case .done(let found): return found
        case .opened(let batch):
            return .closed(
                try await close(
                    batch, at: now, by: actor, inPortionsOf: portion, pausing: pause))
        }
    }

    private enum Opening: Sendable {
        case done(DailyBatch)
        case opened(ClosingBatch)
    }

    private func close(
        _ opened: ClosingBatch, at now: Timestamp, by actor: String?, inPortionsOf portion: Int,
        pausing pause: @Sendable (_ done: Int) async -> Void
    ) async throws(StoreError) -> BatchSummary {
        var batch = opened
        while true {
            let begun = batch
            batch = try await write { db in
                try db.settle(portion, into: begun, at: now, by: actor)
            }
            guard batch.reached < batch.end else { break }
            await pause(batch.settled)
        }
        let number = batch.number
        return try await read { db in try db.summary(ofBatch: number) }
    }
}

/// What came of closing a batch that is to be closed once.
public enum DailyBatch: Sendable, Hashable {
    /// It was closed now.
    case closed(BatchSummary)
    /// It had been closed.
    case closedBefore
    /// Another is closing it, or has left it in the middle.
    case beingClosed(Int64)
}

/// What batches are made of.
enum BatchColumns {
    /// How many numbers a restore leaves out.
    static let leftOut = StorageLimits.batchLeap - 1
    /// The number of the next batch, FROM batches. Those that were closed between a backup and its restore are in no books,
    /// but clients may know them: so each restore leaves out as many numbers as that may have been.
    ///
    /// Which restores have done so the gaps tell. Moments would not, where a clock was put back.
    static let next = """
        coalesce(max(number), 0) + 1 + \(leftOut) * CASE
            WHEN \(restores) > \(leaps) THEN \(restores) - \(leaps) ELSE 0 END
        """
    private static let restores = "(SELECT count(*) FROM restores)"
    private static let leaps = "(coalesce(max(number), 0) - count(*)) / \(leftOut)"
    /// The total that an operation goes into: money to the merchant, or back to a card.
    static let totalKind = "CASE o.kind WHEN 'capture' THEN 'capture' ELSE 'refund' END"
    /// What is settled next, in the words of the index operations_unsettled.
    static let unsettled = """
        batch IS NULL AND state = 'confirmed' AND kind IN ('capture', 'refund', 'credit')
        """
}

/// A batch while it is closed, and how far that has come in the order of operations.
private struct ClosingBatch: Sendable {
    let number: Int64
    /// The last operation that may be its own.
    let end: Int64
    var reached: Int64 = 0
    var settled = 0
}

extension BookConnection {
    /// A new batch, of what is not settled now. One that another began to close ends with what it has, for that one may
    /// have died: who wakes up late finds it closed.
    ///
    /// - Parameter number: The only number that it may have; nil for the next, whatever that is by then.
    fileprivate func openBatch(
        number: Int64? = nil, at now: Timestamp, by actor: String?
    ) throws -> ClosingBatch {
        let cutOff = try allRows(
            "UPDATE batches SET closing = 0 WHERE closing = 1 RETURNING number", []
        ) { columns in try columns.integer() }
        for number in cutOff { try record(closing: number, at: now, by: actor) }
        // Of two that close at once the second finds its number taken, and takes the next.
        let number = try first(
            """
            INSERT INTO batches (number, closed_at, closing)
            SELECT coalesce(?2, \(BatchColumns.next)), ?1, 1 FROM batches RETURNING number
            """,
            [now.value, number?.bookValue ?? .null]
        ) { columns in try columns.integer() }
        guard let number else { throw BookError.corrupt }
        let last = try first(
            """
            SELECT row FROM operations WHERE \(BatchColumns.unsettled) ORDER BY row DESC LIMIT 1
            """, []
        ) { columns in try columns.integer() }
        return ClosingBatch(number: number, end: last ?? 0)
    }

    /// Settles the next operations, at most so many. Which they are is decided by the change itself: one that is voided
    /// meanwhile stays out, and of two batches that are closed at once each takes what the other has not.
    ///
    /// - Returns: The batch as it is then; as it was where another has ended it.
    fileprivate func settle(
        _ portion: Int, into batch: ClosingBatch, at now: Timestamp, by actor: String?
    ) throws -> ClosingBatch {
        var next = batch
        // Holds it as well, so that nobody ends it before this portion is in it.
        let isOpen = try change(
            "UPDATE batches SET closing = 1 WHERE number = ? AND closing = 1",
            [batch.number.bookValue])
        guard isOpen == 1 else {
            next.reached = batch.end
            return next
        }
        // Beyond the portion's last there may be more.
        let last = try first(
            """
            SELECT row FROM operations
            WHERE \(BatchColumns.unsettled) AND row > ? AND row <= ? ORDER BY row LIMIT 1 OFFSET ?
            """,
            [batch.reached.bookValue, batch.end.bookValue, (portion - 1).bookValue]
        ) { columns in try columns.integer() }
        next.reached = last ?? batch.end
        let range = [batch.reached.bookValue, next.reached.bookValue]
        next.settled += try change(
            """
            UPDATE operations SET batch = ?
            WHERE \(BatchColumns.unsettled) AND row > ? AND row <= ?
            """,
            [batch.number.bookValue] + range)
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
            """,
            [batch.number.bookValue] + range)
        if next.reached == next.end {
            try changeOne(
                "UPDATE batches SET closing = 0 WHERE number = ?", [batch.number.bookValue])
            try record(closing: batch.number, at: now, by: actor)
        }
        return next
    }

    /// Records that someone closed a batch; nobody where that is not recorded.
    fileprivate func record(closing number: Int64, at now: Timestamp, by actor: String?) throws {
        guard let actor else { return }
        let act = AdministrativeAct(
            at: now, actor: actor, kind: .batchClosed, subject: "batch \(number)")
        _ = try record(act, isChange: false)
    }

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
