#if DEBUG
    /// A mistake that a debug build can make on purpose, to test the tools that look for mistakes.
    ///
    /// A release build has none of this. The changed statements are changed on their way to the database, so the code
    /// that people read is the correct code.
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

        /// The words of statements that are wrong with this mistake.
        var rewriting: [(right: String, wrong: String)] {
            switch self {
            case .noIntentBeforeWire, .outcomeAfterReply, .refundWithoutGuard, .leaseWithoutFencing:
                []
            case .lateApprovalRevived:
                [
                    (
                        "WHERE id = ?7 AND state = 'authorizing'",
                        "WHERE id = ?7 AND state IN ('authorizing', 'outcomeUnknown', 'reversed')"
                    ),
                    // Its event is not the first one.
                    (
                        "VALUES ((SELECT p.row FROM payments p WHERE p.id = ?1), ?2,",
                        """
                        VALUES ((SELECT p.row FROM payments p WHERE p.id = ?1),
                            CASE WHEN ?2 > 1 THEN ?2 ELSE (SELECT 1 + count(*)
                                FROM payment_events e JOIN payments p ON p.row = e.payment
                                WHERE p.id = ?1) END,
                        """
                    ),
                ]
            }
        }
    }
#endif
