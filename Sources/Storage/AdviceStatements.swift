import PaymentEngine
import Books

/// The conditional updates of captures, refunds, releases and voids: each line says what
/// `PaymentRecord.apply` says.
///
/// To reserve: ?1 the amount, ?2 the payment, ?3 its authorization, ?4 the currency. To conclude:
/// ?1 the amount, ?2 the payment's row. A void of a credit moves nothing in its payment, which has
/// no amounts. Each raises the payment's version, for the event that follows.
enum AdviceStatements {
    private static let whole = "id = ?2 AND authorization_id = ?3 AND currency = ?4"

    /// The statement that reserves; nil for a reversal, which reserves nothing.
    ///
    /// - Parameter target: What a void takes back.
    static func reserve(_ kind: AdviceKind, takingBack target: OperationKind?) -> String? {
        switch kind {
        case .capture: reserveCapture
        case .refund: reserveRefund
        case .release: reserveRelease
        case .captureVoid: reserveCaptureVoid
        case .refundVoid: target == .credit ? reserveCreditVoid : reserveRefundVoid
        case .reversal: nil
        }
    }

    private static let captureFits = """
        WHERE \(whole) AND state = 'authorized' AND closing = 0 AND ?1 > 0
            AND ?1 <= authorized - released - releasing - captured - capturing
        """
    private static let reserveCapture = """
        UPDATE payments SET capturing = capturing + ?1, version = version + 1 \(captureFits)
        """
    private static let reserveLastCapture = """
        UPDATE payments SET capturing = capturing + ?1, \(ClosingStatements.byLastCapture),
            version = version + 1 \(captureFits)
        """
    private static let hasNoOther = " AND captured = 0 AND capturing = 0"

    /// The statement that reserves a capture.
    ///
    /// - Parameters:
    ///   - isLast: Whether no other may come after it, until it is refused or taken back.
    ///   - isOnly: Whether it is refused where another stands or is on its way.
    ///   - isOfSeen: Whether it is refused where order and card have more payments than were seen, ?5.
    static func capture(_ isLast: Bool, _ isOnly: Bool, isOfSeen: Bool) -> String {
        let reserve = isLast ? reserveLastCapture : reserveCapture
        return reserve + (isOnly ? hasNoOther : "") + (isOfSeen ? ofSeen : "")
    }
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
    private static let reserveRefund = """
        UPDATE payments SET refunding = refunding + ?1, version = version + 1
        WHERE \(whole) AND state = 'authorized' AND ?1 > 0
            AND ?1 <= captured - refunded - refunding - uncapturing
        """
    /// A refund of what is settled: of the captures only those count that have a batch.
    static let reserveSettledRefund =
        reserveRefund + """
             AND ?1 <= (SELECT coalesce(sum(o.amount), 0) FROM operations o
                WHERE o.payment = payments.row AND o.kind = 'capture' AND o.batch IS NOT NULL)
                - refunded - refunding
            """
    private static let reserveRelease = """
        UPDATE payments SET releasing = releasing + ?1, version = version + 1
        WHERE \(whole) AND state = 'authorized' AND ?1 > 0
            AND ?1 <= authorized - released - releasing - captured - capturing
        """

    /// A release of what is left of a closed hold. What is being taken back may open it again.
    static let reserveRest = reserveRelease + " AND closing = 1 AND uncapturing = 0"

    private static let ofItsOrder = """
        (SELECT count(*) FROM payments n WHERE n.merchant = payments.merchant
            AND n.order_reference = payments.order_reference AND n.handle = payments.handle)
        """
    private static let ofSeen = " AND \(ofItsOrder) <= ?5"
    /// A release of a hold that was found by its order, as long as order and card have no more
    /// payments than were seen, ?5: another one may renew this hold, and would stand.
    static let reserveOfSeen = reserveRelease + ofSeen
    /// Whether there are more. ?1 the payment, ?2 how many were seen.
    static let overtaken = "SELECT 1 FROM payments WHERE id = ?1 AND \(ofItsOrder) > ?2"

    private static let reserveCaptureVoid = """
        UPDATE payments SET uncapturing = uncapturing + ?1, version = version + 1
        WHERE \(whole) AND state = 'authorized' AND ?1 > 0
            AND ?1 <= captured - refunded - refunding - uncapturing
        """
    private static let reserveRefundVoid = """
        UPDATE payments SET unrefunding = unrefunding + ?1, version = version + 1
        WHERE \(whole) AND state = 'authorized' AND ?1 > 0 AND ?1 <= refunded - unrefunding
        """

    /// A credit is a payment of its own amount, of which nothing is reserved.
    private static let reserveCreditVoid = """
        UPDATE payments SET version = version + 1
        WHERE \(whole) AND state = 'credited' AND ?1 = requested
        """

    /// The statement that makes a reservation final, or gives it back.
    ///
    /// - Parameter target: What a void takes back.
    static func conclude(
        _ kind: OperationKind, takingBack target: OperationKind?, isRefused: Bool
    ) throws -> String {
        switch (kind, isRefused) {
        case (.capture, false): captured
        case (.capture, true): notCaptured
        case (.refund, false): refunded
        case (.refund, true): notRefunded
        case (.release, false): released
        case (.release, true): notReleased
        case (.captureVoid, false): uncaptured
        case (.captureVoid, true): notUncaptured
        case (.refundVoid, _) where target == .credit: creditVoidAnswered
        case (.refundVoid, false): unrefunded
        case (.refundVoid, true): notUnrefunded
        case (.reversal, _), (.credit, _): throw BookError.corrupt
        }
    }

    private static let captured = """
        UPDATE payments SET capturing = capturing - ?1, captured = captured + ?1,
            version = version + 1
        WHERE row = ?2 AND state = 'authorized' AND capturing >= ?1
        """
    private static let notCaptured = """
        UPDATE payments SET capturing = capturing - ?1, version = version + 1
        WHERE row = ?2 AND state = 'authorized' AND capturing >= ?1
        """
    private static let refunded = """
        UPDATE payments SET refunding = refunding - ?1, refunded = refunded + ?1,
            version = version + 1
        WHERE row = ?2 AND state = 'authorized' AND refunding >= ?1
        """
    private static let notRefunded = """
        UPDATE payments SET refunding = refunding - ?1, version = version + 1
        WHERE row = ?2 AND state = 'authorized' AND refunding >= ?1
        """
    private static let released = """
        UPDATE payments SET releasing = releasing - ?1, released = released + ?1,
            state = CASE WHEN released + ?1 = authorized THEN 'released' ELSE state END,
            version = version + 1
        WHERE row = ?2 AND state = 'authorized' AND releasing >= ?1
        """
    private static let notReleased = """
        UPDATE payments SET releasing = releasing - ?1, version = version + 1
        WHERE row = ?2 AND state = 'authorized' AND releasing >= ?1
        """
    private static let uncaptured = """
        UPDATE payments SET uncapturing = uncapturing - ?1, captured = captured - ?1,
            version = version + 1
        WHERE row = ?2 AND state = 'authorized' AND uncapturing >= ?1
        """
    private static let notUncaptured = """
        UPDATE payments SET uncapturing = uncapturing - ?1, version = version + 1
        WHERE row = ?2 AND state = 'authorized' AND uncapturing >= ?1
        """
    private static let unrefunded = """
        UPDATE payments SET unrefunding = unrefunding - ?1, refunded = refunded - ?1,
            version = version + 1
        WHERE row = ?2 AND state = 'authorized' AND unrefunding >= ?1
        """
    private static let notUnrefunded = """
        UPDATE payments SET unrefunding = unrefunding - ?1, version = version + 1
        WHERE row = ?2 AND state = 'authorized' AND unrefunding >= ?1
        """
    private static let creditVoidAnswered = """
        UPDATE payments SET version = version + 1
        WHERE row = ?2 AND state = 'credited' AND ?1 = requested
        """
}
