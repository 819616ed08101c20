/// The statements that close a hold to captures, with the reason, and open it again.
///
/// | from | on | to |
/// |---|---|---|
/// | open | a final capture is requested | `lastCapture` |
/// | open | a void that gives up the hold is requested | `abandoned` |
/// | open | a renewal is approved | `renewed` |
/// | open | the capture of a sale is refused before its client hears that it stands | `saleRefused` |
/// | `lastCapture` | the final capture is refused, or another void is confirmed | open |
/// | `lastCapture` | a void that gives up the hold is requested | `abandonedAfterLastCapture` |
/// | `abandonedAfterLastCapture` | all voids are answered | `lastCapture` |
/// | `abandonedAfterLastCapture` | the final capture is refused | `abandoned` |
/// | `abandoned` | a void is refused | open |
enum ClosingStatements {
    /// What a final capture sets.
    static let byLastCapture = "closing = 1, closed_by = 'lastCapture'"

    /// What a renewal sets.
    static let byRenewal = "closing = 1, closed_by = 'renewed'"

    /// After the void of a capture, with which the hold is given up. ?1 the payment.
    static let abandon = """
        UPDATE payments SET closing = 1, closed_by = CASE closed_by
            WHEN 'lastCapture' THEN 'abandonedAfterLastCapture'
            ELSE coalesce(closed_by, 'abandoned') END
        WHERE id = ?1
        """

    /// After a sale whose capture was refused: the worker releases its hold, unless the request itself does. ?1 the
    /// payment.
    static let closeRefusedSale = """
        UPDATE payments SET closing = 1, closed_by = coalesce(closed_by, 'saleRefused')
        WHERE id = ?1 AND state = 'authorized'
        """

    /// After a final capture that came to nothing, and after any capture that was voided. ?1 the payment's row.
    static let reopen = """
        UPDATE payments SET closing = 0, closed_by = NULL
        WHERE row = ?1 AND closed_by = 'lastCapture'
        """

    /// Then none was the final capture. ?1 the payment's row.
    static let noneIsFinal = """
        UPDATE operations SET is_final = 0 WHERE payment = ?1 AND is_final = 1
        """

    /// After a final capture that came to nothing while a void is to give up the hold. ?1 the payment's row.
    static let forgetLastCapture = """
        UPDATE payments SET closed_by = 'abandoned'
        WHERE row = ?1 AND closed_by = 'abandonedAfterLastCapture'
        """

    /// After a void that was refused: the hold that was to be given up with it stands. ?1 the payment's row.
    static let keepHold = """
        UPDATE payments SET closing = 0, closed_by = NULL
        WHERE row = ?1 AND closed_by = 'abandoned'
        """

    /// Once all voids of a payment are answered. ?1 the payment's row.
    static let forgetVoids = """
        UPDATE payments SET closed_by = 'lastCapture'
        WHERE row = ?1 AND closed_by = 'abandonedAfterLastCapture' AND uncapturing = 0
        """
}
