import GRDB
import PaymentDomain
import PaymentEngine
import SQLiteBooks

extension SQLiteStore {
    /// Reserves money for a capture, refund or release, and queues its advice.
    public func reserve(_ intent: AdviceIntent) async throws(StoreError) -> ReserveOutcome {
        try await write { db in
            if let claim = intent.claim, let record = try db.idempotencyRecord(claim.key) {
                return .alreadyRecorded(record)
            }
            let advice = intent.delivery.advice
            guard try db.reserve(advice, on: intent.delivery.paymentID) else { return .refused }
            try db.change(
                """
                INSERT INTO operations (id, payment, kind, amount, state, created_at)
                SELECT ?, row, ?, ?, 'pending', ? FROM payments WHERE id = ?
                """,
                [
                    advice.id.value.identifier, advice.kind.rawValue.bookValue,
                    advice.amount.minorUnits.bookValue, intent.at.value,
                    intent.delivery.paymentID.value.identifier,
                ])
            try db.queue(intent.delivery)
            if let claim = intent.claim { try db.insert(claim, subject: .operation(advice.id)) }
            return .reserved
        }
    }

    /// Writes the acquirer's answer to an advice.
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
                case .capture, .refund, .release: try db.concludeOperation(conclusion)
                }
            guard isDone else { return false }
            if let (key, result) = conclusion.idempotency {
                try db.keep(result, under: key, subject: .operation(delivery.advice.id))
            }
            return true
        }
    }
}

extension Database {
    /// The conditional update that reserves; it mirrors `Payment.apply`.
    fileprivate func reserve(_ advice: AcquirerAdvice, on payment: PaymentID) throws -> Bool {
        let sql: String
        switch advice.kind {
        case .capture: sql = AdviceStatements.reserveCapture
        case .refund: sql = AdviceStatements.reserveRefund
        case .release: sql = AdviceStatements.reserveRelease
        case .reversal: return false
        }
        let changed = try change(
            sql,
            [
                advice.amount.minorUnits.bookValue, payment.value.identifier,
                advice.authorizationID.value.identifier,
                advice.amount.currency.code.bookValue,
            ])
        return changed == 1
    }

    fileprivate func concludeReversal(_ delivery: Delivery) throws -> Bool {
        let deleted = try change(
            "DELETE FROM deliveries WHERE id = ? AND kind = 'reversal'",
            [delivery.advice.id.value.identifier])
        guard deleted == 1 else { return false }
        // A reversal of an approval that we did not want (less than asked for) belongs to a
        // declined payment, which stays declined.
        try change(
            "UPDATE payments SET state = 'reversed' WHERE id = ? AND state = 'outcomeUnknown'",
            [delivery.paymentID.value.identifier])
        return true
    }

    /// The answer counts once: the operation must be pending. Its amount is what our books say.
    fileprivate func concludeOperation(_ conclusion: AdviceConclusion) throws -> Bool {
        let id = conclusion.delivery.advice.id.value.identifier
        let pending = try first(
            "SELECT payment, kind, amount FROM operations WHERE id = ? AND state = 'pending'",
            [id]
        ) { columns in
            (
                payment: try columns.value(), kind: try columns.named(AdviceKind.self),
                amount: try columns.value()
            )
        }
        guard let (payment, kind, amount) = pending else { return false }
        let isRefused = conclusion.refusal != nil
        try change(
            "UPDATE operations SET state = ?, refusal = ?, answered_at = ? WHERE id = ?",
            [
                (isRefused ? "refused" : "confirmed").bookValue,
                conclusion.refusal?.rawValue.bookValue ?? .null, conclusion.at.value, id,
            ])
        let sql = try AdviceStatements.conclude(kind, isRefused: isRefused)
        guard try change(sql, [amount, payment]) == 1 else {
            // A pending operation whose money is not reserved: someone else wrote here.
            throw BookError.corrupt
        }
        try change("DELETE FROM deliveries WHERE id = ?", [id])
        return true
    }
}
