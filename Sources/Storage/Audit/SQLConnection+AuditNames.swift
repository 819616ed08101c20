import PaymentEngine
import Database

extension SQLConnection {
    /// Transactions: each has its merchant's payment, and an operation of that payment if its kind has one. A void of a
    /// sale that captures nothing releases its authorization. A breach names the transaction's number.
    func auditTransactions(_ piece: inout AuditPiece) throws {
        try eachRow(
            """
            SELECT t.number, t.number,
                EXISTS (SELECT 1 FROM payments p
                    WHERE p.row = t.payment AND p.merchant = t.merchant),
                t.operation IS NULL OR EXISTS (SELECT 1 FROM operations o
                    WHERE o.row = t.operation AND o.payment = t.payment AND o.kind = CASE t.kind
                        WHEN 'sale' THEN 'capture' WHEN 'forcedCapture' THEN 'capture'
                        WHEN 'void' THEN CASE WHEN o.kind IN ('captureVoid', 'refundVoid')
                                OR o.kind = 'release' AND EXISTS (SELECT 1 FROM transactions s
                                    WHERE s.payment = t.payment
                                        AND s.kind IN \(TransactionColumns.sales))
                            THEN o.kind ELSE '' END
                        ELSE t.kind END),
                t.operation IS NOT NULL OR t.kind = 'authorization' OR EXISTS (
                    SELECT 1 FROM payments p WHERE p.row = t.payment
                        AND t.kind IN ('sale', 'forcedCapture', 'credit')
                        AND p.state NOT IN ('authorized', 'released', 'credited'))
            FROM transactions t WHERE t.number > ? ORDER BY t.number LIMIT ?
            """,
            piece.query
        ) { columns in
            piece.place = [try columns.value()]
            piece.rows += 1
            let number = try columns.integer()
            let hasPayment = try columns.integer() != 0
            let hasItsOperation = try columns.integer() != 0
            let lacksNone = try columns.integer() != 0
            piece.check(
                hasPayment && hasItsOperation && lacksNone, .transactionOrphan, String(number))
        }
    }

    /// Registrations: one that is spent has no content, and was spent by its merchant's payment, or
    /// by keeping its merchant's card; none has the name of a card. A breach names the row's number, not the registration.
    func auditRegistrations(_ piece: inout AuditPiece) throws {
        try eachRow(
            """
            SELECT r.row, r.row,
                r.sealed_content IS NULL
                    OR (r.spent_by_payment IS NULL AND r.kept_handle IS NULL),
                r.spent_by_payment IS NULL OR EXISTS (SELECT 1 FROM payments p
                    WHERE p.id = r.spent_by_payment AND p.merchant = r.merchant),
                r.kept_handle IS NULL OR EXISTS (SELECT 1 FROM cards c
                    WHERE c.merchant = r.merchant AND c.handle = r.kept_handle),
                NOT EXISTS (SELECT 1 FROM cards c
                    WHERE c.merchant = r.merchant AND c.handle = r.id)
            FROM registrations r WHERE r.row > ? ORDER BY r.row LIMIT ?
            """,
            piece.query
        ) { columns in
            piece.place = [try columns.value()]
            piece.rows += 1
            let row = try columns.integer()
            let isErased = try columns.integer() != 0
            let hasPayment = try columns.integer() != 0
            let hasCard = try columns.integer() != 0
            let hasItsOwnName = try columns.integer() != 0
            piece.check(
                isErased && hasPayment && hasCard && hasItsOwnName, .registrationAstray,
                String(row))
        }
    }
}
