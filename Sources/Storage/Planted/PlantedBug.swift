#if DEBUG
    /// A mistake that a debug build can be told to make, so that whoever looks for mistakes can be tried.
    ///
    /// A release build has none of this. The statements that a mistake changes are changed on their way to the
    /// database, and the code that is read is the code that is right.
    public enum PlantedBug: String, Sendable, CaseIterable {
        /// The acquirer is asked before anything is written.
        case noIntentBeforeWire = "no-intent-before-wire"
        /// The client is answered before the outcome is written.
        case outcomeAfterReply = "outcome-after-reply"
        /// A refund is not held to what was captured.
        case refundWithoutGuard = "refund-without-guard"
        /// An approval that comes after the payment was given up makes it stand.
        case lateApprovalRevived = "late-approval-revived"
        /// The answer of whoever slept through its lease counts once more.
        case leaseWithoutFencing = "lease-without-fencing"

        /// The words of statements that are wrong with this mistake.
        var rewriting: [(right: String, wrong: String)] {
            switch self {
            case .noIntentBeforeWire, .outcomeAfterReply: []
            case .refundWithoutGuard:
                [
                    (
                        "SET refunding = refunding + ?1, version",
                        "SET refunding = refunding + 0 * ?1, version"
                    ),
                    ("AND ?1 <= captured - refunded - refunding - uncapturing", ""),
                    (
                        "SET refunding = refunding - ?1, refunded = refunded + ?1",
                        """
                        SET refunded = CASE WHEN refunded + uncapturing + ?1 <= captured
                            THEN refunded + ?1 ELSE refunded END
                        """
                    ),
                    (
                        "SET refunding = refunding - ?1, version",
                        "SET refunding = refunding + 0 * ?1, version"
                    ),
                    ("AND refunding >= ?1", ""),
                ]
            case .lateApprovalRevived:
                [
                    (
                        "WHERE id = ?7 AND state = 'authorizing'",
                        "WHERE id = ?7 AND state IN ('authorizing', 'outcomeUnknown', 'reversed')"
                    ),
                    // Its event is not the first one.
                    (
                        "VALUES ((SELECT p.row FROM payments p WHERE p.id = ?1), 1,",
                        """
                        VALUES ((SELECT p.row FROM payments p WHERE p.id = ?1),
                            (SELECT 1 + count(*) FROM payment_events e
                                JOIN payments p ON p.row = e.payment WHERE p.id = ?1),
                        """
                    ),
                ]
            case .leaseWithoutFencing:
                [
                    (
                        "DELETE FROM deliveries WHERE id = ? AND lease = ?",
                        "DELETE FROM deliveries WHERE id = ? AND lease >= 0 * ?"
                    ),
                    ("WHERE o.id = ? AND o.state = 'pending'", "WHERE o.id = ?"),
                    ("WHERE id = ? AND state = 'pending'", "WHERE id = ?"),
                    (
                        "SET capturing = capturing - ?1, captured = captured + ?1",
                        """
                        SET capturing = CASE WHEN capturing >= ?1
                                THEN capturing - ?1 ELSE capturing END,
                            captured = CASE WHEN captured + capturing + released + releasing + ?1
                                <= authorized OR capturing >= ?1
                                THEN captured + ?1 ELSE captured END
                        """
                    ),
                    ("AND capturing >= ?1", ""),
                ]
            }
        }

        /// A statement that changes a row whether there is one or not.
        var alwaysOne: String? {
            self == .leaseWithoutFencing ? "DELETE FROM deliveries WHERE id = ? AND lease" : nil
        }
    }
#endif
