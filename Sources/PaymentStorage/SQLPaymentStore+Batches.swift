import Database
import Merchants
import PaymentDomain
import PaymentEngine

extension SQLPaymentStore {
    /// Closes the open batch: captures, refunds and credits that the acquirer took become settled. It takes one portion
    /// per transaction, so that payments wait for no more than one portion, and no statement takes longer than the
    /// database allows.
    ///
    /// The totals are right after each portion. An interrupted close leaves a smaller batch; the next batch gets the
    /// others. A batch without operations is closed too, so that a day without business is a number without a total.
    ///
    /// - Parameters:
    ///   - actor: Who closes it; nil if that isn't recorded.
    ///   - portion: How many operations a transaction settles.
    ///   - pause: Called between two portions, with the number of settled operations: for progress, and to give the
    ///     writers of other processes their turn.
    package func closeBatch(
        at now: Timestamp, by actor: String? = nil,
        inPortionsOf portion: Int = StorageLimits.settledPerCommit,
        pausing pause: @Sendable (_ done: Int) async -> Void = { _ in }
    ) async throws(StoreError) -> BatchSummary {
        let batch = try await write { db in try db.openBatch(at: now, by: actor) }
        return try await close(batch, at: now, by: actor, inPortionsOf: portion, pausing: pause)
    }

    /// The same, unless a batch was closed since a time, or is being closed: of several processes that try at that
    /// time, one closes it.
    ///
    /// A batch that is dated further ahead than clocks differ comes from a wrong clock, and doesn't count: otherwise
    /// nothing would be closed until the clock has caught up with it.
    ///
    /// - Parameter dead: The number of a batch that a dead process has left half closed: what it has stays in it, and
    ///   the next one gets the others.
    package func closeBatch(
        at now: Timestamp, unlessClosedSince moment: Timestamp, leftInTheMiddle dead: Int64? = nil,
        by actor: String? = nil, inPortionsOf portion: Int = StorageLimits.settledPerCommit,
        pausing pause: @Sendable (_ done: Int) async -> Void = { _ in }
    ) async throws(StoreError) -> DailyBatch {
        let latest = now.adding(seconds: StorageLimits.batchAheadSeconds)
        let (found, opened) = try await write { db -> (DailyBatch, ClosingBatch?) in
            // Before the look: of two at once the second finds the number taken, and begins again.
            let next = try db.first("SELECT \(BatchColumns.next) FROM batches") {
                try $0.integer()
            }
            let last = try db.first(
                """
                SELECT number, closed_at, closing FROM batches
                WHERE closed_at <= ? ORDER BY number DESC LIMIT 1
                """,
                latest
            ) { columns in
                try (number: columns.integer(), at: columns.timestamp(), isClosing: columns.flag())
            }
            if let last, last.at >= moment, last.number != dead || !last.isClosing {
                return (last.isClosing ? .beingClosed(last.number) : .closedBefore, nil)
            }
            let batch = try db.openBatch(number: next, at: now, by: actor)
            return (.beingClosed(batch.number), batch)
        }
        guard let opened else { return found }
        return .closed(
            try await close(opened, at: now, by: actor, inPortionsOf: portion, pausing: pause))
    }

    /// The newest closed batches of all merchants, at most ``StorageLimits/recentPayments``.
    package func recentBatches(
        _ limit: Int
    ) async throws(StoreError) -> [(closedAt: Timestamp, summary: BatchSummary)] {
        try await read { db in
            let most = min(max(limit, 0), StorageLimits.recentPayments)
            let found = try db.allRows(
                """
                SELECT number, closed_at FROM batches WHERE closing = 0 ORDER BY number DESC LIMIT ?
                """, most
            ) { columns in try (number: columns.integer(), closedAt: columns.timestamp()) }
            return try found.map { ($0.closedAt, try db.summary(ofBatch: $0.number)) }
        }
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

package enum DailyBatch: Sendable, Hashable {
    case closed(BatchSummary)
    case closedBefore
    /// Another is closing it, or has left it in the middle.
    case beingClosed(Int64)
}

enum BatchColumns {
    /// How many numbers a restore leaves out.
    static let leftOut = StorageLimits.batchLeap - 1
    /// The number of the next batch, FROM batches. Batches that were closed between a backup and its restore are in no
    /// database, but clients may know them. So each restore leaves out as many numbers as that may have been.
    ///
    /// The gaps show which restores have left numbers out. Times wouldn't show it after a clock was set back.
    static let next = """
        coalesce(max(number), 0) + 1 + \(leftOut) * CASE
            WHEN \(restores) > \(leaps) THEN \(restores) - \(leaps) ELSE 0 END
        """
    private static let restores = "(SELECT count(*) FROM restores)"
    private static let leaps = "(coalesce(max(number), 0) - count(*)) / \(leftOut)"
    /// The total that an operation goes into: money to the merchant, or back to a card.
    static let totalKind = "CASE o.kind WHEN 'capture' THEN 'capture' ELSE 'refund' END"
    /// The operations to settle next, in the words of the index operations_unsettled.
    static let unsettled = """
        batch IS NULL AND state = 'confirmed' AND kind IN ('capture', 'refund', 'credit')
        """
}

/// A batch while it is closed, and how far that has come in the order of operations.
struct ClosingBatch: Sendable {
    let number: Int64
    /// The last operation that may be its own.
    let end: Int64
    var reached: Int64 = 0
    var settled = 0
}
