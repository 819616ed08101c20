import Database
import PaymentDomain
import PaymentEngine

extension DatabaseStore {
    /// Writes the acquirer's answer to a message under the lease that it was sent under, with the operations that follow
    /// from it and their messages.
    ///
    /// A refused reversal is not written: a hold may stand, so it stays queued until the acquirer acknowledges it.
    package func conclude(
        _ conclusion: AdviceConclusion
    ) async throws(StoreError) -> AnswerOutcome {
        let message = conclusion.delivery
        let isReversal = message.advice.kind == .reversal
        guard !isReversal || conclusion.refusal == nil else { return .overtaken }
        try await prepareTraceNumbers()
        return try await write { [numbers] db in
            guard var held = try db.hold(message.paymentID) else { throw SQLError.corrupt }
            guard try db.takeOut(message), let next = try held.apply(conclusion) else {
                #if DEBUG
                    try db.countAgain(conclusion, held, numbers)
                #endif
                return .overtaken
            }
            let followUps = try db.save(
                held, sending: next, due: conclusion.followUpsDue, at: conclusion.at, numbers)
            if let reference = conclusion.acquirerReference, !isReversal {
                try db.changeOne(
                    "UPDATE operations SET acquirer_reference = ? WHERE id = ?",
                    [reference.bytes.sqlValue, message.advice.id.value.identifier])
            }
            if conclusion.refusal == nil, held.record.isFinalCapture(message.advice.id) {
                try db.releaseOlder(than: held.row, at: conclusion.at, numbers)
            }
            return .counted(followUps: followUps)
        }
    }

    /// Puts a message off after a try that was not answered, and counts the try.
    ///
    /// A worker's try of a sale's capture whose client heard nothing is not counted, nor is the capture accepted.
    /// Nothing is written if another has taken the message since.
    @discardableResult
    package func postpone(
        _ message: Delivery, until: Timestamp, at now: Timestamp
    ) async throws(StoreError) -> Bool {
        try await prepareTraceNumbers()
        return try await write { [numbers] db in
            let isAccepting = message.attempts == 0 && message.isAcceptedInSilence
            var held = isAccepting ? try db.hold(message.paymentID) : nil
            let postponed = try db.change(
                """
                UPDATE deliveries SET due_at = ?, attempts = attempts + ?
                WHERE id = ? AND lease = ?
                """,
                [
                    until.value, (!message.isOfUnansweredSale).sqlValue,
                    message.advice.id.value.identifier, message.lease.sqlValue,
                ])
            guard postponed == 1 else { return false }
            guard let next = try held?.apply(.accepted(message.advice.id), at: now), let held
            else { return true }
            _ = try db.save(held, sending: next, due: now, at: now, numbers)
            return true
        }
    }
}

extension HeldRecord {
    /// Changes the record by the answer to a message.
    ///
    /// - Returns: The operations to send now; nil if the message's operation was answered before.
    fileprivate mutating func apply(
        _ conclusion: AdviceConclusion
    ) throws -> [PaymentOperation]? {
        let id = conclusion.delivery.advice.id
        guard conclusion.delivery.advice.kind != .reversal else {
            // An approval that was not wanted is reversed too, and stays declined.
            guard record.payment.state == .outcomeUnknown else { return [] }
            return try apply(.reversalAcknowledged, at: conclusion.at)
        }
        guard let operation = record.operation(id), operation.isPending else { return nil }
        var next: [PaymentOperation] = []
        if conclusion.comesAfterAcceptance, operation.state == .sending {
            next = try apply(.accepted(id), at: conclusion.at)
        }
        return try next
            + apply(.answeredOperation(id, refusal: conclusion.refusal), at: conclusion.at)
    }
}

extension PaymentRecord {
    fileprivate func isFinalCapture(_ id: OperationID) -> Bool {
        guard let operation = operation(id) else { return false }
        return operation.kind == .capture && operation.isFinal
    }
}

extension Delivery {
    /// Whether the client hears that the operation is final if the acquirer does not answer.
    fileprivate var isAcceptedInSilence: Bool { advice.kind != .reversal && !isOfUnansweredSale }
}

extension AdviceConclusion {
    /// Whether the client heard that the operation is final, and then the acquirer refused it: a worker had the answer.
    /// The client of a sale hears nothing from a worker.
    fileprivate var comesAfterAcceptance: Bool {
        refusal != nil && delivery.lease > 0 && !delivery.isOfUnansweredSale
    }
}

extension SQLConnection {
    /// Takes an answered message out of the outbox; false if it was answered, or if another has taken it since: then
    /// that one's answer counts.
    fileprivate func takeOut(_ message: Delivery) throws -> Bool {
        try change(
            "DELETE FROM deliveries WHERE id = ? AND lease = ?",
            [message.advice.id.value.identifier, message.lease.sqlValue]) == 1
    }
}
