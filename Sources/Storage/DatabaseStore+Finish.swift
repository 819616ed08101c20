import PaymentDomain
import PaymentEngine
import Database

extension DatabaseStore {
    /// Writes an authorization's outcome, and queues a reversal if one is due.
    ///
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
            try db.finish(ending, hasEnded: ended == 1)
        }
    }
}

extension AuthorizationEnding {
    /// The state that the payment has after it, and what of it was approved.
    fileprivate var outcome: (state: PaymentState, approved: Int64) {
        let state: PaymentState
        var approved: Int64 = 0
        switch answer {
        case .approved(let amount):
            state = .authorized
            approved = amount
        case .declined: state = .declined
        case .notSent: state = .notSent
        case .unanswered: state = .outcomeUnknown
        case .credited: state = .credited
        }
        return (state, approved)
    }

    /// The part of the approval that is being captured with it: all of it for a sale.
    private var capturing: Int64 {
        guard case .capture? = booking else { return 0 }
        return outcome.approved
    }

    /// The one conditional update that ends an authorization: of no row if it had ended.
    var end: LeadingQuery<Int> {
        let (state, approved) = outcome
        return LeadingQuery(
            changing:
                """
                UPDATE OR FAIL payments SET state = ?1, authorized = ?2, authorized_at = ?3,
                    authorization_code = ?4, network_reference = ?5, decline_reason = ?6,
                    deadline = NULL, answered_at = ?8, capturing = ?9, checks = ?10,
                    acquirer_reference = ?11,
                    version = version + 1
                WHERE id = ?7 AND state = 'authorizing'
                    AND (?1 <> 'authorized' OR (?2 <= requested AND (?2 > 0 OR requested = 0)))
                    AND (?1 <> 'credited' OR requested > 0)
                """,
            [
                state.rawValue.sqlValue, approved.sqlValue,
                state == .authorized ? at.value : .null,
                authorizationCode?.sqlValue ?? .null,
                networkReference?.sqlValue ?? .null,
                declineReason?.rawValue.sqlValue ?? .null,
                paymentID.value.identifier, at.value, capturing.sqlValue,
                checks.stored?.sqlValue ?? .null,
                acquirerReference?.bytes.sqlValue ?? .null,
            ])
    }
}

extension SQLConnection {
    /// - Parameter hasEnded: Whether this answer was the first, and has ended the authorization.
    func finish(_ ending: AuthorizationEnding, hasEnded: Bool) throws -> AnswerOutcome {
        guard hasEnded else {
            try undo(late: ending)
            return .overtaken
        }
        let booked = try book(ending)
        try writeFirstEvent(of: ending, booking: booked)
        if let expiry = ending.newExpiry {
            try changeOne(
                """
                UPDATE cards SET expiry = ? WHERE (merchant, handle)
                    = (SELECT merchant, handle FROM payments WHERE id = ?)
                """,
                [expiry.value, ending.paymentID.value.identifier])
        }
        if let reversal = ending.reversal {
            try queue(reversal)
        } else if ending.answer == .unanswered {
            // No unknown outcome without its reversal, whatever the caller forgot.
            try queueReversal(of: ending.paymentID, at: ending.at)
        }
        return .counted(followUps: [])
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
            var capture = BookedOperation(advice)
            capture.isSale = true
            try insert(capture, of: ending.paymentID, at: ending.at)
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

    private func writeFirstEvent(
        of ending: AuthorizationEnding, booking operation: OperationID?
    ) throws {
        let (state, approved) = ending.outcome
        guard let kind = PaymentEventKind(ending: state) else { throw SQLError.corrupt }
        let event = BookedEvent(
            kind: kind, operation: operation, amount: state == .authorized ? approved : nil,
            at: ending.at)
        try writeFirst(event, of: ending.paymentID, state: state)
    }

    /// Queues one more reversal of an authorization that was approved late: the first may have been acknowledged before
    /// the request came.
    private func undo(late ending: AuthorizationEnding) throws {
        guard ending.leavesHold else { return }
        if let reference = ending.acquirerReference {
            try change(
                """
                UPDATE payments SET acquirer_reference = ?
                WHERE id = ? AND state IN ('outcomeUnknown', 'reversed')
                    AND acquirer_reference IS NULL
                """,
                [reference.bytes.sqlValue, ending.paymentID.value.identifier])
        }
        try change(
            ReversalStatement.queue("id = ?3 AND state IN ('outcomeUnknown', 'reversed')"),
            ReversalStatement.values(ending.paymentID.value.identifier, at: ending.at))
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
