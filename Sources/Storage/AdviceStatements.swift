import PaymentDomain

/// The conditional updates by which captures, refunds and releases are requested of payments that were found by their
/// order: each line says what `PaymentRecord.apply` says.
///
/// ?1 the amount, ?2 the payment, ?3 its authorization, ?4 the currency, ?5 how many payments were seen. Each raises the
/// payment's version, for the event that follows. The last operations of a payment are kept for voids and for what follows
/// from an answer.
enum AdviceStatements {
    private static let whole = """
        id = ?2 AND authorization_id = ?3 AND currency = ?4
            AND \(operationCount) < \(Limits.clientOperationsPerPayment)
        """
    private static let operationCount =
        "(SELECT count(*) FROM operations o WHERE o.payment = payments.row)"
    /// Whether a payment has so many operations that its statement must not have taken place. ?1 the payment.
    static let isFull = """
        SELECT 1 FROM payments WHERE id = ?1
            AND \(operationCount) >= \(Limits.clientOperationsPerPayment)
        """

    /// The statement that reserves a capture.
    ///
    /// - Parameters:
    ///   - isLast: Whether no other may come after it, until it is refused or voided.
    ///   - isOfSeen: Whether it is refused if order and card have more payments than were seen.
    static func capture(_ isLast: Bool, isOfSeen: Bool) -> String {
        """
        UPDATE payments SET capturing = capturing + ?1,
            \(isLast ? "closing = 1, closed_by = 'lastCapture'," : "") version = version + 1
        WHERE \(whole) AND state = 'authorized' AND closing = 0 AND ?1 > 0
            AND ?1 <= authorized - released - releasing - captured - capturing\(isOfSeen ? ofSeen : "")
        """
    }

    static let reserveRefund = """
        UPDATE payments SET refunding = refunding + ?1, version = version + 1
        WHERE \(whole) AND state = 'authorized' AND ?1 > 0
            AND ?1 <= captured - refunded - refunding - uncapturing
        """

    /// The statement that reserves a release: of a hold of an order as long as order and card have no more payments than
    /// were seen. Another one may renew this hold, and would stand.
    static func release(isOfSeen: Bool) -> String {
        """
        UPDATE payments SET releasing = releasing + ?1, version = version + 1
        WHERE \(whole) AND state = 'authorized' AND ?1 > 0
            AND ?1 <= authorized - released - releasing - captured - capturing\(isOfSeen ? ofSeen : "")
        """
    }

    private static let ofItsOrder = """
        (SELECT count(*) FROM payments n WHERE n.merchant = payments.merchant
            AND n.order_reference = payments.order_reference AND n.handle = payments.handle)
        """
    private static let ofSeen = " AND \(ofItsOrder) <= ?5"
    /// Whether there are more. ?1 the payment, ?2 how many were seen.
    static let overtaken = "SELECT 1 FROM payments WHERE id = ?1 AND \(ofItsOrder) > ?2"

    /// The open holds of a payment's order, card and currency that are older, where its protocol names payments by their
    /// order: they take no capture after its last one. ?1 the payment's row.
    static let olderHolds = """
        SELECT h.id FROM payments p JOIN payments h ON h.merchant = p.merchant
            AND h.order_reference = p.order_reference AND h.handle = p.handle
            AND h.currency = p.currency AND h.row < p.row
        WHERE p.row = ?1 AND h.state = 'authorized' AND h.closing = 0
            AND NOT EXISTS (SELECT 1 FROM transactions t WHERE t.payment = p.row)
        ORDER BY h.row DESC
        """
}
