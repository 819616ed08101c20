import PaymentDomain
import PaymentEngine
import Books

extension DatabaseStore {
    /// Takes up to `limit` advices that are due, each under the next lease: reversals first, and of
    /// a kind the longest due.
    ///
    /// A quarter of the places is for what is no reversal, where it waits: reversals that are never
    /// answered, of one issuer say, must not keep captures and refunds from being told.
    ///
    /// Each comes back as it now lies in the books: due again when the lease ends.
    public func claimDeliveries(
        at now: Timestamp, leasedUntil: Timestamp, limit: Int
    ) async throws(StoreError) -> [Delivery] {
        try await write { db in
            let most = min(max(limit, 0), StorageLimits.deliveriesPerClaim)
            let reversals = try db.due(.reversals, at: now, atMost: most)
            let others = try db.due(
                .others, at: now, atMost: max(most - reversals.count, most / 4))
            let due = reversals.prefix(most - others.count) + others
            for delivery in due {
                try db.changeOne(
                    "UPDATE deliveries SET due_at = ?, lease = lease + 1 WHERE id = ?",
                    [leasedUntil.value, delivery.advice.id.value.identifier])
            }
            return due.map { delivery in
                var leased = delivery
                leased.dueAt = leasedUntil
                leased.lease += 1
                return leased
            }
        }
    }

    /// Makes every queued advice due at once, after a restart, and takes it from whoever had it.
    public func endLeases(at now: Timestamp) async throws(StoreError) {
        _ = try await write { db in
            try db.change(
                "UPDATE deliveries SET lease = lease + 1 WHERE due_at <= ?", [now.value])
            return try db.change(
                "UPDATE deliveries SET due_at = ?, lease = lease + 1 WHERE due_at > ?",
                [now.value, now.value])
        }
    }

    /// Makes due at once what a clock that was ahead has put off: messages, and authorizations without an outcome.
    @discardableResult
    public func bringForward(
        dueAfter: Timestamp, deadlineAfter: Timestamp, at now: Timestamp
    ) async throws(StoreError) -> Int {
        try await write { db in
            let deadlines = try db.change(
                "UPDATE payments SET deadline = ? WHERE deadline > ?",
                [now.value, deadlineAfter.value])
            return try [DueKind.reversals, .others].reduce(deadlines) { count, kind in
                try count
                    + db.change(
                        "UPDATE deliveries AS d SET due_at = ? WHERE \(kind.rawValue) AND d.due_at > ?",
                        [now.value, dueAfter.value])
            }
        }
    }
}

/// What is asked for in the outbox, in the words of an index, so that each comes in its order: after a long silence of
/// the acquirer many are due.
private enum DueKind: String {
    case reversals = "d.kind = 'reversal'"
    case others = "d.kind <> 'reversal'"
}

/// The columns of an advice in the outbox.
private enum DeliveryColumns {
    static let all = """
        d.id, d.kind, p.authorization_id, p.merchant_number, p.terminal_number, p.category_code,
        p.currency, d.amount, p.id, d.attempts, d.due_at, d.lease,
        EXISTS (SELECT 1 FROM operations o
            WHERE o.id = d.id AND o.is_sale = 1 AND o.accepted = 0)
        """
}

extension RowColumns {
    fileprivate mutating func delivery() throws -> Delivery {
        let advice = try advice()
        var delivery = Delivery(
            advice: advice, paymentID: PaymentID(stored: try identifier()),
            attempts: try count(), dueAt: try timestamp(), lease: try integer())
        delivery.isOfUntoldSale = try integer() != 0
        return delivery
    }
}

extension BookConnection {
    /// The advices of a kind that have been due longest.
    fileprivate func due(
        _ kind: DueKind, at now: Timestamp, atMost limit: Int
    ) throws -> [Delivery] {
        try allRows(
            """
            SELECT \(DeliveryColumns.all)
            FROM deliveries d JOIN payments p ON p.row = d.payment
            WHERE \(kind.rawValue) AND d.due_at <= ? ORDER BY d.due_at LIMIT ?
            \(passingOverHeldRows(of: "d"))
            """,
            [now.value, limit.bookValue]
        ) { columns in try columns.delivery() }
    }

    /// Puts an advice into the outbox.
    func queue(_ delivery: Delivery) throws {
        try changeOne(
            """
            INSERT INTO deliveries (id, payment, kind, amount, attempts, due_at)
            SELECT ?, row, ?, ?, ?, ? FROM payments WHERE id = ?
            """,
            [
                delivery.advice.id.value.identifier, delivery.advice.kind.rawValue.bookValue,
                delivery.advice.amount.minorUnits.bookValue, delivery.attempts.bookValue,
                delivery.dueAt.value, delivery.paymentID.value.identifier,
            ])
    }
}
