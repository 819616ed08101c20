import PaymentDomain
import PaymentEngine
import Books

extension BookConnection {
    /// Payments, each with its operations, its events, its card, its spent transaction, its
    /// reversal and its number.
    func auditPayments(_ piece: inout AuditPiece) throws {
        try eachRow(
            """
            SELECT p.row, p.id, p.requested, p.state, p.authorized, p.released, p.releasing,
                p.captured, p.capturing, p.refunded, p.refunding, p.uncapturing, p.unrefunding,
                p.authorized_at IS NOT NULL, p.deadline IS NOT NULL,
                EXISTS (SELECT 1 FROM deliveries d
                    WHERE d.payment = p.row AND d.kind = 'reversal'),
                p.apple_transaction IS NULL OR EXISTS (SELECT 1 FROM spent_tokens s
                    WHERE s.merchant = p.merchant AND s.apple_transaction = p.apple_transaction
                        AND s.payment_id = p.id),
                EXISTS (SELECT 1 FROM cards c
                    WHERE c.merchant = p.merchant AND c.handle = p.handle),
                \(ClosingAudit.fits), p.version,
                p.dialect NOT IN \(NumberedPayments.dialects)
                    OR EXISTS (SELECT 1 FROM transactions t WHERE t.payment = p.row
                        AND t.kind IN ('authorization', 'sale', 'forcedCapture', 'credit'))
            FROM payments p WHERE p.row > ? ORDER BY p.row LIMIT ?
            """,
            piece.query
        ) { columns in
            let row = try columns.value()
            let payment = try AuditedPayment(&columns)
            piece.place = [row]
            piece.rows += 1
            piece.payments += 1
            payment.check(
                &piece, against: try booked(on: row), try foldedEvents(ofPayment: row))
        }
    }
}

/// Which payments have a number.
private enum NumberedPayments {
    /// The dialects in which every payment is begun under one. Radial's clients go by the order, and
    /// so does what renews a payment for them. Of a dialect that is not here no number is missed.
    static let dialects = "('cardconnect', 'instamed', 'vantiv')"
}

/// A payment as the audit reads it.
private struct AuditedPayment {
    let id: String
    let requested: Int64
    let state: PaymentState
    let amounts: PaymentAmounts
    let isDated: Bool
    let waits: Bool
    let hasReversal: Bool
    let tokenIsSpent: Bool
    let cardIsThere: Bool
    let closingFits: Bool
    let version: Int64
    let hasItsNumber: Bool

    init(_ columns: inout RowColumns) throws {
        id = try columns.identifier()
        requested = try columns.integer()
        state = try columns.named()
        var read = PaymentAmounts()
        read.authorized = try columns.integer()
        read.released = try columns.integer()
        read.releasing = try columns.integer()
        read.captured = try columns.integer()
        read.capturing = try columns.integer()
        read.refunded = try columns.integer()
        read.refunding = try columns.integer()
        read.uncapturing = try columns.integer()
        read.unrefunding = try columns.integer()
        amounts = read
        isDated = try columns.integer() != 0
        waits = try columns.integer() != 0
        hasReversal = try columns.integer() != 0
        tokenIsSpent = try columns.integer() != 0
        cardIsThere = try columns.integer() != 0
        closingFits = try columns.integer() != 0
        version = try columns.integer()
        hasItsNumber = try columns.integer() != 0
    }

    func check(
        _ piece: inout AuditPiece, against booked: BookedOperations, _ events: FoldedEvents
    ) {
        let sound = amounts.isSound && amounts.authorized <= requested
        piece.check(sound, .amountsUnsound, id)
        var expected = booked.amounts
        expected.authorized = amounts.authorized
        piece.check(amounts == expected, .amountsDisagree, id)
        piece.check(stateFits(booked), .stateDisagrees, id)
        piece.check(events.count == version, .eventsMissing, id)
        piece.check(events.state == state, .eventsDisagree, id)
        piece.check(hasReversal || state != .outcomeUnknown, .reversalMissing, id)
        piece.check(tokenIsSpent, .spentTokenMissing, id)
        piece.check(cardIsThere, .cardMissing, id)
        piece.check(closingFits, .lastCaptureAstray, id)
        piece.check(hasItsNumber, .transactionMissing, id)
    }

    private func stateFits(_ booked: BookedOperations) -> Bool {
        let hasCredit = booked.credits + booked.creditVoids > 0
        return switch state {
        case .authorizing:
            waits && !isDated && amounts.authorized == 0 && booked.count == 0 && !hasCredit
        case .authorized:
            !waits && isDated && !hasCredit
                && (amounts.authorized == 0 || amounts.released < amounts.authorized)
        case .released:
            !waits && isDated && !hasCredit && amounts.authorized > 0
                && amounts.released == amounts.authorized
        case .credited:
            !waits && !isDated && amounts == PaymentAmounts() && booked.count == 0
                && booked.credits == 1 && booked.credited == requested
        case .declined, .notSent, .outcomeUnknown, .reversed:
            !waits && !isDated && amounts.authorized == 0 && booked.count == 0 && !hasCredit
        }
    }
}
