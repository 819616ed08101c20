import PaymentDomain
import PaymentEngine
import Database

extension DatabaseStore {
    /// Leases up to `limit` due messages: reversals first, and of each kind those that have been due longest.
    ///
    /// A quarter of the places is for other messages than reversals, if any wait: reversals that are never answered,
    /// for example of one issuer, must not keep captures and refunds from being sent.
    ///
    /// Each is returned as it is now in the database: due again when the lease ends.
    package func claimDeliveries(
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

    /// Makes every queued message due at once, after a restart, and ends every lease.
    package func endLeases(at now: Timestamp) async throws(StoreError) {
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
    package func bringForward(
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

/// The kinds of due messages, in the words of an index, so that they come in their order: after a long silence of the
/// acquirer many are due.
private enum DueKind: String {
    case reversals = "d.kind = 'reversal'"
    case others = "d.kind <> 'reversal'"
}

/// The columns of an advice in the outbox.
private enum DeliveryColumns {
    static let all = """
        d.id, d.kind, p.authorization_id, p.created_at, p.trace_number, p.acquirer_reference,
        p.merchant_number, p.terminal_number, p.category_code, p.currency, d.amount,
        coalesce(o.trace_number, p.trace_number), d.transmitted_at,
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
        let id = OperationID(stored: try identifier())
        let kind = try named(OperationKind.self).advice
        let authorizationID = OperationID(stored: try identifier())
        let begunAt = try timestamp()
        let authorization = try messageReference(at: begunAt)
        let merchant = try acquirerMerchant()
        let currency = try currency()
        let amount = try money(in: currency)
        let traceNumber = try integer()
        var advice = AcquirerAdvice(
            id: id, kind: kind,
            identity: MessageIdentity(traceNumber: traceNumber, transmittedAt: try timestamp()),
            authorizationID: authorizationID, authorization: authorization, merchant: merchant,
            amount: amount)
        let namedAt = try timestampOrNil()
        advice.operation = try messageReferenceOrNil(at: namedAt ?? begunAt)
        var delivery = Delivery(
            advice: advice, paymentID: PaymentID(stored: try identifier()),
            attempts: try count(), dueAt: try timestamp(), lease: try integer())
        delivery.isOfUnansweredSale = try integer() != 0
        return delivery
    }
}

extension SQLConnection {
    /// The advices of a kind that have been due longest.
    fileprivate func due(
        _ kind: DueKind, at now: Timestamp, atMost limit: Int
    ) throws -> [Delivery] {
        try allRows(
            """
            SELECT \(DeliveryColumns.all) FROM \(DeliveryColumns.source)
            WHERE \(kind.rawValue) AND d.due_at <= ? ORDER BY d.due_at LIMIT ?
            \(skipLockedClause(for: "d"))
            """,
            [now.value, limit.sqlValue]
        ) { columns in try columns.delivery() }
    }

    /// Puts an advice into the outbox.
    func queue(_ delivery: Delivery) throws {
        try changeOne(
            """
            INSERT INTO deliveries (id, payment, kind, amount, attempts, transmitted_at, due_at)
            SELECT ?, row, ?, ?, ?, ?, ? FROM payments WHERE id = ?
            """,
            [
                delivery.advice.id.value.identifier, delivery.advice.kind.rawValue.sqlValue,
                delivery.advice.amount.minorUnits.sqlValue, delivery.attempts.sqlValue,
                delivery.advice.identity.transmittedAt.value, delivery.dueAt.value,
                delivery.paymentID.value.identifier,
            ])
    }
}
