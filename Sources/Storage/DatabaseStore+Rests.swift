import Books
import PaymentDomain
import PaymentEngine

extension DatabaseStore {
    /// Gives up what is left of holds whose last capture was confirmed, that were to be given up with the void of one, that
    /// were renewed, or whose sale was refused at its capture, and that no one released: a crash came between the two, or
    /// the answer came late.
    public func releaseRests(
        at now: Timestamp, except isAtHand: @escaping @Sendable (PaymentID) -> Bool
    ) async throws(StoreError) -> Int {
        var total = 0
        // Nearly always there are none, and that is all that is asked.
        while try await look({ db in try db.first(RestColumns.some, []) { _ in true } }) != nil {
            let released = try await write { db in try db.releaseSomeRests(at: now, isAtHand) }
            total += released.done
            // Those that are left to their requests would be found again.
            if released.seen < StorageLimits.recoveredPerCommit || released.done == 0 { break }
        }
        return total
    }

    /// Gives up what is left of some holds.
    public func giveUp(_ holds: [PaymentID], at now: Timestamp) async throws(StoreError) {
        try await write { db in
            for hold in holds { try db.giveUpLeft(of: hold, at: now) }
        }
    }
}

private enum RestColumns {
    /// SQLite finds the index payments_closing by these words alone. What is being taken back may be refused, and what
    /// the acquirer refused to give up since the last capture, the last void of one, or the renewal, is left alone.
    static let closed = """
        closing = 1 AND state = 'authorized' AND capturing = 0 AND uncapturing = 0
            AND authorized > released + releasing + captured
            AND NOT EXISTS (SELECT 1 FROM operations o WHERE o.payment = payments.row
                AND o.kind = 'release' AND o.state = 'refused'
                AND o.row > coalesce((SELECT max(c.row) FROM operations c
                    WHERE c.payment = payments.row
                    AND (c.is_final = 1 OR c.kind = 'captureVoid' AND c.state = 'confirmed')), 0)
                AND NOT EXISTS (SELECT 1 FROM payments n WHERE n.renews = payments.row
                    AND NOT \(OperationColumns.hasSeen)))
        """
    static let some = "SELECT 1 FROM payments WHERE \(closed) LIMIT 1"
}

extension BookConnection {
    /// - Returns: How many were found, and how many of them still had a rest when their turn came.
    fileprivate func releaseSomeRests(
        at now: Timestamp, _ isAtHand: (PaymentID) -> Bool
    ) throws -> (seen: Int, done: Int) {
        let found = try allRows(
            """
            SELECT id, authorized - released - captured - releasing FROM payments
            WHERE \(RestColumns.closed) ORDER BY row LIMIT ?
            """,
            [StorageLimits.recoveredPerCommit.bookValue]
        ) { columns in
            (id: PaymentID(stored: try columns.identifier()), rest: try columns.integer())
        }
        var done = 0
        for payment in found where !isAtHand(payment.id) {
            let isReserved = try change(
                """
                UPDATE payments SET releasing = releasing + ?1, version = version + 1
                WHERE id = ?2 AND \(RestColumns.closed)
                    AND ?1 = authorized - released - captured - releasing
                """,
                [payment.rest.bookValue, payment.id.value.identifier])
            // The request itself, or another server, may have been faster.
            guard isReserved == 1 else { continue }
            done += 1
            try queueRelease(of: payment.id, payment.rest, at: now)
        }
        return (found.count, done)
    }

    /// Gives up the older holds of an order whose last capture the acquirer took.
    ///
    /// - Parameter captured: The row of the payment that it was made of.
    func giveUpOlder(than captured: BookValue, at now: Timestamp) throws {
        let older = try allRows(AdviceStatements.olderHolds, [captured]) { columns in
            PaymentID(stored: try columns.identifier())
        }
        for hold in older { try giveUpLeft(of: hold, at: now) }
    }

    /// Gives up what is left of a hold; nothing where nothing is.
    func giveUpLeft(of payment: PaymentID, at now: Timestamp) throws {
        let left = "authorized - released - releasing - captured - capturing"
        let id = payment.value.identifier
        let rest = try first(
            "SELECT \(left) FROM payments WHERE id = ? AND state = 'authorized'", [id]
        ) { columns in try columns.integer() }
        guard let rest, rest > 0 else { return }
        let isReserved = try change(
            """
            UPDATE payments SET releasing = releasing + ?1, version = version + 1
            WHERE id = ?2 AND state = 'authorized' AND ?1 = \(left)
            """,
            [rest.bookValue, id])
        // Another server has captured, or released, since.
        guard isReserved == 1 else { throw Overtaken() }
        try queueRelease(of: payment, rest, at: now)
    }

    /// Writes the release of an amount that was reserved for it, with its event, and its advice, due at once.
    func queueRelease(of payment: PaymentID, _ amount: Int64, at now: Timestamp) throws {
        let operation = OperationID(at: now)
        let id = operation.value.identifier
        let values = [amount.bookValue, now.value, payment.value.identifier]
        try changeOne(
            """
            INSERT INTO operations (id, payment, kind, amount, state, created_at, seen)
            SELECT ?, row, 'release', ?, 'pending', ?, \(OperationColumns.newestPayment)
            FROM payments WHERE id = ?
            """, [id] + values)
        try changeOne(
            """
            INSERT INTO deliveries (id, payment, kind, amount, attempts, due_at)
            SELECT ?, row, 'release', ?, 0, ? FROM payments WHERE id = ?
            """, [id] + values)
        try write(
            BookedEvent(kind: .requested, operation: operation, amount: amount, at: now),
            of: payment)
    }
}
