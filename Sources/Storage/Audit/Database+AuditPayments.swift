import GRDB
import PaymentDomain
import PaymentEngine
import SQLiteBooks

extension Database {
    /// Payments, each with its operations, its card, its spent transaction and its reversal.
    func auditPayments(_ piece: inout AuditPiece) throws {
        try eachRow(
            """
            SELECT p.row, p.id, p.requested, p.state, p.authorized, p.released, p.releasing,
                p.captured, p.capturing, p.refunded, p.refunding, p.authorized_at IS NOT NULL,
                p.deadline IS NOT NULL, p.sealed_cryptogram IS NOT NULL,
                EXISTS (SELECT 1 FROM deliveries d
                    WHERE d.payment = p.row AND d.kind = 'reversal'),
                p.apple_transaction IS NULL OR EXISTS (SELECT 1 FROM spent_tokens s
                    WHERE s.merchant = p.merchant AND s.apple_transaction = p.apple_transaction
                        AND s.payment_id = p.id),
                EXISTS (SELECT 1 FROM cards c
                    WHERE c.merchant = p.merchant AND c.handle = p.handle)
            FROM payments p WHERE p.row > ? ORDER BY p.row LIMIT ?
            """,
            piece.query
        ) { columns in
            let row = try columns.value()
            let payment = try AuditedPayment(&columns)
            piece.place = [row]
            piece.rows += 1
            piece.payments += 1
            payment.check(&piece, against: try booked(on: row))
        }
    }

    /// What the payment's operations add up to, and how many there are.
    private func booked(on row: BookValue) throws -> (amounts: PaymentAmounts, count: Int) {
        var amounts = PaymentAmounts()
        var total = 0
        try eachRow(
            """
            SELECT kind, state, sum(amount), count(*) FROM operations WHERE payment = ?
            GROUP BY kind, state
            """,
            [row]
        ) { columns in
            let kind = try columns.named(AdviceKind.self)
            let state = try columns.text()
            let sum = try columns.integer()
            total += try columns.count()
            switch (kind, state) {
            case (.capture, "confirmed"): amounts.captured = sum
            case (.capture, "pending"): amounts.capturing = sum
            case (.refund, "confirmed"): amounts.refunded = sum
            case (.refund, "pending"): amounts.refunding = sum
            case (.release, "confirmed"): amounts.released = sum
            case (.release, "pending"): amounts.releasing = sum
            case (_, "refused"): break
            default: throw BookError.corrupt
            }
        }
        return (amounts, total)
    }
}

/// A payment as the audit reads it.
private struct AuditedPayment {
    let id: String
    let requested: Int64
    let state: PaymentState
    let amounts: PaymentAmounts
    let isDated: Bool
    let waits: Bool
    let hasCryptogram: Bool
    let hasReversal: Bool
    let tokenIsSpent: Bool
    let cardIsThere: Bool

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
        amounts = read
        isDated = try columns.integer() != 0
        waits = try columns.integer() != 0
        hasCryptogram = try columns.integer() != 0
        hasReversal = try columns.integer() != 0
        tokenIsSpent = try columns.integer() != 0
        cardIsThere = try columns.integer() != 0
    }

    func check(_ piece: inout AuditPiece, against booked: (amounts: PaymentAmounts, count: Int)) {
        let sound = amounts.isSound && amounts.authorized <= requested
        piece.check(sound, .amountsUnsound, id)
        var expected = booked.amounts
        expected.authorized = amounts.authorized
        piece.check(amounts == expected, .amountsDisagree, id)
        piece.check(stateFits(operations: booked.count), .stateDisagrees, id)
        piece.check(!hasCryptogram || state == .authorizing, .cryptogramKept, id)
        piece.check(hasReversal || state != .outcomeUnknown, .reversalMissing, id)
        piece.check(tokenIsSpent, .spentTokenMissing, id)
        piece.check(cardIsThere, .cardMissing, id)
    }

    private func stateFits(operations: Int) -> Bool {
        switch state {
        case .authorizing:
            waits && !isDated && amounts.authorized == 0 && operations == 0
        case .authorized:
            !waits && isDated && (amounts.authorized == 0 || amounts.released < amounts.authorized)
        case .released:
            !waits && isDated && amounts.authorized > 0 && amounts.released == amounts.authorized
        case .declined, .notSent, .outcomeUnknown, .reversed:
            !waits && !isDated && amounts.authorized == 0 && operations == 0
        }
    }
}
