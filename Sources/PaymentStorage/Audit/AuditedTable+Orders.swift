import PaymentDomain
import StorageKit

extension AuditedTable {
    /// Each payment of an order is of its merchant and its amount, and one at most is approved. A sale whose capture was
    /// refused before its client heard anything was declined.
    static let orders = AuditedTable(
        "orders o", by: "o.row", named: "o.id",
        [
            .orderAstray: """
            NOT EXISTS (SELECT 1 FROM idempotency i JOIN payments p ON p.id = i.subject
                WHERE \(tries) AND (p.merchant <> o.merchant OR p.currency <> o.currency
                    OR p.requested <> o.amount))
            AND (SELECT count(*) FROM idempotency i JOIN payments p ON p.id = i.subject
                WHERE \(tries) AND p.state IN ('authorized', 'released')
                    AND NOT EXISTS (SELECT 1 FROM operations s WHERE s.payment = p.row
                        AND s.is_sale = 1 AND s.state = 'refused' AND s.accepted = 0)) <= 1
            """
        ]
    ) { try $0.text() }

    /// The tries of an order `o` among idempotency keys `i`. They are named one by one, since databases order texts
    /// differently.
    private static let tries =
        "i.merchant = o.merchant AND i.dialect = '\(WebOrder.dialect)' AND i.key IN ("
        + (1...WebOrderLimits.tries).map { "o.id || '/\($0)'" }.joined(separator: ", ") + ")"
}
