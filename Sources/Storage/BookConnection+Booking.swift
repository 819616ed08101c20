import PaymentDomain
import PaymentEngine
import Books

/// What is written with an approval.
extension BookConnection {
    /// Closes a hold that takes captures still, and of which none is at the acquirer, since its renewal was approved.
    ///
    /// - Returns: Whether it was closed now.
    func close(_ hold: PaymentID, renewedBy ending: AuthorizationEnding) throws -> Bool {
        let closed = try change(
            """
            UPDATE payments SET \(ClosingStatements.byRenewal), version = version + 1
            WHERE id = ? AND state = 'authorized' AND closing = 0 AND capturing = 0
            """,
            [hold.value.identifier])
        guard closed == 1 else { return false }
        try changeOne(
            "UPDATE payments SET renews = (SELECT h.row FROM payments h WHERE h.id = ?1) WHERE id = ?2",
            [hold.value.identifier, ending.paymentID.value.identifier])
        try write(BookedEvent(kind: .renewed, at: ending.at), of: hold)
        return true
    }

    /// What was captured or given up of a hold while its renewal was asked for is not held once more:
    /// what the renewal has beyond that which was left of the hold, when it was closed, is given up.
    func giveBackSurplus(
        of approved: Int64, beyond rest: Int64, _ ending: AuthorizationEnding
    ) throws {
        guard approved > rest else { return }
        let surplus = approved - rest
        try changeOne(
            """
            UPDATE payments SET releasing = releasing + ?, version = version + 1
            WHERE id = ? AND state = 'authorized'
            """,
            [surplus.bookValue, ending.paymentID.value.identifier])
        try queueRelease(of: ending.paymentID, surplus, at: ending.at)
    }

    func left(of hold: PaymentID) throws -> Int64 {
        let rest = try first(
            """
            SELECT authorized - released - releasing - captured FROM payments WHERE id = ?
            """,
            [hold.value.identifier]
        ) { columns in try columns.integer() }
        guard let rest else { throw BookError.corrupt }
        return rest
    }

    func bookCredit(_ id: OperationID, _ ending: AuthorizationEnding) throws {
        let amount = try first(
            "SELECT currency, requested FROM payments WHERE id = ?",
            [ending.paymentID.value.identifier]
        ) { columns in
            let currency = try columns.currency()
            return try columns.money(in: currency)
        }
        guard let amount else { throw BookError.corrupt }
        try insert(BookedOperation(credit: id, amount), of: ending.paymentID, at: ending.at)
        try complete(transactionOf: ending.paymentID, with: id)
    }
}
