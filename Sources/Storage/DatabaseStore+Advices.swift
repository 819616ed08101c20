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
            guard try db.reserve(intent, takingBack: target?.kind) else {
                return try db.isOvertaken(intent) ? .overtaken : .refused
            }
            // Who waited for the row has counted the payments before it waited. Nobody changes the hold
            // now, and a renewal looks at it before it begins.
            guard try !db.isOvertaken(intent) else { throw Overtaken() }
            if let capture, try !db.hasLeft(advice.amount, inCapture: capture) { throw Overtaken() }
            var operation = BookedOperation(
                advice, target: target?.row, capture: intent.ofCapture == nil ? nil : capture)
            operation.isLast = intent.isLast && advice.kind == .capture
            operation.givesUpHold = intent.givesUpRest && advice.kind == .captureVoid
            try db.insert(operation, of: payment, at: intent.at)
            if let target { try db.moveTarget(target.row, from: "confirmed", to: "voiding") }
            if operation.givesUpHold {
                try db.change(ClosingStatements.abandon, [payment.value.identifier])
            }
            try db.write(
                BookedEvent(
                    kind: .requested, operation: advice.id, amount: advice.amount.minorUnits,
                    at: intent.at),
                of: payment)
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
}

extension BookConnection {
    /// Reserves the money of an intent, by the statement for its kind and its conditions.
    fileprivate func reserve(
        _ intent: AdviceIntent, takingBack target: OperationKind?
    ) throws -> Bool {
        let advice = intent.delivery.advice
        let payment = intent.delivery.paymentID
        let seen = intent.paymentsSeen.map { [$0.bookValue] } ?? []
        if advice.kind == .capture {
            let statement = AdviceStatements.capture(
                intent.isLast, intent.isOnly, isOfSeen: !seen.isEmpty)
            return try reserve(advice, on: payment, statement, seen)
        }
        if intent.settledOnly, advice.kind == .refund {
            return try reserve(advice, on: payment, AdviceStatements.reserveSettledRefund)
        }
        if intent.closedOnly, advice.kind == .release {
            return try reserve(advice, on: payment, AdviceStatements.reserveRest)
        }
        if !seen.isEmpty, advice.kind == .release {
            return try reserve(advice, on: payment, AdviceStatements.reserveOfSeen, seen)
        }
        return try reserve(advice, on: payment, takingBack: target)
    }

    /// The conditional update that reserves; it mirrors `PaymentRecord.apply`.
    private func reserve(
        _ advice: AcquirerAdvice, on payment: PaymentID, takingBack target: OperationKind?
    ) throws -> Bool {
        guard let sql = AdviceStatements.reserve(advice.kind, takingBack: target) else {
            return false
        }
        return try change(sql, values(of: advice, on: payment)) == 1
    }

    /// The same by a statement of its own.
    private func reserve(
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

    private func values(of advice: AcquirerAdvice, on payment: PaymentID) -> [BookValue] {
        [
            advice.amount.minorUnits.bookValue, payment.value.identifier,
            advice.authorizationID.value.identifier, advice.amount.currency.code.bookValue,
        ]
    }
}
