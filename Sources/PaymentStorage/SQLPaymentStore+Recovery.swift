import Database
import PaymentDomain
import PaymentEngine

extension SQLPaymentStore {
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

/// Queues the reversal of a payment whose outcome is unknown, as a whole and due at once. ?1 the message, ?2 the time,
/// ?3 the payment.
private let reversal = """
    INSERT INTO deliveries (id, payment, line, kind, amount, attempts, transmitted_at, due_at)
    SELECT ?1, row, line, 'reversal', requested, 0, ?2, ?2 FROM payments
    WHERE id = ?3 AND state IN ('outcomeUnknown', 'reversed')
    """

extension SQLConnection {
    /// Queues the reversal of a payment that has just got an unknown outcome.
    func queueReversal(of payment: PaymentID, at now: Timestamp) throws {
        try changeOne(reversal, OperationID(at: now), now, payment)
    }

    /// Queues one more reversal, if the outcome was unknown.
    func queueReversalAgain(of payment: PaymentID, at now: Timestamp) throws {
        try change(reversal, OperationID(at: now), now, payment)
    }

    /// - Returns: How many were found, and how many of them had no outcome yet when their turn came.
    fileprivate func recoverSome(
        deadlineBefore: Timestamp, at now: Timestamp
    ) throws -> (seen: Int, done: Int) {
        var done = 0
        let abandoned = try allRows(
            """
            SELECT id FROM payments
            WHERE deadline IS NOT NULL AND deadline < ? ORDER BY deadline, row LIMIT ?
            """,
            deadlineBefore, StorageLimits.recoveredPerCommit
        ) { try $0.paymentID() }
        for payment in abandoned {
            let isAbandoned = try changesOne(
                """
                UPDATE payments SET state = 'outcomeUnknown', deadline = NULL,
                    version = version + 1
                WHERE id = ? AND state = 'authorizing'
                """,
                payment)
            // Its outcome, or another node, may have come since we looked: then nothing is undone.
            guard isAbandoned else { continue }
            done += 1
            try queueReversal(of: payment, at: now)
            try write(BookedEvent(kind: .abandoned, state: .outcomeUnknown, at: now), of: payment)
        }
        return (abandoned.count, done)
    }
}

extension SQLPaymentStore {
    /// Leases up to `limit` due messages of a line: reversals first, and of each kind those that have been due longest.
    ///
    /// A quarter of the places is for other messages than reversals, if any wait: reversals that are never answered,
    /// for example of one issuer, must not keep captures and refunds from being sent.
    ///
    /// Each is returned as it is now in the database: due again when the lease ends.
    package func claimDeliveries(
        of line: LineID, at now: Timestamp, leasedUntil: Timestamp, limit: Int
    ) async throws(StoreError) -> [Delivery] {
        try await write { db in
            let most = min(max(limit, 0), StorageLimits.deliveriesPerClaim)
            let reversals = try db.due(.reversals, of: line, at: now, atMost: most)
            let others = try db.due(
                .others, of: line, at: now, atMost: max(most - reversals.count, most / 4))
            var due = Array(reversals.prefix(most - others.count)) + others
            for index in due.indices {
                try db.changeOne(
                    "UPDATE deliveries SET due_at = ?, lease = lease + 1 WHERE id = ?",
                    leasedUntil, due[index].advice.id)
                due[index].dueAt = leasedUntil
                due[index].lease += 1
            }
            return due
        }
    }

    package func endLeases(at now: Timestamp) async throws(StoreError) {
        try await write { db in
            try db.change("UPDATE deliveries SET lease = lease + 1 WHERE due_at <= ?", now)
            try db.change(
                "UPDATE deliveries SET due_at = ?, lease = lease + 1 WHERE due_at > ?", now, now)
        }
    }

    @discardableResult
    package func bringForward(
        dueAfter: Timestamp, deadlineAfter: Timestamp, at now: Timestamp
    ) async throws(StoreError) -> Int {
        let messages = try await write { db in
            let deadlines = try db.change(
                "UPDATE payments SET deadline = ? WHERE deadline > ?", now, deadlineAfter)
            return try [DueKind.reversals, .others].reduce(deadlines) { count, kind in
                try count
                    + db.change(
                        "UPDATE deliveries AS d SET due_at = ? WHERE \(kind.rawValue) AND d.due_at > ?",
                        now, dueAfter)
            }
        }
        return try await messages + merchantStore.bringDeliveriesForward(at: now)
    }
}

/// The kinds of due messages, in the words of an index, so that they come in their order: after a long silence of the
/// acquirer many are due.
private enum DueKind: String {
    case reversals = "d.kind = 'reversal'"
    case others = "d.kind <> 'reversal'"
}

private enum DeliveryColumns {
    static let all = """
        p.currency, p.created_at, d.id, d.line, d.kind, coalesce(o.trace_number, p.trace_number),
        d.transmitted_at, p.authorization_id, p.trace_number, p.acquirer_reference,
        p.merchant_number, p.terminal_number, p.category_code, d.amount,
        t.created_at, t.trace_number, t.acquirer_reference,
        p.id, d.attempts, d.due_at, d.lease,
        CASE WHEN o.is_sale = 1 AND o.accepted = 0 THEN 1 ELSE 0 END
        """
    /// A message with its payment, its operation, and the operation that this one names.
    static let source = """
        deliveries d JOIN payments p ON p.row = d.payment
            LEFT JOIN operations o ON o.id = d.id
            LEFT JOIN operations t ON t.row = coalesce(o.target, o.of_capture)
        """
}

extension RowColumns {
    fileprivate mutating func delivery() throws -> Delivery {
        let currency = try currency()
        let begunAt = try timestamp()
        var advice = try AcquirerAdvice(
            id: operationID(), line: line(), kind: named(OperationKind.self).advice,
            identity: MessageIdentity(traceNumber: integer(), transmittedAt: timestamp()),
            authorizationID: operationID(), authorization: messageReference(at: begunAt),
            merchant: acquirerMerchant(), amount: money(in: currency))
        let namedAt = try timestampOrNil()
        advice.operation = try messageReferenceOrNil(at: namedAt ?? begunAt)
        var delivery = try Delivery(
            advice: advice, paymentID: paymentID(), attempts: count(), dueAt: timestamp(),
            lease: integer())
        delivery.isOfUnansweredSale = try flag()
        return delivery
    }
}

extension SQLConnection {
    /// The advices of a kind that have been due longest.
    fileprivate func due(
        _ kind: DueKind, of line: LineID, at now: Timestamp, atMost limit: Int
    ) throws -> [Delivery] {
        try allRows(
            """
            SELECT \(DeliveryColumns.all) FROM \(DeliveryColumns.source)
            WHERE \(kind.rawValue) AND d.due_at <= ? AND d.line = ? ORDER BY d.due_at LIMIT ?
            \(skipLockedClause(for: "d"))
            """,
            now, line.value, limit
        ) { columns in try columns.delivery() }
    }

    /// Puts an advice into the outbox.
    func queue(_ delivery: Delivery) throws {
        try changeOne(
            """
            INSERT INTO deliveries
                (id, payment, line, kind, amount, attempts, transmitted_at, due_at)
            SELECT ?, row, line, ?, ?, ?, ?, ? FROM payments WHERE id = ?
            """,
            delivery.advice.id, delivery.advice.kind.rawValue, delivery.advice.amount.minorUnits,
            delivery.attempts, delivery.advice.identity.transmittedAt, delivery.dueAt,
            delivery.paymentID)
    }
}
