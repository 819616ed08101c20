import PaymentDomain
import PaymentEngine
import Database

extension DatabaseStore {
    /// Turns every authorization without an outcome whose deadline is before a time into an unknown one.
    ///
    /// Many take several database transactions; the ledger is consistent after each.
    package func recoverAbandoned(
        deadlineBefore: Timestamp, at now: Timestamp
    ) async throws(StoreError) -> Int {
        var total = 0
        while true {
            let recovered = try await write { db in
                try db.recoverSome(deadlineBefore: deadlineBefore, at: now)
            }
            total += recovered.done
            if recovered.seen < StorageLimits.recoveredPerCommit { return total }
        }
    }
}

/// Queues the reversal of a payment, as a whole and due at once.
enum ReversalStatement {
    /// - Parameter condition: Which payment, by the value ?3.
    static func queue(_ condition: String) -> String {
        """
        INSERT INTO deliveries (id, payment, kind, amount, attempts, transmitted_at, due_at)
        SELECT ?1, row, 'reversal', requested, 0, ?2, ?2 FROM payments WHERE \(condition)
        """
    }

    static func values(_ payment: SQLValue, at now: Timestamp) -> [SQLValue] {
        [OperationID(at: now).value.identifier, now.value, payment]
    }
}

extension SQLConnection {
    /// Queues the reversal of a payment that is there.
    func queueReversal(of payment: PaymentID, at now: Timestamp) throws {
        try changeOne(
            ReversalStatement.queue("id = ?3"),
            ReversalStatement.values(payment.value.identifier, at: now))
    }

    /// - Returns: How many were found, and how many of them had no outcome yet when their turn came.
    fileprivate func recoverSome(
        deadlineBefore: Timestamp, at now: Timestamp
    ) throws -> (seen: Int, done: Int) {
        var done = 0
        let abandoned = try allRows(
            """
            SELECT row, id FROM payments
            WHERE deadline IS NOT NULL AND deadline < ? ORDER BY deadline, row LIMIT ?
            """,
            [deadlineBefore.value, StorageLimits.recoveredPerCommit.sqlValue]
        ) { columns in
            (row: try columns.value(), id: PaymentID(stored: try columns.identifier()))
        }
        for payment in abandoned {
            let isAbandoned = try change(
                """
                UPDATE payments SET state = 'outcomeUnknown', deadline = NULL,
                    version = version + 1
                WHERE row = ? AND state = 'authorizing'
                """,
                [payment.row])
            // Its outcome, or another node, may have come since we looked: then nothing is undone.
            guard isAbandoned == 1 else { continue }
            done += 1
            try changeOne(
                ReversalStatement.queue("row = ?3"),
                ReversalStatement.values(payment.row, at: now))
            try write(BookedEvent(kind: .abandoned, at: now), of: payment.id)
        }
        return (abandoned.count, done)
    }
}
