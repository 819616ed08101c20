import StorageKit
import Database
import PaymentDomain

extension SQLConnection {
    /// Payments, each with its operations, its events, its card, its spent transaction, its
    /// reversal and its number.
    func auditPayments(_ piece: inout AuditPiece) throws {
        try eachRow(
            """
            SELECT p.row, \(PaymentColumns.payment), p.closed_by, p.cancelled, p.version,
                p.events_erased, p.deadline IS NOT NULL, \(RenewalAudit.fits),
                \(paymentRules.map { "(\($0.value))" }.joined(separator: ", "))
            FROM payments p WHERE p.row > ? ORDER BY p.row LIMIT ?
            """,
            piece.query
        ) { columns in
            let audited = try AuditedPayment(
                row: columns.integer(), payment: columns.unjudgedPayment(),
                closing: columns.textOrNil().map(Closing.init(rawValue:)) ?? .open,
                isCancelled: columns.flag(), version: columns.integer(),
                eventsErased: columns.integer(), waits: columns.flag(),
                renewalFits: columns.flag(),
                rules: paymentRules.map { ($0.key, try columns.flag()) })
            let payment = audited.payment
            let row = audited.row.sqlValue
            piece.add([row])
            let operations = try storedOperations(
                "o.payment = ?1", [row], in: [audited.row: payment.requested.currency])
            let own = operations[audited.row] ?? StoredOperations()
            let events = try replay(
                payment, own, events: row, erased: audited.eventsErased)
            audited.check(&piece, own.operations, events)
        }
    }
}

/// The rules of a payment `p` alone.
///
/// The listed dialects begin every payment under a number. Radial's clients go by the order, and so does what renews a
/// payment for them. Of a dialect that is not listed no number is missed.
private let paymentRules: KeyValuePairs<AuditRule, String> = [
    .reversalMissing: """
    p.state <> 'outcomeUnknown' OR EXISTS (SELECT 1 FROM deliveries d
        WHERE d.payment = p.row AND d.kind = 'reversal')
    """,
    .spentTokenMissing: """
    p.apple_transaction IS NULL OR EXISTS (SELECT 1 FROM spent_tokens s
        WHERE s.merchant = p.merchant AND s.apple_transaction = p.apple_transaction
            AND s.payment_id = p.id)
    """,
    .cardMissing: """
    EXISTS (SELECT 1 FROM cards c WHERE c.merchant = p.merchant AND c.handle = p.handle)
    """,
    .transactionMissing: """
    p.dialect NOT IN ('cardconnect', 'instamed', 'vantiv')
        OR EXISTS (SELECT 1 FROM transactions t WHERE t.payment = p.row
            AND t.kind IN ('authorization', 'sale', 'forcedCapture', 'credit'))
    """,
    .lineMissing: """
    p.line = '\(LineID.sandbox)'
        OR EXISTS (SELECT 1 FROM lines l WHERE l.name = p.line AND l.used = 1)
    """,
]

private enum RenewalAudit {
    /// The condition, on a payment `p`: a hold is closed by its renewal once that is approved, and by nothing else.
    static let fits = """
        (p.renews IS NULL OR EXISTS (SELECT 1 FROM payments h
            WHERE h.row = p.renews AND h.row < p.row AND h.merchant = p.merchant
                AND h.order_reference = p.order_reference
                AND (h.closed_by = 'renewed' OR h.authorized = 0
                    OR p.state NOT IN ('authorized', 'released'))))
        AND (coalesce(p.closed_by, '') <> 'renewed' OR EXISTS (SELECT 1 FROM payments n
            WHERE n.renews = p.row AND n.state IN ('authorized', 'released')))
        """
}

/// A payment as the audit reads it: also what our own code refuses to read.
private struct AuditedPayment {
    let row: Int64
    let payment: Payment
    /// Why it takes no capture, or that it does; nil for an unknown word.
    let closing: Closing?
    let isCancelled: Bool
    let version: Int64
    /// How many of its first events were erased.
    let eventsErased: Int64
    let waits: Bool
    let renewalFits: Bool
    /// The rules of the payment alone, and whether they hold.
    let rules: [(rule: AuditRule, holds: Bool)]

    func check(
        _ piece: inout AuditPiece, _ operations: [PaymentOperation], _ events: ReplayedPayment
    ) {
        let id = payment.id.value
        let amounts = payment.amounts
        let before = piece.breaches.count
        let isSound = amounts.isSound && amounts.authorized <= payment.requested.minorUnits
        piece.check(isSound, .amountsUnsound, id)
        let folded = PaymentAmounts(authorized: amounts.authorized, operations)
        piece.check(amounts == folded, .amountsDisagree, id)
        let isDated = payment.authorizedAt != nil
        let isAnswered = waits == (payment.state == .authorizing)
        let isHold = payment.state == .authorized || payment.state == .released
        piece.check(isAnswered && isDated == isHold, .stateDisagrees, id)
        for (rule, holds) in rules { piece.check(holds, rule, id) }
        let isClosed = closing.map { $0 != .open } ?? true
        piece.check(
            closing != nil && payment.isClosed == isClosed && renewalFits, .lastCaptureAstray, id)
        piece.check(events.count == version, .eventsMissing, id)
        let isFirst = piece.breaches.count == before
        guard eventsErased == 0 else {
            // Replay needs all of them. What is left must still be counted, and the record be sound.
            piece.check(eventsErased > 0 && events.isCounted, .eventsDisagree, id)
            return checkStored(&piece, operations, isFirst: isFirst)
        }
        check(&piece, operations, against: events.record, isFirst: isFirst)
    }

    /// The stored record; nil if our code refuses to read it. Then it was reported, or has a state that doesn't fit the
    /// operations.
    private func record(
        _ operations: [PaymentOperation], beforeRenewal count: Int?
    ) -> PaymentRecord? {
        try? PaymentRecord(
            stored: payment, operations, version: version, closing: closing ?? .open,
            operationsBeforeRenewal: count, isCancelled: isCancelled)
    }

    /// Checks a record whose events can't be replayed.
    private func checkStored(
        _ piece: inout AuditPiece, _ operations: [PaymentOperation], isFirst: Bool
    ) {
        let count = closing == .renewed ? 0 : nil
        piece.check(
            record(operations, beforeRenewal: count) != nil || !isFirst, .stateDisagrees,
            payment.id.value)
    }

    /// Compares the stored record with the one that the events give.
    private func check(
        _ piece: inout AuditPiece, _ operations: [PaymentOperation],
        against replayed: PaymentRecord?, isFirst: Bool
    ) {
        let id = payment.id.value
        guard let replayed else { return piece.check(false, .eventsDisagree, id) }
        guard
            let stored = record(operations, beforeRenewal: replayed.operationsBeforeRenewal)
        else { return piece.check(!isFirst, .stateDisagrees, id) }
        piece.check(stored.closing == replayed.closing, .lastCaptureAstray, id)
        let isAlike =
            stored.payment.state == replayed.payment.state
            && stored.amounts == replayed.amounts && stored.isCancelled == replayed.isCancelled
            && stored.operations.map(\.state) == replayed.operations.map(\.state)
            && stored.operations.map(\.wasAccepted) == replayed.operations.map(\.wasAccepted)
        piece.check(isAlike, .eventsDisagree, id)
    }
}

extension SQLConnection {
    /// Batches: the totals are what the operations add up to, one currency and kind at a time. They
    /// are counted without a gap but for those that restores leave, so that an empty one is missed too. A closed one
    /// has its event.
    func auditBatches(_ piece: inout AuditPiece) throws {
        let batches = try allRows(
            """
            SELECT b.number,
                b.number - 1
                    - coalesce((SELECT max(e.number) FROM batches e WHERE e.number < b.number), 0),
                (SELECT count(*) FROM restores),
                (b.closing = 0) = EXISTS (SELECT 1 FROM payment_events e
                    WHERE e.payment = \(BatchEvent.payment) AND e.sequence = b.number
                        AND e.kind = '\(BatchEvent.kind)')
            FROM batches b WHERE b.number > ? ORDER BY b.number LIMIT ?
            """,
            piece.query
        ) { columns in
            let number = try columns.integer()
            let (leaps, rest) = try columns.integer().quotientAndRemainder(
                dividingBy: BatchColumns.leftOut)
            let restores = try columns.integer()
            return try (
                number: number, follows: rest == 0 && leaps <= restores, hasEvent: columns.flag()
            )
        }
        for (number, follows, hasEvent) in batches {
            piece.check(follows, .batchMissing, String(number - 1))
            piece.check(hasEvent, .eventsMissing, String(number))
            piece.add([number.sqlValue])
            let isSame = try !exists(
                """
                WITH kept AS (
                    SELECT currency, kind, operations, total FROM batch_totals WHERE batch = ?1),
                booked AS (
                    SELECT p.currency, \(BatchColumns.totalKind), count(*), sum(o.amount)
                    FROM operations o JOIN payments p ON p.row = o.payment
                    WHERE o.batch = ?1 AND o.state = 'confirmed'
                    GROUP BY p.currency, \(BatchColumns.totalKind))
                SELECT 1 FROM (SELECT * FROM kept EXCEPT SELECT * FROM booked) a
                UNION ALL SELECT 1 FROM (SELECT * FROM booked EXCEPT SELECT * FROM kept) b
                """,
                number)
            piece.check(isSame, .batchDisagrees, String(number))
        }
    }
}
