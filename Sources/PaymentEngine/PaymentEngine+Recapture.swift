import PaymentDomain

extension PaymentEngine {
    /// Captures in place of what was captured before and is not settled.
    ///
    /// The same amount again, or none, changes nothing and tells no one, also once it is settled. Another amount takes the
    /// earlier capture back first; a crash in between leaves the hold as it was, and the capture is made when it is asked
    /// for again.
    ///
    /// One process does one at a time for a payment; of two processes that find nothing captured at once the books let
    /// one capture, and the other's client is told that it is in work.
    ///
    /// Source: CardConnect, capture: of a transaction that is queued for capture, the last one counts.
    func recapture(
        _ command: CaptureCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> RecordedResult {
        if let amount = command.amount, amount.isZero { throw .amountZero }
        let found = try await payments(command.reference, request, wanted: .capture)
        guard let id = found.first(where: { $0.state == .authorized })?.id else {
            throw found.contains { $0.state == .authorizing } ? .inFlight : .wrongState
        }
        return try await alone(with: id, request) { () throws(PaymentRefusal) in
            try await recapture(id, command, request)
        }
    }

    private func recapture(
        _ id: PaymentID, _ command: CaptureCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> RecordedResult {
        // In this order: a capture of another process is never in the first and not in the second.
        let earlier = try await stored({ try await $0.openCaptures(of: id) })
        let standing = try await standing(of: id)
        let payment = standing.authorization.payment
        if let settled = standing.settledCapture(of: command.amount) {
            return try await safely(settled, else: .outcomeNotStored)
        }
        let newest = earlier.first
        let decision = payment.canReplaceCapture(
            by: command.amount, newest: newest.map { $0.isInWork ? .pending : .final } ?? .missing,
            settled: standing.settledCaptures)
        let amount: Money
        switch decision {
        case .later: throw .inFlight
        case .refuse(let reason): throw reason
        case .capture:
            let first = try await self.payment(
                .payment(id), request, wanted: .capture, amount: command.amount)
            return try await capture(first.amount, of: first.payment, command, request)
        case .unchanged(let total):
            guard let newest else { throw .inFlight }
            return try await safely(
                again(newest, total: total, of: payment), else: .outcomeNotStored)
        case .replace(let new): amount = new
        }
        let total = payment.amounts.captured
        let takenBack = try await takeBackCaptures(of: payment, request.unnamed)
        guard takenBack.refusal == nil else { return takenBack }
        guard takenBack.isAnswered else { throw .inFlight }
        return try await capture(amount, inPlaceOf: total, of: payment, command, request)
    }

    /// Captures an amount where another was just taken back. What is refused changes nothing: then the other is
    /// captured again.
    ///
    /// - Throws: ``PaymentRefusal/outcomeNotStored`` where it is not: nobody may believe that it is still captured.
    private func capture(
        _ amount: Money, inPlaceOf total: Int64, of payment: Payment, _ command: CaptureCommand,
        _ request: EngineRequest
    ) async throws(PaymentRefusal) -> RecordedResult {
        let result: RecordedResult
        do {
            result = try await capture(amount, of: payment, command, request)
        } catch .inFlight {
            // Another process captured.
            throw .inFlight
        } catch {
            throw .outcomeNotStored
        }
        guard result.refusal != nil else { return result }
        guard let earlier = try? Money(minorUnits: total, currency: amount.currency),
            let again = try? await capture(earlier, of: payment, command, request.unnamed),
            again.refusal == nil
        else { throw .outcomeNotStored }
        return result
    }

    /// The result of a capture that was made before.
    private func again(
        _ capture: StoredOperation, total: Money, of payment: Payment
    ) -> RecordedResult {
        RecordedResult(
            paymentID: payment.id, operationID: capture.advice.id,
            orderReference: payment.orderReference, amount: total,
            refusal: nil, isAnswered: capture.isAnswered, at: capture.at)
    }
}

extension PaymentStanding {
    /// The result of a capture that is settled, where it is that of an amount, or of all that was captured; nil where some
    /// of that is not settled, or was given back.
    fileprivate func settledCapture(of amount: Money?) -> RecordedResult? {
        let payment = authorization.payment
        let amounts = payment.amounts
        let others = [
            amounts.capturing, amounts.uncapturing, amounts.refunded, amounts.refunding,
        ]
        guard settledCaptures > 0, settledCaptures == amounts.captured,
            others.allSatisfy({ $0 == 0 }),
            let sum = try? Money(
                minorUnits: settledCaptures, currency: payment.requested.currency),
            amount ?? sum == sum, let capture
        else { return nil }
        return RecordedResult(
            paymentID: payment.id, operationID: payment.authorizationID,
            orderReference: payment.orderReference, amount: sum, refusal: nil, isAnswered: true,
            at: capture.at)
    }
}
