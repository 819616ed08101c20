import Database
import PaymentDomain
import PaymentEngine

/// The open holds of a payment's order, card and currency that are older, if its protocol names payments by their order:
/// they take no capture after its last one. ?1 the payment's row.
private let olderHolds = """
    SELECT h.id FROM payments p JOIN payments h ON h.merchant = p.merchant
        AND h.order_reference = p.order_reference AND h.handle = p.handle
        AND h.currency = p.currency AND h.row < p.row
    WHERE p.row = ?1 AND h.state = 'authorized' AND h.closing = 0
        AND NOT EXISTS (SELECT 1 FROM transactions t WHERE t.payment = p.row)
    ORDER BY h.row DESC
    """

extension SQLConnection {
    /// Releases the older authorizations of an order whose final capture the acquirer took.
    ///
    /// - Parameter captured: The row of the captured payment.
    func releaseOlder(
        than captured: SQLValue, at now: Timestamp, _ numbers: TraceNumbers
    ) throws {
        let older = try allRows(olderHolds, [captured]) { columns in
            PaymentID(stored: try columns.identifier())
        }
        for hold in older { try releaseRemainder(of: hold, at: now, numbers) }
    }

    /// Releases what is left of a hold, if anything is: the worker sends the message.
    fileprivate func releaseRemainder(
        of payment: PaymentID, at now: Timestamp, _ numbers: TraceNumbers
    ) throws {
        guard var held = try hold(payment), held.record.payment.state == .authorized,
            !held.record.payment.remaining.isZero
        else { return }
        let release = PaymentOperation(
            id: OperationID(at: now), .release, held.record.payment.remaining, at: now)
        guard held.record.hasRoom(for: [release]) else { return }
        let next = try held.apply(.requested(release), at: now)
        _ = try save(held, sending: next, due: now, at: now, numbers)
    }
}
