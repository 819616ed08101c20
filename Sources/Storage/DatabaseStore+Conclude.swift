import PaymentDomain
import PaymentEngine
import Books

extension DatabaseStore {
    /// Writes the acquirer's answer to an advice, under the lease that it was told under.
    ///
    /// A refused reversal is not written: a hold may stand, so it stays queued until the acquirer
    /// acknowledges it.
    public func conclude(_ conclusion: AdviceConclusion) async throws(StoreError) -> Bool {
        try await write { db in
            let delivery = conclusion.delivery
            let isDone =
                switch delivery.advice.kind {
                case .reversal:
                    try conclusion.refusal == nil
                        && db.concludeReversal(delivery, at: conclusion.at)
                case .capture, .refund, .release, .captureVoid, .refundVoid:
                    try db.concludeOperation(conclusion)
                }
            guard isDone else { return false }
            if conclusion.closesRefusedSale, conclusion.refusal != nil {
                try db.change(
                    ClosingStatements.closeRefusedSale, [delivery.paymentID.value.identifier])
            }
            if let (key, result) = conclusion.idempotency {
                // The capture of a sale answers the request that claimed the key for its payment.
                let isKept = try db.keep(
                    result, under: key, subject: .operation(delivery.advice.id))
                if !isKept {
                    try db.keepIfOurs(
                        result, under: key, subject: .payment(delivery.paymentID))
                }
            }
            return true
        }
    }
}

extension BookConnection {
    /// Takes an answered advice out of the outbox; false where it was answered, or where another has
    /// taken it since: then that one's answer counts.
    private func takeOut(_ delivery: Delivery) throws -> Bool {
        try change(
            "DELETE FROM deliveries WHERE id = ? AND lease = ?",
            [delivery.advice.id.value.identifier, delivery.lease.bookValue]) == 1
    }

    fileprivate func concludeReversal(_ delivery: Delivery, at now: Timestamp) throws -> Bool {
        guard try takeOut(delivery) else { return false }
        // A reversal of an approval that we did not want (less than asked for) belongs to a
        // declined payment, which stays declined.
        let isReversed = try change(
            """
            UPDATE payments SET state = 'reversed', version = version + 1
            WHERE id = ? AND state = 'outcomeUnknown'
            """,
            [delivery.paymentID.value.identifier])
        if isReversed == 1 {
            try write(BookedEvent(kind: .reversed, at: now), of: delivery.paymentID)
        }
        return true
    }

    /// The answer counts once: the operation must be pending. Its amount is what our books say.
    fileprivate func concludeOperation(_ conclusion: AdviceConclusion) throws -> Bool {
        guard try takeOut(conclusion.delivery) else { return false }
        let advice = conclusion.delivery.advice
        guard let pending = try pendingOperation(advice.id) else { return false }
        let isRefused = conclusion.refusal != nil
        let isFirst = try change(
            """
            UPDATE operations SET state = ?, refusal = ?, answered_at = ?, accepted = accepted | ?
            WHERE id = ? AND state = 'pending'
            """,
            [
                (isRefused ? "refused" : "confirmed").bookValue,
                conclusion.refusal?.rawValue.bookValue ?? .null, conclusion.at.value,
                conclusion.comesAfterAcceptance.bookValue, advice.id.value.identifier,
            ])
        // The same answer may have come to another node since we looked.
        guard isFirst == 1 else { return false }
        let sql = try AdviceStatements.conclude(
            pending.kind, takingBack: pending.targetKind, isRefused: isRefused)
        guard try change(sql, [pending.amount.bookValue, pending.payment]) == 1 else {
            // A pending operation whose money is not reserved: someone else wrote here.
            throw BookError.corrupt
        }
        try write(
            BookedEvent(
                kind: isRefused ? .refused : .confirmed, operation: advice.id,
                amount: pending.amount, at: conclusion.at),
            of: conclusion.delivery.paymentID)
        try moveClosing(after: pending, isRefused: isRefused)
        if let target = pending.target {
            try moveTarget(target, from: "voiding", to: isRefused ? "confirmed" : "voided")
        }
        if pending.isLast, pending.kind == .capture, !isRefused {
            try giveUpOlder(than: pending.payment, at: conclusion.at)
        }
        return true
    }

    private func pendingOperation(_ id: OperationID) throws -> PendingOperation? {
        try first(
            """
            SELECT o.payment, o.kind, o.amount, o.target, t.kind, o.is_final, o.gives_up_hold
            FROM operations o LEFT JOIN operations t ON t.row = o.target
            WHERE o.id = ? AND o.state = 'pending'
            """,
            [id.value.identifier]
        ) { columns in
            PendingOperation(
                payment: try columns.value(), kind: try columns.named(),
                amount: try columns.integer(), target: try columns.integerOrNil(),
                targetKind: try columns.namedOrNil(), isLast: try columns.integer() != 0,
                givesUpHold: try columns.integer() != 0)
        }
    }

    /// Opens a hold again for another capture if its final one came to nothing, if a capture before it was voided, or if
    /// the void is refused that was to give up the hold.
    private func moveClosing(after answered: PendingOperation, isRefused: Bool) throws {
        let payment = [answered.payment]
        switch (answered.kind, isRefused) {
        case (.capture, true) where answered.isLast:
            if try change(ClosingStatements.reopen, payment) == 0 {
                try change(ClosingStatements.forgetLastCapture, payment)
            }
            try change(ClosingStatements.noneIsFinal, payment)
        case (.captureVoid, false):
            if try !answered.givesUpHold && change(ClosingStatements.reopen, payment) == 1 {
                try change(ClosingStatements.noneIsFinal, payment)
            }
            try change(ClosingStatements.forgetVoids, payment)
        case (.captureVoid, true):
            try change(ClosingStatements.keepHold, payment)
            try change(ClosingStatements.forgetVoids, payment)
        case (_, _): break
        }
    }
}

/// An operation that waits for its answer, as it stands in the books.
private struct PendingOperation {
    let payment: BookValue
    let kind: OperationKind
    let amount: Int64
    /// What it voids.
    let target: Int64?
    let targetKind: OperationKind?
    /// Whether it is a capture after which no other may come.
    let isLast: Bool
    /// Whether it is a void with which the hold is given up.
    let givesUpHold: Bool
}

extension AdviceConclusion {
    /// Whether the client was told that the operation stands, and then the acquirer refused it: a worker heard the answer,
    /// and no worker tells the client of a sale.
    fileprivate var comesAfterAcceptance: Bool {
        refusal != nil && delivery.lease > 0 && !delivery.isOfUntoldSale
    }
}
