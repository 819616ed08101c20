import Database
import PaymentDomain
import PaymentEngine

extension SQLPaymentStore {
    /// A refused reversal is not written: a hold may stand, so it stays queued until the acquirer acknowledges it.
    package func conclude(
        _ conclusion: AdviceConclusion
    ) async throws(StoreError) -> AnswerOutcome {
        let message = conclusion.delivery
        let isReversal = message.advice.kind == .reversal
        guard !isReversal || conclusion.refusal == nil else { return .overtaken }
        try await prepareTraceNumbers()
        return try await write { [numbers] db in
            let held = try db.hold(message.paymentID).orCorrupt
            // If it was answered, or another has taken it since, that one's answer counts.
            let isOurs = try db.changesOne(
                "DELETE FROM deliveries WHERE id = ? AND lease = ?", message.advice.id,
                message.lease)
            guard isOurs, try held.apply(conclusion) else { return .overtaken }
            let followUps = try db.save(
                held, due: conclusion.followUpsDue, at: conclusion.at, by: message.requestID,
                numbers)
            let isFinal = held.record.operation(message.advice.id)?.isFinal ?? false
            if conclusion.refusal == nil, isFinal {
                try db.releaseOlder(
                    than: held.row, at: conclusion.at, by: message.requestID, numbers)
            }
            return .counted(followUps: followUps)
        }
    }

    /// A worker's try of a sale's capture whose client heard nothing is not counted, nor is the capture accepted.
    @discardableResult
    package func postpone(
        _ message: Delivery, until: Timestamp, at now: Timestamp
    ) async throws(StoreError) -> Bool {
        try await prepareTraceNumbers()
        return try await write { [numbers] db in
            // The client hears that the operation is final if the acquirer does not answer the first try.
            let isAccepting =
                message.attempts == 0 && message.advice.kind != .reversal
                && !message.isOfUnansweredSale
            let held = isAccepting ? try db.hold(message.paymentID) : nil
            let isPostponed = try db.changesOne(
                """
                UPDATE deliveries SET due_at = ?, attempts = attempts + ?
                WHERE id = ? AND lease = ?
                """,
                until, !message.isOfUnansweredSale, message.advice.id, message.lease)
            guard isPostponed else { return false }
            try held?.apply(.accepted(message.advice.id), at: now)
            if let held { try db.save(held, due: now, at: now, by: message.requestID, numbers) }
            return true
        }
    }
}

extension HeldRecord {
    /// Changes the record by the answer to a message.
    ///
    /// - Returns: False if the message's operation was answered before.
    fileprivate func apply(_ conclusion: AdviceConclusion) throws -> Bool {
        let id = conclusion.delivery.advice.id
        guard conclusion.delivery.advice.kind != .reversal else {
            // An approval that was not wanted is reversed too, and stays declined.
            if record.payment.state == .outcomeUnknown {
                try apply(.reversalAcknowledged, at: conclusion.at)
            }
            return true
        }
        guard let operation = record.operation(id), operation.isPending else { return false }
        if conclusion.comesAfterAcceptance, operation.state == .sending {
            try apply(.accepted(id), at: conclusion.at)
        }
        try apply(.answeredOperation(id, refusal: conclusion.refusal), at: conclusion.at)
        if let reference = conclusion.acquirerReference { try name(id, reference) }
        return true
    }
}

extension AdviceConclusion {
    /// Whether the client heard that the operation is final, and then the acquirer refused it: a worker had the answer.
    /// The client of a sale hears nothing from a worker.
    fileprivate var comesAfterAcceptance: Bool {
        refusal != nil && delivery.lease > 0 && !delivery.isOfUnansweredSale
    }
}
