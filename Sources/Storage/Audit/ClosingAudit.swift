/// Whether a payment is closed to captures for the reason that it names, in the words of its operations and of what
/// renews it.
enum ClosingAudit {
    /// The condition, on a payment `p`.
    static let fits = """
        CASE coalesce(p.closed_by, 'open')
            WHEN 'open' THEN p.closing = 0 AND NOT \(hasFinal("'pending', 'confirmed', 'voiding'"))
            WHEN 'lastCapture' THEN p.closing = 1 AND \(hasFinal(standing))
            WHEN 'abandonedAfterLastCapture' THEN p.closing = 1 AND p.uncapturing > 0
                AND \(hasFinal(standing))
            WHEN 'abandoned' THEN p.closing = 1 AND EXISTS (SELECT 1 FROM operations o
                WHERE o.payment = p.row AND o.gives_up_hold = 1)
            WHEN 'renewed' THEN p.closing = 1 AND EXISTS (SELECT 1 FROM payments n
                WHERE n.renews = p.row AND n.state IN ('authorized', 'released'))
            WHEN 'saleRefused' THEN p.closing = 1 AND EXISTS (SELECT 1 FROM operations o
                WHERE o.payment = p.row AND o.is_sale = 1 AND o.state = 'refused')
            ELSE 1 = 0 END
        AND (p.renews IS NULL OR EXISTS (SELECT 1 FROM payments h
            WHERE h.row = p.renews AND h.row < p.row AND h.merchant = p.merchant
                AND h.order_reference = p.order_reference
                AND (h.closed_by = 'renewed' OR h.authorized = 0
                    OR p.state NOT IN ('authorized', 'released'))))
        """

    private static let standing = "'pending', 'confirmed', 'voiding', 'voided'"

    /// Whether a final capture is in one of these states.
    private static func hasFinal(_ states: String) -> String {
        """
        EXISTS (SELECT 1 FROM operations o WHERE o.payment = p.row AND o.is_final = 1
            AND o.state IN (\(states)))
        """
    }
}
