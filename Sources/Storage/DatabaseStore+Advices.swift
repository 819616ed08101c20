import PaymentDomain
import PaymentEngine
import Books

extension DatabaseStore {
    /// Reserves money for a capture, refund or release of a payment that was found by its order, and queues its message.
    public func reserve(_ intent: AdviceIntent) async throws(StoreError) -> ReserveOutcome {
        try await write { db in
            // What may refuse comes first and writes nothing.
            let standing = try intent.claim.map { try db.standing(of: $0) }
            if case .taken(let record)? = standing { return .alreadyRecorded(record) }
            if let name = intent.transaction, try db.isTaken(name.number) { return .numberTaken }
            let advice = intent.delivery.advice
            let payment = intent.delivery.paymentID
            guard try db.reserve(intent) else {
                return try db.isOvertaken(intent) ? .overtaken : .refused
            }
            // Who waited for the row has counted the payments, and its operations, before it waited. Nobody changes the
            // hold now, and a renewal looks at it before it begins.
            guard try !db.isOvertaken(intent), try !db.isFull(payment) else { throw Overtaken() }
            var operation = BookedOperation(advice)
            operation.isLast = intent.isLast && advice.kind == .capture
            try db.insert(operation, of: payment, at: intent.at)
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
    fileprivate func reserve(_ intent: AdviceIntent) throws -> Bool {
        let advice = intent.delivery.advice
        let seen = intent.paymentsSeen.map { [$0.bookValue] } ?? []
        let statement: String
        switch advice.kind {
        case .capture:
            statement = AdviceStatements.capture(intent.isLast, isOfSeen: !seen.isEmpty)
        case .refund: statement = AdviceStatements.reserveRefund
        case .release: statement = AdviceStatements.release(isOfSeen: !seen.isEmpty)
        case .captureVoid, .refundVoid, .reversal: throw BookError.corrupt
        }
        let values = [
            advice.amount.minorUnits.bookValue, intent.delivery.paymentID.value.identifier,
            advice.authorizationID.value.identifier, advice.amount.currency.code.bookValue,
        ]
        return try change(statement, values + (advice.kind == .refund ? [] : seen)) == 1
    }

    fileprivate func isFull(_ payment: PaymentID) throws -> Bool {
        try first(AdviceStatements.isFull, [payment.value.identifier]) { _ in true } != nil
    }

    /// Whether another payment of its order and card has begun than those that were seen.
    fileprivate func isOvertaken(_ intent: AdviceIntent) throws -> Bool {
        guard let seen = intent.paymentsSeen else { return false }
        let payment = intent.delivery.paymentID.value.identifier
        return try first(AdviceStatements.overtaken, [payment, seen.bookValue]) { _ in true } != nil
    }
}
