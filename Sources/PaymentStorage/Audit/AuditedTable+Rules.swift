import StorageKit

/// The tables of which each row is held to conditions.
extension AuditedTable {
    /// Each operation belongs to a payment, each pending one has its message in the outbox, a void and its target
    /// agree, each settled one has its batch, and no refund of a capture exceeds it.
    static let operations = AuditedTable(
        "operations o", by: "o.row", named: "o.id",
        [
            .operationOrphan: "EXISTS (SELECT 1 FROM payments p WHERE p.row = o.payment)",
            .deliveryMissing: """
            o.state <> 'pending' OR EXISTS (SELECT 1 FROM deliveries d
                WHERE d.id = o.id AND d.payment = o.payment AND d.kind = o.kind
                    AND d.amount = o.amount)
            """,
            .voidAstray: """
            (o.target IS NULL OR EXISTS (SELECT 1 FROM operations t
                WHERE t.row = o.target AND t.payment = o.payment AND t.amount = o.amount
                    AND (t.kind = 'capture') = (o.kind = 'captureVoid')
                    AND (t.kind IN ('refund', 'credit')) = (o.kind = 'refundVoid')
                    AND (o.state = 'pending') <= (t.state = 'voiding')
                    AND (o.state = 'confirmed') <= (t.state = 'voided')))
            AND (SELECT count(*) FROM operations v WHERE v.target = o.row
                AND v.state IN ('pending', 'confirmed'))
                = CASE WHEN o.state IN ('voiding', 'voided') THEN 1 ELSE 0 END
            """,
            .batchMissing: """
            o.batch IS NULL OR EXISTS (SELECT 1 FROM batches b WHERE b.number = o.batch)
            """,
            .refundAstray: """
            (o.of_capture IS NULL OR o.state IN ('refused', 'voided')
                OR EXISTS (SELECT 1 FROM operations c WHERE c.row = o.of_capture
                    AND c.payment = o.payment AND c.kind = 'capture'
                    AND c.state = 'confirmed'))
            AND 0 <= \(OperationColumns.left)
            """,
        ]
    ) { try $0.identifier() }

    /// Each message in the outbox is of a pending operation, or reverses an authorization that isn't approved. An
    /// authorization that was approved after its reversal is reversed once more.
    static let deliveries = AuditedTable(
        "deliveries d", by: "d.id", after: [.text("")],
        [
            .deliveryAstray: """
            CASE d.kind
                WHEN 'reversal' THEN EXISTS (SELECT 1 FROM payments p
                    WHERE p.row = d.payment
                        AND p.state IN ('outcomeUnknown', 'declined', 'reversed'))
                ELSE EXISTS (SELECT 1 FROM operations o
                    WHERE o.id = d.id AND o.state = 'pending') END
            """
        ]
    ) { try $0.identifier() }

    /// Each Apple transaction was spent by the payment that it names, if it names one. A wallet payment has a
    /// second row: the name of its cryptogram, which no payment's row has.
    static let spentTokens = AuditedTable(
        "spent_tokens s", by: "s.merchant, s.apple_transaction", after: [.text(""), .text("")],
        named: "s.apple_transaction",
        [
            .spentTokenOrphan: """
            s.payment_id IS NULL OR EXISTS (SELECT 1 FROM payments p
                WHERE p.id = s.payment_id AND p.merchant = s.merchant
                    AND (p.apple_transaction = s.apple_transaction
                        OR p.entry_mode = 'applePay' AND p.apple_transaction IS NOT NULL))
            """
        ]
    ) { try $0.identifier() }

    /// What each idempotency key led to is there. A breach names the row's number, not the client's key.
    static let idempotency = AuditedTable(
        "idempotency i", by: "i.row",
        [
            .idempotencyOrphan: """
            CASE i.subject_kind
                WHEN 'operation' THEN EXISTS (SELECT 1 FROM operations o WHERE o.id = i.subject)
                ELSE EXISTS (SELECT 1 FROM payments p WHERE p.id = i.subject) END
            """
        ]
    ) { try String($0.integer()) }

    /// Each transaction has its merchant's payment, and an operation of that payment if its kind has one. A void of a
    /// sale that captures nothing releases its authorization.
    static let transactions = AuditedTable(
        "transactions t", by: "t.number",
        [
            .transactionOrphan: """
            EXISTS (SELECT 1 FROM payments p
                WHERE p.row = t.payment AND p.merchant = t.merchant)
            AND (t.operation IS NULL OR EXISTS (SELECT 1 FROM operations o
                WHERE o.row = t.operation AND o.payment = t.payment AND o.kind = CASE t.kind
                    WHEN 'sale' THEN 'capture' WHEN 'forcedCapture' THEN 'capture'
                    WHEN 'void' THEN CASE WHEN o.kind IN ('captureVoid', 'refundVoid')
                            OR o.kind = 'release' AND EXISTS (SELECT 1 FROM transactions s
                                WHERE s.payment = t.payment
                                    AND s.kind IN \(TransactionColumns.sales))
                        THEN o.kind ELSE '' END
                    ELSE t.kind END))
            AND (t.operation IS NOT NULL OR t.kind = 'authorization' OR EXISTS (
                SELECT 1 FROM payments p WHERE p.row = t.payment
                    AND t.kind IN ('sale', 'forcedCapture', 'credit')
                    AND p.state NOT IN ('authorized', 'released', 'credited')))
            """
        ]
    ) { try String($0.integer()) }

    /// A registration that is spent has no content, and was spent by its merchant's payment, or by keeping its
    /// merchant's card; none has the name of a card. A breach names the row's number, not the registration.
    static let registrations = AuditedTable(
        "registrations r", by: "r.row",
        [
            .registrationAstray: """
            (r.sealed_content IS NULL
                OR (r.spent_by_payment IS NULL AND r.kept_handle IS NULL))
            AND (r.spent_by_payment IS NULL OR EXISTS (SELECT 1 FROM payments p
                WHERE p.id = r.spent_by_payment AND p.merchant = r.merchant))
            AND (r.kept_handle IS NULL OR EXISTS (SELECT 1 FROM cards c
                WHERE c.merchant = r.merchant AND c.handle = r.kept_handle))
            AND NOT EXISTS (SELECT 1 FROM cards c
                WHERE c.merchant = r.merchant AND c.handle = r.id)
            """
        ]
    ) { try String($0.integer()) }

    /// Each profile has one default account, and no account with a number that was not given yet.
    static let profiles = AuditedTable(
        "profiles p", by: "p.row",
        [
            .profileAstray: """
            1 = (SELECT count(*) FROM profile_accounts a
                WHERE a.merchant = p.merchant AND a.profile = p.id AND a.is_default = 1)
            AND NOT EXISTS (SELECT 1 FROM profile_accounts a
                WHERE a.merchant = p.merchant AND a.profile = p.id AND a.number > p.accounts)
            """
        ]
    ) { try String($0.integer()) }

    /// Each account has its merchant's profile, and its merchant's card.
    static let accounts = AuditedTable(
        "profile_accounts a", by: "a.row",
        [
            .accountAstray: """
            EXISTS (SELECT 1 FROM profiles p
                WHERE p.merchant = a.merchant AND p.id = a.profile)
            AND EXISTS (SELECT 1 FROM cards c
                WHERE c.merchant = a.merchant AND c.handle = a.handle)
            """
        ]
    ) { try String($0.integer()) }

    /// Each total is of a batch. A foreign key holds that too, but someone can switch it off.
    static let batchTotals = AuditedTable(
        "batch_totals t", from: "(SELECT DISTINCT batch FROM batch_totals) t", by: "t.batch",
        [.batchMissing: "EXISTS (SELECT 1 FROM batches b WHERE b.number = t.batch)"]
    ) { try String($0.integer()) }
}
