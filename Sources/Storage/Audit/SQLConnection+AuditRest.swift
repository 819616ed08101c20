import PaymentEngine
import Database

extension SQLConnection {
    /// Operations: each belongs to a payment, each pending one has its message in the outbox, a void and its target
    /// agree, each settled one has its batch, and no refund of a capture exceeds it.
    func auditOperations(_ piece: inout AuditPiece) throws {
        try eachRow(
            """
            SELECT o.row, o.id, EXISTS (SELECT 1 FROM payments p WHERE p.row = o.payment),
                o.state <> 'pending' OR EXISTS (SELECT 1 FROM deliveries d
                    WHERE d.id = o.id AND d.payment = o.payment AND d.kind = o.kind
                        AND d.amount = o.amount),
                o.target IS NULL OR EXISTS (SELECT 1 FROM operations t
                    WHERE t.row = o.target AND t.payment = o.payment AND t.amount = o.amount
                        AND (t.kind = 'capture') = (o.kind = 'captureVoid')
                        AND (t.kind IN ('refund', 'credit')) = (o.kind = 'refundVoid')
                        AND (o.state = 'pending') <= (t.state = 'voiding')
                        AND (o.state = 'confirmed') <= (t.state = 'voided')),
                (SELECT count(*) FROM operations v WHERE v.target = o.row
                    AND v.state IN ('pending', 'confirmed'))
                    = CASE WHEN o.state IN ('voiding', 'voided') THEN 1 ELSE 0 END,
                o.batch IS NULL OR EXISTS (SELECT 1 FROM batches b WHERE b.number = o.batch),
                o.of_capture IS NULL OR o.state IN ('refused', 'voided')
                    OR EXISTS (SELECT 1 FROM operations c WHERE c.row = o.of_capture
                        AND c.payment = o.payment AND c.kind = 'capture'
                        AND c.state = 'confirmed'),
                0 <= \(OperationColumns.left)
            FROM operations o WHERE o.row > ? ORDER BY o.row LIMIT ?
            """,
            piece.query
        ) { columns in
            piece.place = [try columns.value()]
            piece.rows += 1
            piece.operations += 1
            let id = try columns.identifier()
            piece.check(try columns.integer() != 0, .operationOrphan, id)
            piece.check(try columns.integer() != 0, .deliveryMissing, id)
            let fitsTarget = try columns.integer() != 0
            let fitsVoids = try columns.integer() != 0
            piece.check(fitsTarget && fitsVoids, .voidAstray, id)
            piece.check(try columns.integer() != 0, .batchMissing, id)
            let isOfCapture = try columns.integer() != 0
            let hasEnough = try columns.integer() != 0
            piece.check(isOfCapture && hasEnough, .refundAstray, id)
        }
    }

    /// Messages in the outbox: each is of a pending operation, or reverses an authorization that isn't approved. An
    /// authorization that was approved after its reversal is reversed once more.
    func auditDeliveries(_ piece: inout AuditPiece) throws {
        try eachRow(
            """
            SELECT d.id, d.id, CASE d.kind
                WHEN 'reversal' THEN EXISTS (SELECT 1 FROM payments p
                    WHERE p.row = d.payment AND p.state IN ('outcomeUnknown', 'declined', 'reversed'))
                ELSE EXISTS (SELECT 1 FROM operations o
                    WHERE o.id = d.id AND o.state = 'pending') END
            FROM deliveries d WHERE d.id > ? ORDER BY d.id LIMIT ?
            """,
            piece.query
        ) { columns in
            piece.place = [try columns.value()]
            piece.rows += 1
            let id = try columns.identifier()
            piece.check(try columns.integer() != 0, .deliveryAstray, id)
        }
    }

    /// Spent Apple transactions: each was spent by the payment that it names, if it names one. A wallet payment has a
    /// second row: the name of its cryptogram, which no payment's row has.
    func auditSpentTokens(_ piece: inout AuditPiece) throws {
        try eachRow(
            """
            SELECT s.merchant, s.apple_transaction, s.apple_transaction,
                s.payment_id IS NULL OR EXISTS (SELECT 1 FROM payments p
                    WHERE p.id = s.payment_id AND p.merchant = s.merchant
                        AND (p.apple_transaction = s.apple_transaction
                            OR p.entry_mode = 'applePay' AND p.apple_transaction IS NOT NULL))
            FROM spent_tokens s WHERE (s.merchant, s.apple_transaction) > (?, ?)
            ORDER BY s.merchant, s.apple_transaction LIMIT ?
            """,
            piece.query
        ) { columns in
            piece.place = [try columns.value(), try columns.value()]
            piece.rows += 1
            let transaction = try columns.identifier()
            piece.check(try columns.integer() != 0, .spentTokenOrphan, transaction)
        }
    }

    /// Idempotency keys: what each led to is there. A breach names the row's number, not the
    /// client's key.
    func auditIdempotency(_ piece: inout AuditPiece) throws {
        try eachRow(
            """
            SELECT i.row, i.row, CASE i.subject_kind
                WHEN 'operation' THEN EXISTS (SELECT 1 FROM operations o WHERE o.id = i.subject)
                ELSE EXISTS (SELECT 1 FROM payments p WHERE p.id = i.subject) END
            FROM idempotency i WHERE i.row > ? ORDER BY i.row LIMIT ?
            """,
            piece.query
        ) { columns in
            piece.place = [try columns.value()]
            piece.rows += 1
            let row = try columns.integer()
            piece.check(try columns.integer() != 0, .idempotencyOrphan, String(row))
        }
    }

    /// Batches: the totals are what the operations add up to, one currency and kind at a time. They
    /// are counted without a gap but for those that restores leave, so that an empty one is missed too.
    func auditBatches(_ piece: inout AuditPiece) throws {
        let batches = try allRows(
            """
            SELECT b.number,
                b.number - 1
                    - coalesce((SELECT max(e.number) FROM batches e WHERE e.number < b.number), 0),
                (SELECT count(*) FROM restores)
            FROM batches b WHERE b.number > ? ORDER BY b.number LIMIT ?
            """,
            piece.query
        ) { columns in
            let number = try columns.integer()
            let (leaps, rest) = try columns.integer().quotientAndRemainder(
                dividingBy: BatchColumns.leftOut)
            let restores = try columns.integer()
            return (number: number, follows: rest == 0 && leaps <= restores)
        }
        for (number, follows) in batches {
            piece.check(follows, .batchMissing, String(number - 1))
            piece.place = [number.sqlValue]
            piece.rows += 1
            let differences = try first(
                """
                WITH kept AS (
                    SELECT currency, kind, operations, total FROM batch_totals WHERE batch = ?1),
                booked AS (
                    SELECT p.currency, \(BatchColumns.totalKind), count(*), sum(o.amount)
                    FROM operations o JOIN payments p ON p.row = o.payment
                    WHERE o.batch = ?1 AND o.state = 'confirmed'
                    GROUP BY p.currency, \(BatchColumns.totalKind))
                SELECT
                    (SELECT count(*) FROM (SELECT * FROM kept EXCEPT SELECT * FROM booked) a)
                    + (SELECT count(*) FROM (SELECT * FROM booked EXCEPT SELECT * FROM kept) b)
                """,
                [number.sqlValue]
            ) { columns in try columns.integer() }
            piece.check(differences == 0, .batchDisagrees, String(number))
        }
    }
}
