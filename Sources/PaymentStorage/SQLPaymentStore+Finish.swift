import StorageKit
import Database
import PaymentDomain
import PaymentEngine

extension SQLPaymentStore {
    /// A renewal also changes the authorization that it replaces, so it shares no transaction: neighbours would wait
    /// for that one.
    package func finish(_ ending: AuthorizationEnding) async throws(StoreError) -> AnswerOutcome {
        if case .renewal(let hold)? = ending.booking {
            try await prepareTraceNumbers()
            return try await write { [numbers] db in
                try db.finish(ending, renewing: hold, numbers)
            }
        }
        return try await write(asking: ending.end) { db, ended in
            guard ended == 1 else { return try db.undo(late: ending) }
            try db.writeOutcome(ending)
            return .counted(followUps: [])
        }
    }
}

extension AuthorizationEnding {
    /// The state that the payment has after it, the event, and what was approved, if anything was.
    fileprivate var outcome: (state: PaymentState, event: PaymentEventKind, approved: Int64?) {
        switch answer {
        case .approved(let amount): (.authorized, .approved, amount)
        case .declined: (.declined, .declined, nil)
        case .notSent: (.notSent, .notSent, nil)
        case .unanswered: (.outcomeUnknown, .unanswered, nil)
        case .credited: (.credited, .credited, nil)
        }
    }

    /// The part of the approval that is being captured with it: all of it for a sale.
    private var capturing: Int64 {
        guard case .capture? = booking else { return 0 }
        return outcome.approved ?? 0
    }

    /// The one conditional update that ends an authorization: of no row if it had ended.
    var end: LeadingQuery<Int> {
        let (state, _, approved) = outcome
        return LeadingQuery(
            changing: """
                UPDATE OR FAIL payments SET state = ?1, authorized = ?2, authorized_at = ?3,
                    authorization_code = ?4, network_reference = ?5, decline_reason = ?6,
                    deadline = NULL, answered_at = ?8, capturing = ?9, checks = ?10,
                    acquirer_reference = ?11,
                    version = version + 1
                WHERE id = ?7 AND state = 'authorizing'
                    AND (?1 <> 'authorized' OR (?2 <= requested AND (?2 > 0 OR requested = 0)))
                    AND (?1 <> 'credited' OR requested > 0)
                """,
            sqlValues(
                state.rawValue, approved ?? 0, approved == nil ? nil : at, authorizationCode,
                networkReference, declineReason?.rawValue, paymentID, at, capturing,
                checks.stored, acquirerReference?.bytes))
    }
}

extension SQLConnection {
    /// Writes what comes with an outcome, which has just ended the authorization.
    func writeOutcome(_ ending: AuthorizationEnding) throws {
        let (state, event, approved) = ending.outcome
        let booked = try book(ending)
        try write(
            BookedEvent(
                kind: event, operation: booked, amount: approved, state: state, at: ending.at,
                requestID: ending.requestID),
            of: ending.paymentID)
        if let expiry = ending.newExpiry {
            try changeOne(
                """
                UPDATE cards SET expiry = ? WHERE (merchant, handle)
                    = (SELECT merchant, handle FROM payments WHERE id = ?)
                """,
                expiry, ending.paymentID)
        }
        if let reversal = ending.reversal {
            try queue(reversal)
        } else if ending.answer == .unanswered {
            // An unknown outcome always gets its reversal, even if the caller forgot it.
            try queueReversal(of: ending.paymentID, at: ending.at)
        }
    }

    /// Writes what comes with an approval: a sale's capture, on its way, or a credit.
    ///
    /// A capture that is not of the whole approval is a mistake of ours; then nothing is written at
    /// all, and the authorization is found abandoned.
    ///
    /// - Returns: The operation that came with it, if any.
    private func book(_ ending: AuthorizationEnding) throws -> OperationID? {
        switch (ending.answer, ending.booking) {
        case (.approved(let approved), .capture(let delivery)):
            let advice = delivery.advice
            guard delivery.paymentID == ending.paymentID, advice.kind == .capture,
                advice.amount.minorUnits == approved, approved > 0
            else { throw SQLError.corrupt }
            var capture = PaymentOperation(id: advice.id, .capture, advice.amount, at: ending.at)
            capture.isSale = true
            try insert(capture, numbered: advice.identity.traceNumber, of: ending.paymentID)
            try queue(delivery)
            try complete(transactionOf: ending.paymentID, with: advice.id)
            return advice.id
        case (.credited, let booking):
            // No credit without its operation, whatever the caller forgot.
            var id = OperationID(at: ending.at)
            if case .credit(let named)? = booking { id = named }
            try bookCredit(id, ending)
            return id
        case (_, _): return nil
        }
    }

    /// Queues one more reversal of an authorization that was approved late: the first may have been acknowledged before
    /// the request came.
    func undo(late ending: AuthorizationEnding) throws -> AnswerOutcome {
        guard ending.leavesHold else { return .overtaken }
        if let reference = ending.acquirerReference {
            try change(
                """
                UPDATE payments SET acquirer_reference = ?
                WHERE id = ? AND state IN ('outcomeUnknown', 'reversed')
                    AND acquirer_reference IS NULL
                """,
                reference.bytes, ending.paymentID)
        }
        try queueReversalAgain(of: ending.paymentID, at: ending.at)
        return .overtaken
    }
}

extension AuthorizationEnding {
    /// Whether the acquirer holds something, wanted or not, or may do so for all we know.
    fileprivate var leavesHold: Bool {
        switch answer {
        case .approved, .credited, .unanswered: true
        case .declined, .notSent: reversal != nil
        }
    }
}

/// Writes that come with an approval.
extension SQLConnection {
    /// Writes the approval of a renewal, which closes its hold and releases what is left of that.
    ///
    /// If the hold was changed while its renewal was at the acquirer, it is not known how much the order may hold. Then
    /// the renewal has no known outcome, and is reversed.
    func finish(
        _ ending: AuthorizationEnding, renewing hold: Payment, _ numbers: TraceNumbers
    ) throws -> AnswerOutcome {
        let held = try self.hold(hold.id).orCorrupt
        guard held.record.payment == hold, !hold.isClosed, hold.amounts.capturing == 0 else {
            let unknown = ending.withoutOutcome
            guard try unknown.end.answer(by: self) == 1 else { return try undo(late: unknown) }
            try writeOutcome(unknown)
            return .overtaken
        }
        guard try ending.end.answer(by: self) == 1 else { return try undo(late: ending) }
        try held.apply(.renewed(by: ending.paymentID), at: ending.at)
        let followUps = try save(
            held, due: ending.followUpsDue, at: ending.at, by: ending.requestID, numbers)
        try writeOutcome(ending)
        return .counted(followUps: followUps)
    }

    func bookCredit(_ id: OperationID, _ ending: AuthorizationEnding) throws {
        let amount = try first(
            "SELECT currency, requested FROM payments WHERE id = ?", ending.paymentID
        ) { columns in
            let currency = try columns.currency()
            return try columns.money(in: currency)
        }.orCorrupt
        var credit = PaymentOperation(id: id, .credit, amount, at: ending.at)
        // Its authorization has booked it at the acquirer, so it has no message.
        credit.state = .confirmed
        credit.answeredAt = ending.at
        try insert(credit, numbered: nil, of: ending.paymentID)
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
        ending.requestID = requestID
        return ending
    }
}
