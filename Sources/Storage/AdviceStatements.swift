import PaymentEngine
import Books

/// The conditional updates of captures, refunds, releases and voids: each line says what
/// `PaymentRecord.apply` says.
///
/// To reserve: ?1 the amount, ?2 the payment, ?3 its authorization, ?4 the currency. To conclude:
/// ?1 the amount, ?2 the payment's row. A void of a credit moves nothing in its payment, which has
/// no amounts.
enum AdviceStatements {
    private static let whole = "id = ?2 AND authorization_id = ?3 AND currency = ?4"

    /// The statement that reserves; nil for what reserves nothing in a payment.
    ///
    /// - Parameter target: What a void takes back.
    static func reserve(_ kind: AdviceKind, takingBack target: OperationKind?) -> String? {
        switch kind {
        case .capture: reserveCapture
        case .refund: reserveRefund
        case .release: reserveRelease
        case .captureVoid: reserveCaptureVoid
        case .refundVoid: target == .credit ? nil : reserveRefundVoid
        case .reversal: nil
        }
    }

    /// Whether a payment is a credit of this much, so that a void may take it back.
    static let standingCredit = """
        SELECT 1 FROM payments WHERE \(whole) AND state = 'credited' AND ?1 = requested
        """

    private static let captureFits = """
        WHERE \(whole) AND state = 'authorized' AND closing = 0 AND ?1 > 0
            AND ?1 <= authorized - released - releasing - captured - capturing
        """
    private static let reserveCapture = """
        UPDATE payments SET capturing = capturing + ?1 \(captureFits)
        """
    private static let reserveLastCapture = """
        UPDATE payments SET capturing = capturing + ?1, closing = 1 \(captureFits)
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
    /// After a last capture that came to nothing, and after any that was taken back: captures are
    /// taken again. A hold that is given up stays closed. ?1 the payment's row, ?2 its identifier in
    /// ``rememberedVoid``.
    static let reopened = """
        UPDATE payments SET closing = 0 WHERE row = ?1 AND closing = 1
            AND EXISTS (SELECT 1 FROM operations o WHERE o.payment = ?1 AND o.is_final = 1)
            AND NOT EXISTS (SELECT 1 FROM idempotency i WHERE i.merchant = payments.merchant
                AND i.dialect = 'givenUp' AND i.key = ?2)
        """
    /// Then none was the last. ?1 the payment's row.
    static let noneIsLast = "UPDATE operations SET is_final = 0 WHERE payment = ?1 AND is_final = 1"
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
    /// A renewal of a payment, from the tables on: it has no number, as another payment of the order with a kept card may
    /// have.
    static let renewal = """
        FROM payments n WHERE n.merchant = payments.merchant
            AND n.order_reference = payments.order_reference AND n.row > payments.row
            AND n.entry_mode = 'credentialOnFile' AND n.state IN ('authorized', 'released')
            AND NOT EXISTS (SELECT 1 FROM transactions t WHERE t.payment = n.row)
        """
    /// After a void that was refused: a hold that was to be given up with it stands. What a last capture or its renewal has
    /// closed stays closed. ?1 the payment's row.
    static let notGivenUp = """
        UPDATE payments SET closing = 0 WHERE row = ?1 AND closing = 1
            AND NOT EXISTS (SELECT 1 FROM operations o WHERE o.payment = ?1 AND o.is_final = 1)
            AND NOT EXISTS (SELECT 1 \(renewal))
        """
    /// After a sale whose capture was refused: the worker gives its hold up, unless the request itself does. ?1 the
    /// payment.
    static let closed = "UPDATE payments SET closing = 1 WHERE id = ?1 AND state = 'authorized'"
    /// With the void of a capture the hold is given up: no capture is taken any more. ?1 the payment.
    static let givenUp = "UPDATE payments SET closing = 1 WHERE id = ?1"
    /// The same of a hold that a last capture has closed before, which is to stay so whether the acquirer takes the void or
    /// refuses it: else a void that it takes would open the hold. It lies among the idempotency keys, under one that no
    /// client can name, since it is of no dialect. ?1 the payment, ?2 its identifier as a key, ?3 no digest.
    static let rememberedVoid = """
        INSERT INTO idempotency (merchant, dialect, key, request_digest, subject_kind, subject)
        SELECT p.merchant, 'givenUp', ?2, ?3, 'payment', p.id FROM payments p
        WHERE p.id = ?1
            AND EXISTS (SELECT 1 FROM operations o WHERE o.payment = p.row AND o.is_final = 1)
        ON CONFLICT DO NOTHING
        """
    /// Once all voids of a payment are answered. ?1 the payment's row, ?2 its identifier in ``rememberedVoid``.
    static let forgottenVoid = """
        DELETE FROM idempotency WHERE dialect = 'givenUp' AND key = ?2
            AND merchant = (SELECT merchant FROM payments WHERE row = ?1 AND uncapturing = 0)
        """
    private static let reserveRefund = """
        UPDATE payments SET refunding = refunding + ?1
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
        UPDATE payments SET releasing = releasing + ?1
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
        UPDATE payments SET uncapturing = uncapturing + ?1
        WHERE \(whole) AND state = 'authorized' AND ?1 > 0
            AND ?1 <= captured - refunded - refunding - uncapturing
        """
    private static let reserveRefundVoid = """
        UPDATE payments SET unrefunding = unrefunding + ?1
        WHERE \(whole) AND state = 'authorized' AND ?1 > 0 AND ?1 <= refunded - unrefunding
        """

    /// The statement that makes a reservation final, or gives it back; nil where nothing was
    /// reserved in the payment.
    ///
    /// - Parameter target: What a void takes back.
    static func conclude(
        _ kind: OperationKind, takingBack target: OperationKind?, isRefused: Bool
    ) throws -> String? {
        switch (kind, isRefused) {
        case (.capture, false): captured
        case (.capture, true): notCaptured
        case (.refund, false): refunded
        case (.refund, true): notRefunded
        case (.release, false): released
        case (.release, true): notReleased
        case (.captureVoid, false): uncaptured
        case (.captureVoid, true): notUncaptured
        case (.refundVoid, _) where target == .credit: nil
        case (.refundVoid, false): unrefunded
        case (.refundVoid, true): notUnrefunded
        case (.reversal, _), (.credit, _): throw BookError.corrupt
        }
    }

    private static let captured = """
        UPDATE payments SET capturing = capturing - ?1, captured = captured + ?1
        WHERE row = ?2 AND state = 'authorized' AND capturing >= ?1
        """
    private static let notCaptured = """
        UPDATE payments SET capturing = capturing - ?1
        WHERE row = ?2 AND state = 'authorized' AND capturing >= ?1
        """
    private static let refunded = """
        UPDATE payments SET refunding = refunding - ?1, refunded = refunded + ?1
        WHERE row = ?2 AND state = 'authorized' AND refunding >= ?1
        """
    private static let notRefunded = """
        UPDATE payments SET refunding = refunding - ?1
        WHERE row = ?2 AND state = 'authorized' AND refunding >= ?1
        """
    private static let released = """
        UPDATE payments SET releasing = releasing - ?1, released = released + ?1,
            state = CASE WHEN released + ?1 = authorized THEN 'released' ELSE state END
        WHERE row = ?2 AND state = 'authorized' AND releasing >= ?1
        """
    private static let notReleased = """
        UPDATE payments SET releasing = releasing - ?1
        WHERE row = ?2 AND state = 'authorized' AND releasing >= ?1
        """
    private static let uncaptured = """
        UPDATE payments SET uncapturing = uncapturing - ?1, captured = captured - ?1
        WHERE row = ?2 AND state = 'authorized' AND uncapturing >= ?1
        """
    private static let notUncaptured = """
        UPDATE payments SET uncapturing = uncapturing - ?1
        WHERE row = ?2 AND state = 'authorized' AND uncapturing >= ?1
        """
    private static let unrefunded = """
        UPDATE payments SET unrefunding = unrefunding - ?1, refunded = refunded - ?1
        WHERE row = ?2 AND state = 'authorized' AND unrefunding >= ?1
        """
    private static let notUnrefunded = """
        UPDATE payments SET unrefunding = unrefunding - ?1
        WHERE row = ?2 AND state = 'authorized' AND unrefunding >= ?1
        """
}
