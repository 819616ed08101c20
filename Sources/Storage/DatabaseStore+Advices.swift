import PaymentDomain
import PaymentEngine
import Books

extension DatabaseStore {
    /// Reserves money for a capture, refund, release or void, and queues its advice.
    public func reserve(_ intent: AdviceIntent) async throws(StoreError) -> ReserveOutcome {
        try await write { db in
            // What may refuse comes first and writes nothing.
            let standing = try intent.claim.map { try db.standing(of: $0) }
            if case .taken(let record)? = standing { return .alreadyRecorded(record) }
            if let name = intent.transaction, try db.isTaken(name.number) { return .numberTaken }
            let advice = intent.delivery.advice
            let payment = intent.delivery.paymentID
            var target: VoidTarget?
            if advice.kind == .captureVoid || advice.kind == .refundVoid {
                guard let found = try db.target(of: intent) else { return .refused }
                guard !found.isSettled else { return .settled }
                target = found
            }
            var capture = target?.kind == .capture ? target?.row : nil
            if intent.ofCapture != nil {
                guard let named = try db.capture(of: intent) else { return .refused }
                capture = named
            }
            if let capture {
                guard try db.hasLeft(advice.amount, inCapture: capture) else { return .refused }
            }
            let isLast = intent.isLast && advice.kind == .capture
            let seen = intent.paymentsSeen
            let isReserved =
                if advice.kind == .capture {
                    try db.reserve(
                        advice, on: payment,
                        AdviceStatements.capture(isLast, intent.isOnly, isOfSeen: seen != nil),
                        seen.map { [$0.bookValue] } ?? [])
                } else if intent.settledOnly, advice.kind == .refund {
                    try db.reserve(advice, on: payment, AdviceStatements.reserveSettledRefund)
                } else if intent.closedOnly, advice.kind == .release {
                    try db.reserve(advice, on: payment, AdviceStatements.reserveRest)
                } else if let seen, advice.kind == .release {
                    try db.reserve(
                        advice, on: payment, AdviceStatements.reserveOfSeen, [seen.bookValue])
                } else {
                    try db.reserve(advice, on: payment, takingBack: target?.kind)
                }
            guard isReserved else {
                return try db.isOvertaken(intent) ? .overtaken : .refused
            }
            // Who waited for the row has counted the payments before it waited. Nobody changes the hold
            // now, and a renewal looks at it before it begins.
            guard try !db.isOvertaken(intent) else { throw Overtaken() }
            if let capture, try !db.hasLeft(advice.amount, inCapture: capture) { throw Overtaken() }
            try db.insert(
                BookedOperation(
                    advice, target: target?.row,
                    capture: intent.ofCapture == nil ? nil : capture, isLast: isLast),
                of: payment, at: intent.at)
            if let target { try db.moveTarget(target.row, from: "confirmed", to: "voiding") }
            if intent.givesUpRest, advice.kind == .captureVoid { try db.giveUp(payment) }
            try db.queue(intent.delivery)
            if let claim = intent.claim {
                try db.insert(
                    claim, subject: .operation(advice.id), inPlaceOf: standing?.outdated)
            }
            if let name = intent.transaction {
                try db.insert(name, of: payment, operation: advice.id, at: intent.at)
            }
            return .reserved
        }
    }

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
                    try conclusion.refusal == nil && db.concludeReversal(delivery)
                case .capture, .refund, .release, .captureVoid, .refundVoid:
                    try db.concludeOperation(conclusion)
                }
            guard isDone else { return false }
            if conclusion.closesRefusedSale, conclusion.refusal != nil {
                try db.change(
                    AdviceStatements.closed, [delivery.paymentID.value.identifier])
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
    /// The conditional update that reserves; it mirrors `PaymentRecord.apply`.
    func reserve(
        _ advice: AcquirerAdvice, on payment: PaymentID, takingBack target: OperationKind?
    ) throws -> Bool {
        let values = values(of: advice, on: payment)
        if let sql = AdviceStatements.reserve(advice.kind, takingBack: target) {
            return try change(sql, values) == 1
        }
        guard target == .credit else { return false }
        return try first(AdviceStatements.standingCredit, values) { _ in true } != nil
    }

    /// The same by a statement of its own.
    fileprivate func reserve(
        _ advice: AcquirerAdvice, on payment: PaymentID, _ statement: String,
        _ more: [BookValue] = []
    ) throws -> Bool {
        try change(statement, values(of: advice, on: payment) + more) == 1
    }

    /// Whether another payment of its order and card has begun than those that were seen.
    fileprivate func isOvertaken(_ intent: AdviceIntent) throws -> Bool {
        guard let seen = intent.paymentsSeen else { return false }
        let payment = intent.delivery.paymentID.value.identifier
        return try first(AdviceStatements.overtaken, [payment, seen.bookValue]) { _ in true } != nil
    }

    fileprivate func giveUp(_ payment: PaymentID) throws {
        let id = payment.value.identifier
        try change(AdviceStatements.givenUp, [id])
        try change(
            AdviceStatements.rememberedVoid, [id, payment.value.bookValue, [UInt8]().bookValue])
    }

    private func values(of advice: AcquirerAdvice, on payment: PaymentID) -> [BookValue] {
        [
            advice.amount.minorUnits.bookValue, payment.value.identifier,
            advice.authorizationID.value.identifier, advice.amount.currency.code.bookValue,
        ]
    }

    /// Takes an answered advice out of the outbox; false where it was answered, or where another has
    /// taken it since: then that one's answer counts.
    private func takeOut(_ delivery: Delivery) throws -> Bool {
        try change(
            "DELETE FROM deliveries WHERE id = ? AND lease = ?",
            [delivery.advice.id.value.identifier, delivery.lease.bookValue]) == 1
    }

    fileprivate func concludeReversal(_ delivery: Delivery) throws -> Bool {
        guard try takeOut(delivery) else { return false }
        // A reversal of an approval that we did not want (less than asked for) belongs to a
        // declined payment, which stays declined.
        try change(
            "UPDATE payments SET state = 'reversed' WHERE id = ? AND state = 'outcomeUnknown'",
            [delivery.paymentID.value.identifier])
        return true
    }

    /// The answer counts once: the operation must be pending. Its amount is what our books say.
    fileprivate func concludeOperation(_ conclusion: AdviceConclusion) throws -> Bool {
        guard try takeOut(conclusion.delivery) else { return false }
        let id = conclusion.delivery.advice.id.value.identifier
        let pending = try first(
            """
            SELECT o.payment, o.kind, o.amount, o.target, t.kind, o.is_final
            FROM operations o LEFT JOIN operations t ON t.row = o.target
            WHERE o.id = ? AND o.state = 'pending'
            """,
            [id]
        ) { columns in
            (
                payment: try columns.value(), kind: try columns.named(OperationKind.self),
                amount: try columns.value(), target: try columns.integerOrNil(),
                targetKind: try columns.namedOrNil(OperationKind.self),
                isLast: try columns.integer() != 0
            )
        }
        guard let pending else { return false }
        let isRefused = conclusion.refusal != nil
        let isFirst = try change(
            """
            UPDATE operations SET state = ?, refusal = ?, answered_at = ?
            WHERE id = ? AND state = 'pending'
            """,
            [
                (isRefused ? "refused" : "confirmed").bookValue,
                conclusion.refusal?.rawValue.bookValue ?? .null, conclusion.at.value, id,
            ])
        // The same answer may have come to another node since we looked.
        guard isFirst == 1 else { return false }
        let sql = try AdviceStatements.conclude(
            pending.kind, takingBack: pending.targetKind, isRefused: isRefused)
        if let sql {
            guard try change(sql, [pending.amount, pending.payment]) == 1 else {
                // A pending operation whose money is not reserved: someone else wrote here.
                throw BookError.corrupt
            }
        }
        // The hold stands again for another capture, where the last one came to nothing, or one
        // before it was taken back.
        let key = conclusion.delivery.paymentID.value.bookValue
        if pending.isLast && isRefused || pending.kind == .captureVoid && !isRefused {
            let isOpen = try change(AdviceStatements.reopened, [pending.payment, key]) == 1
            if isOpen || pending.isLast {
                try change(AdviceStatements.noneIsLast, [pending.payment])
            }
        } else if pending.kind == .captureVoid {
            try change(AdviceStatements.notGivenUp, [pending.payment])
        }
        if pending.kind == .captureVoid {
            try change(AdviceStatements.forgottenVoid, [pending.payment, key])
        }
        if let target = pending.target {
            try moveTarget(target, from: "voiding", to: isRefused ? "confirmed" : "voided")
        }
        if pending.isLast, pending.kind == .capture, !isRefused {
            try giveUpOlder(than: pending.payment, at: conclusion.at)
        }
        return true
    }
}
