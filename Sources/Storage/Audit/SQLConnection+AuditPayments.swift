import PaymentDomain
import PaymentEngine
import Database

extension SQLConnection {
    /// Payments, each with its operations, its events, its card, its spent transaction, its
    /// reversal and its number.
    func auditPayments(_ piece: inout AuditPiece) throws {
        try eachRow(
            """
            SELECT p.row, \(PaymentColumns.payment), p.closed_by, p.cancelled, p.version,
                p.deadline IS NOT NULL,
                EXISTS (SELECT 1 FROM deliveries d
                    WHERE d.payment = p.row AND d.kind = 'reversal'),
                p.apple_transaction IS NULL OR EXISTS (SELECT 1 FROM spent_tokens s
                    WHERE s.merchant = p.merchant AND s.apple_transaction = p.apple_transaction
                        AND s.payment_id = p.id),
                EXISTS (SELECT 1 FROM cards c
                    WHERE c.merchant = p.merchant AND c.handle = p.handle),
                \(RenewalAudit.fits),
                p.dialect NOT IN \(NumberedPayments.dialects)
                    OR EXISTS (SELECT 1 FROM transactions t WHERE t.payment = p.row
                        AND t.kind IN ('authorization', 'sale', 'forcedCapture', 'credit'))
            FROM payments p WHERE p.row > ? ORDER BY p.row LIMIT ?
            """,
            piece.query
        ) { columns in
            let audited = try AuditedPayment(&columns)
            let row = audited.row.sqlValue
            piece.place = [row]
            piece.rows += 1
            piece.payments += 1
            let payment = audited.payment
            let number = audited.row
            let operations =
                try storedOperations(
                    "o.payment = ?1", [row], in: [number: payment.requested.currency])[number]
                ?? []
            audited.check(
                &piece, operations.map(\.operation),
                try replay(payment, operations, events: row))
        }
    }
}

/// Which payments have a number.
private enum NumberedPayments {
    /// The dialects in which every payment is begun under one. Radial's clients go by the order, and
    /// so does what renews a payment for them. Of a dialect that is not here no number is missed.
    static let dialects = "('cardconnect', 'instamed', 'vantiv')"
}

/// Whether a payment and what it renews agree.
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
    let waits: Bool
    let hasReversal: Bool
    let tokenIsSpent: Bool
    let cardIsThere: Bool
    let renewalFits: Bool
    let hasItsNumber: Bool

    init(_ columns: inout RowColumns) throws {
        row = try columns.integer()
        payment = try columns.unjudgedPayment()
        closing = try columns.textOrNil().map(Closing.init(rawValue:)) ?? .open
        isCancelled = try columns.integer() != 0
        version = try columns.integer()
        waits = try columns.integer() != 0
        hasReversal = try columns.integer() != 0
        tokenIsSpent = try columns.integer() != 0
        cardIsThere = try columns.integer() != 0
        renewalFits = try columns.integer() != 0
        hasItsNumber = try columns.integer() != 0
    }

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
        piece.check(hasReversal || payment.state != .outcomeUnknown, .reversalMissing, id)
        piece.check(tokenIsSpent, .spentTokenMissing, id)
        piece.check(cardIsThere, .cardMissing, id)
        piece.check(hasItsNumber, .transactionMissing, id)
        let isClosed = closing.map { $0 != .open } ?? true
        piece.check(
            closing != nil && payment.isClosed == isClosed && renewalFits, .lastCaptureAstray, id)
        piece.check(events.count == version, .eventsMissing, id)
        check(&piece, operations, against: events.record, isFirst: piece.breaches.count == before)
    }

    /// Compares the stored record with the one that the events give.
    private func check(
        _ piece: inout AuditPiece, _ operations: [PaymentOperation],
        against replayed: PaymentRecord?, isFirst: Bool
    ) {
        let id = payment.id.value
        guard let replayed else { return piece.check(false, .eventsDisagree, id) }
        let stored: PaymentRecord
        do {
            stored = try PaymentRecord(
                stored: payment, operations, version: version, closing: closing ?? .open,
                operationsBeforeRenewal: replayed.operationsBeforeRenewal,
                isCancelled: isCancelled)
        } catch {
            // A record that our code refuses to read was reported above, or has a state that doesn't fit the
            // operations.
            return piece.check(!isFirst, .stateDisagrees, id)
        }
        piece.check(stored.closing == replayed.closing, .lastCaptureAstray, id)
        let isAlike =
            stored.payment.state == replayed.payment.state
            && stored.amounts == replayed.amounts && stored.isCancelled == replayed.isCancelled
            && stored.operations.map(\.state) == replayed.operations.map(\.state)
            && stored.operations.map(\.wasAccepted) == replayed.operations.map(\.wasAccepted)
        piece.check(isAlike, .eventsDisagree, id)
    }
}
