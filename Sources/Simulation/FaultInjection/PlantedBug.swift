#if DEBUG
    import PaymentDomain

    /// A mistake that a debug build can make on purpose, to test the tools that look for mistakes.
    ///
    /// A release build has none of this. Wrong statements are changed on their way to the database, and wrong orders of
    /// writes around the ledger, so the code that people read is the correct code.
    package enum PlantedBug: String, Sendable, CaseIterable {
        /// The acquirer is asked before anything is written.
        case noIntentBeforeWire = "no-intent-before-wire"
        /// The client is answered before the outcome is written.
        case outcomeAfterReply = "outcome-after-reply"
        /// A refund is not held to what was captured.
        case refundWithoutGuard = "refund-without-guard"
        /// An approval that comes after the payment's end is accepted.
        case lateApprovalRevived = "late-approval-revived"
        /// An answer under an ended lease counts once more.
        case leaseWithoutFencing = "lease-without-fencing"

        /// The same statement with this mistake.
        package func alter(_ sql: String) -> String {
            rewriting.reduce(sql) { sql, change in
                sql.contains(change.marker)
                    ? sql.replacing(change.right, with: change.wrong) : sql
            }
        }

        /// The words of statements that are wrong with this mistake.
        private var rewriting: [Rewriting] {
            switch self {
            case .noIntentBeforeWire, .outcomeAfterReply, .leaseWithoutFencing: []
            case .refundWithoutGuard: Rewriting.forgottenRefunds
            case .lateApprovalRevived: Rewriting.revival
            }
        }
    }

    /// Words of a statement, and the wrong ones in their place.
    private struct Rewriting {
        /// What a statement has that is meant.
        let marker: String
        let right: String
        let wrong: String

        init(in marker: String? = nil, _ right: String, _ wrong: String) {
            self.marker = marker ?? right
            self.right = right
            self.wrong = wrong
        }

        /// A payment that is about to change is read as if its confirmed refunds had been refused: they use up nothing of
        /// the captured amount.
        static var forgottenRefunds: [Rewriting] {
            let isForgotten = "o.kind = 'refund' AND o.state = 'confirmed'"
            let refused = DeclineReason.doNotHonor.rawValue
            return [
                Rewriting(
                    in: "p.version, p.closed_by", "p.capturing, p.refunded,",
                    "p.capturing, p.unrefunding,"),
                Rewriting(
                    "o.is_sale, o.state, o.accepted, o.refusal,",
                    """
                    o.is_sale, CASE WHEN \(isForgotten) THEN 'refused' ELSE o.state END, o.accepted,
                    CASE WHEN \(isForgotten) THEN '\(refused)' ELSE o.refusal END,
                    """),
            ]
        }

        static let revival = [
            Rewriting(
                "WHERE id = ?7 AND state = 'authorizing'",
                "WHERE id = ?7 AND state IN ('authorizing', 'outcomeUnknown', 'reversed')"),
            // Its event is not the first one.
            Rewriting(
                "VALUES ((SELECT p.row FROM payments p WHERE p.id = ?1), ?2,",
                """
                VALUES ((SELECT p.row FROM payments p WHERE p.id = ?1),
                    CASE WHEN ?2 > 1 THEN ?2 ELSE (SELECT 1 + count(*)
                        FROM payment_events e JOIN payments p ON p.row = e.payment
                        WHERE p.id = ?1) END,
                """),
        ]
    }
#endif
