import PaymentDomain
import PaymentEngine
import Database

/// Writes that come with an approval.
extension SQLConnection {
    /// Writes the approval of a renewal, which closes its hold and releases what is left of that.
    ///
    /// If the hold was changed while its renewal was at the acquirer, it is not known how much the order may hold. Then
    /// the renewal has no known outcome, and is reversed.
    func finish(
        _ ending: AuthorizationEnding, renewing hold: Payment, _ numbers: TraceNumbers
    ) throws -> AnswerOutcome {
        guard var held = try self.hold(hold.id) else { throw SQLError.corrupt }
        guard held.record.payment == hold, !hold.isClosed, hold.amounts.capturing == 0 else {
            let unknown = ending.withoutOutcome
            _ = try finish(unknown, hasEnded: try unknown.end.answer(by: self) == 1)
            return .overtaken
        }
        let hasEnded = try ending.end.answer(by: self) == 1
        guard hasEnded else { return try finish(ending, hasEnded: false) }
        let next = try held.apply(.renewed(by: ending.paymentID), at: ending.at)
        let followUps = try save(
            held, sending: next, due: ending.followUpsDue, at: ending.at, numbers)
        _ = try finish(ending, hasEnded: true)
        return .counted(followUps: followUps)
    }

    func bookCredit(_ id: OperationID, _ ending: AuthorizationEnding) throws {
        let amount = try first(
            "SELECT currency, requested FROM payments WHERE id = ?",
            [ending.paymentID.value.identifier]
        ) { columns in
            let currency = try columns.currency()
            return try columns.money(in: currency)
        }
        guard let amount else { throw SQLError.corrupt }
        try insert(BookedOperation(credit: id, amount), of: ending.paymentID, at: ending.at)
        try complete(transactionOf: ending.paymentID, with: id)
    }
}

extension AuthorizationEnding {
    /// The same authorization, of whose answer nothing is known: its reversal is queued with it.
    fileprivate var withoutOutcome: AuthorizationEnding {
        var ending = AuthorizationEnding(
            paymentID: paymentID, answer: .unanswered, reversal: nil, authorizationCode: nil,
            networkReference: nil, declineReason: nil, at: at)
        // The reversal names what the acquirer holds.
        ending.acquirerReference = acquirerReference
        return ending
    }
}
