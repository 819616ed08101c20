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
            let stands = try db.book(ending)
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
            if stands, let (key, result) = ending.idempotency {
                try db.keepIfOurs(result, under: key, subject: .payment(ending.paymentID))
            }
            return true
        }
    }

    /// Turns every authorization without an outcome whose deadline lies before a moment into an unknown one.
    ///
    /// Many are done in several database transactions; each leaves books that are whole.
    public func recoverAbandoned(
        deadlineBefore: Timestamp, at now: Timestamp
    ) async throws(StoreError) -> Int {
        var total = 0
        while true {
            let recovered = try await write { db in
                try db.recoverSome(deadlineBefore: deadlineBefore, at: now)
            }
            total += recovered.done
            if recovered.seen < StorageLimits.recoveredPerCommit { return total }
        }
    }
}

extension AuthorizationEnding {
    /// The one conditional update that ends an authorization: of no row if it had ended.
    fileprivate var end: BookQuestion<Int> {
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
        return BookQuestion(
            changing:
                """
                UPDATE OR FAIL payments SET state = ?1, authorized = ?2, authorized_at = ?3,
                    authorization_code = ?4, network_reference = ?5, decline_reason = ?6,
                    deadline = NULL
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
                paymentID.value.identifier,
            ])
    }
}

/// Queues the reversal of a payment, as a whole and due at once.
private enum ReversalStatement {
    /// - Parameter condition: Which payment, by one value.
    static func queue(_ condition: String) -> String {
        """
        INSERT INTO deliveries (id, payment, kind, amount, attempts, due_at)
        SELECT ?, row, 'reversal', requested, 0, ? FROM payments WHERE \(condition)
        """
    }

    static func values(_ payment: BookValue, at now: Timestamp) -> [BookValue] {
        [OperationID(at: now).value.identifier, now.value, payment]
    }
}

extension BookConnection {
    /// What stands with an approval: a sale's capture, on its way, or a credit.
    ///
    /// A capture that is not of the whole approval is a mistake of ours; then nothing is written at
    /// all, and the authorization is found abandoned.
    ///
    /// - Returns: False for a renewal that is given up whole: "approved" is no answer to its request.
    fileprivate func book(_ ending: AuthorizationEnding) throws -> Bool {
        switch (ending.answer, ending.booking) {
        case (.approved(let approved), .capture(let delivery)):
            guard delivery.paymentID == ending.paymentID, delivery.advice.kind == .capture,
                delivery.advice.amount.minorUnits == approved,
                try reserve(delivery.advice, on: ending.paymentID, takingBack: nil)
            else { throw BookError.corrupt }
            try insert(
                BookedOperation(delivery.advice, target: nil), of: ending.paymentID, at: ending.at)
            try queue(delivery)
            try complete(transactionOf: ending.paymentID, with: delivery.advice.id)
        case (.approved(let approved), .renewal(let hold)):
            let isClosed = try change(
                """
                UPDATE payments SET closing = 1
                WHERE id = ? AND state = 'authorized' AND closing = 0 AND capturing = 0
                """,
                [hold.value.identifier])
            // What was closed meanwhile, by a last capture or another renewal, needs no renewal. And what is being
            // captured may be refused: then all of the hold is left, to be captured or renewed again.
            let rest = try isClosed == 1 ? left(of: hold) : 0
            try giveBackSurplus(of: approved, beyond: rest, ending)
            return rest > 0
        case (.credited, .credit(let id)):
            try bookCredit(id, ending)
        case (.credited, _):
            // No credit without its operation, whatever the caller forgot.
            try bookCredit(OperationID(at: ending.at), ending)
        case (_, _): break
        }
        return true
    }

    /// What was captured or given up of a hold while its renewal was asked for is not held once more:
    /// what the renewal has beyond that which was left of the hold, when it was closed, is given up.
    private func giveBackSurplus(
        of approved: Int64, beyond rest: Int64, _ ending: AuthorizationEnding
    ) throws {
        guard approved > rest else { return }
        let surplus = approved - rest
        try changeOne(
            "UPDATE payments SET releasing = releasing + ? WHERE id = ? AND state = 'authorized'",
            [surplus.bookValue, ending.paymentID.value.identifier])
        try queueRelease(of: ending.paymentID, surplus, at: ending.at)
    }

    private func left(of hold: PaymentID) throws -> Int64 {
        let rest = try first(
            """
            SELECT authorized - released - releasing - captured FROM payments WHERE id = ?
            """,
            [hold.value.identifier]
        ) { columns in try columns.integer() }
        guard let rest else { throw BookError.corrupt }
        return rest
    }

    private func bookCredit(_ id: OperationID, _ ending: AuthorizationEnding) throws {
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

    /// Queues one more reversal of what was asked for, or approved, after it had been given up: the
    /// first may have been acknowledged before the request came.
    fileprivate func undo(late ending: AuthorizationEnding) throws {
        guard ending.leavesHold else { return }
        try change(
            ReversalStatement.queue("id = ? AND state IN ('outcomeUnknown', 'reversed')"),
            ReversalStatement.values(ending.paymentID.value.identifier, at: ending.at))
    }

    fileprivate func queueReversal(of payment: PaymentID, at now: Timestamp) throws {
        try changeOne(
            ReversalStatement.queue("id = ?"),
            ReversalStatement.values(payment.value.identifier, at: now))
    }

    /// - Returns: How many were found, and how many of them had no outcome yet when their turn came.
    fileprivate func recoverSome(
        deadlineBefore: Timestamp, at now: Timestamp
    ) throws -> (seen: Int, done: Int) {
        var done = 0
        let abandoned = try allRows(
            """
            SELECT row FROM payments
            WHERE deadline IS NOT NULL AND deadline < ? ORDER BY deadline, row LIMIT ?
            """,
            [deadlineBefore.value, StorageLimits.recoveredPerCommit.bookValue]
        ) { columns in try columns.integer() }
        for row in abandoned {
            let isAbandoned = try change(
                """
                UPDATE payments SET state = 'outcomeUnknown', deadline = NULL
                WHERE row = ? AND state = 'authorizing'
                """,
                [row.bookValue])
            // Its outcome, or another node, may have come since we looked: then nothing is undone.
            guard isAbandoned == 1 else { continue }
            done += 1
            try changeOne(
                ReversalStatement.queue("row = ?"),
                ReversalStatement.values(row.bookValue, at: now))
        }
        return (abandoned.count, done)
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
