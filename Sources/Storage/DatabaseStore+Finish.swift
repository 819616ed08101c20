import PaymentDomain
import PaymentEngine
import Books

extension DatabaseStore {
    /// Writes an authorization's outcome, and queues a reversal where one is due.
    public func finish(_ ending: AuthorizationEnding) async throws(StoreError) -> Bool {
        try await write(asking: ending.end) { db, ended in
            guard ended == 1 else {
                try db.undo(late: ending)
                return false
            }
            let booked = try db.book(ending)
            try db.writeFirstEvent(of: ending, booking: booked.operation)
            if let expiry = ending.newExpiry {
                try db.changeOne(
                    """
                    UPDATE cards SET expiry = ? WHERE (merchant, handle)
                        = (SELECT merchant, handle FROM payments WHERE id = ?)
                    """,
                    [expiry.value, ending.paymentID.value.identifier])
            }
            if let reversal = ending.reversal {
                try db.queue(reversal)
            } else if ending.answer == .unanswered {
                // No unknown outcome without its reversal, whatever the caller forgot.
                try db.queueReversal(of: ending.paymentID, at: ending.at)
            }
            if booked.stands, let (key, result) = ending.idempotency {
                try db.keepIfOurs(result, under: key, subject: .payment(ending.paymentID))
            }
            return true
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

    /// What of the approval is being captured with it: all of it of a sale.
    private var capturing: Int64 {
        guard case .capture? = booking else { return 0 }
        return outcome.approved
    }

    /// The one conditional update that ends an authorization: of no row if it had ended.
    fileprivate var end: BookQuestion<Int> {
        let (state, approved) = outcome
        return BookQuestion(
            changing:
                """
                UPDATE OR FAIL payments SET state = ?1, authorized = ?2, authorized_at = ?3,
                    authorization_code = ?4, network_reference = ?5, decline_reason = ?6,
                    deadline = NULL, answered_at = ?8, capturing = ?9, version = version + 1
                WHERE id = ?7 AND state = 'authorizing'
                    AND (?1 <> 'authorized' OR (?2 <= requested AND (?2 > 0 OR requested = 0)))
                    AND (?1 <> 'credited' OR requested > 0)
                """,
            [
                state.rawValue.bookValue, approved.bookValue,
                state == .authorized ? at.value : .null,
                authorizationCode?.bookValue ?? .null,
                networkReference?.bookValue ?? .null,
                declineReason?.rawValue.bookValue ?? .null,
                paymentID.value.identifier, at.value, capturing.bookValue,
            ])
    }
}

/// What was written with an approval.
private struct BookedApproval {
    /// False for a renewal that is given up whole: "approved" is no answer to its request.
    var stands = true
    /// The operation that came with it.
    var operation: OperationID?
}

extension BookConnection {
    /// What stands with an approval: a sale's capture, on its way, or a credit.
    ///
    /// A capture that is not of the whole approval is a mistake of ours; then nothing is written at
    /// all, and the authorization is found abandoned.
    fileprivate func book(_ ending: AuthorizationEnding) throws -> BookedApproval {
        switch (ending.answer, ending.booking) {
        case (.approved(let approved), .capture(let delivery)):
            let advice = delivery.advice
            guard delivery.paymentID == ending.paymentID, advice.kind == .capture,
                advice.amount.minorUnits == approved, approved > 0
            else { throw BookError.corrupt }
            try insert(BookedOperation(advice, target: nil), of: ending.paymentID, at: ending.at)
            try queue(delivery)
            try complete(transactionOf: ending.paymentID, with: advice.id)
            return BookedApproval(operation: advice.id)
        case (.approved(let approved), .renewal(let hold)):
            // What was closed meanwhile, by a last capture or another renewal, needs no renewal. And what is being
            // captured may be refused: then all of the hold is left, to be captured or renewed again.
            let rest = try close(hold, renewedBy: ending) ? left(of: hold) : 0
            try giveBackSurplus(of: approved, beyond: rest, ending)
            return BookedApproval(stands: rest > 0)
        case (.credited, .credit(let id)):
            try bookCredit(id, ending)
            return BookedApproval(operation: id)
        case (.credited, _):
            // No credit without its operation, whatever the caller forgot.
            let id = OperationID(at: ending.at)
            try bookCredit(id, ending)
            return BookedApproval(operation: id)
        case (_, _): return BookedApproval()
        }
    }

    fileprivate func writeFirstEvent(
        of ending: AuthorizationEnding, booking operation: OperationID?
    ) throws {
        let (state, approved) = ending.outcome
        guard let kind = PaymentEventKind(ending: state) else { throw BookError.corrupt }
        let event = BookedEvent(
            kind: kind, operation: operation, amount: state == .authorized ? approved : nil,
            at: ending.at)
        try writeFirst(event, of: ending.paymentID, state: state)
    }

    /// Queues one more reversal of what was asked for, or approved, after it had been given up: the
    /// first may have been acknowledged before the request came.
    fileprivate func undo(late ending: AuthorizationEnding) throws {
        guard ending.leavesHold else { return }
        try change(
            ReversalStatement.queue("id = ? AND state IN ('outcomeUnknown', 'reversed')"),
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
