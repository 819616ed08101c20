import PaymentEngine
import SQLiteBooks

/// The conditional updates of captures, refunds and releases: each line says what `Payment.apply`
/// says.
///
/// To reserve: ?1 the amount, ?2 the payment, ?3 its authorization, ?4 the currency. To conclude:
/// ?1 the amount, ?2 the payment's row.
enum AdviceStatements {
    private static let whole = "id = ?2 AND authorization_id = ?3 AND currency = ?4"

    static let reserveCapture = """
        UPDATE payments SET capturing = capturing + ?1
        WHERE \(whole) AND state = 'authorized' AND ?1 > 0
            AND ?1 <= authorized - released - releasing - captured - capturing
        """
    static let reserveRefund = """
        UPDATE payments SET refunding = refunding + ?1
        WHERE \(whole) AND state = 'authorized' AND ?1 > 0
            AND ?1 <= captured - refunded - refunding
        """
    static let reserveRelease = """
        UPDATE payments SET releasing = releasing + ?1
        WHERE \(whole) AND state = 'authorized' AND ?1 > 0
            AND ?1 <= authorized - released - releasing - captured - capturing
        """

    /// The statement that makes a reservation final, or gives it back.
    static func conclude(_ kind: AdviceKind, isRefused: Bool) throws -> String {
        switch (kind, isRefused) {
        case (.capture, false): captured
        case (.capture, true): notCaptured
        case (.refund, false): refunded
        case (.refund, true): notRefunded
        case (.release, false): released
        case (.release, true): notReleased
        case (.reversal, _): throw BookError.corrupt
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
}
