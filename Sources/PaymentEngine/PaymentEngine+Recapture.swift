import PaymentDomain

extension PaymentEngine {
    /// Captures in place of an earlier capture that isn't settled.
    ///
    /// The same amount again, or none, changes nothing and sends nothing, also once it is settled. For another amount
    /// the earlier capture is voided first. After a crash in between the amount is authorized as before, and the
    /// capture is made when the client asks again.
    ///
    /// One process does one at a time for a payment.
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
        guard let record = try await stored({ try await ports.reader.record(of: id) }) else {
            throw .paymentNotFound
        }
        let payment = record.payment
        if let settled = record.settledCapture(of: command.amount) {
            return try await safely(settled, else: .outcomeNotStored)
        }
        let amount: Money
        switch record.canReplaceCapture(by: command.amount) {
        case .later: throw .inFlight
        case .refuse(let reason): throw reason
        case .capture:
            return try await captureAlone(command.amount, of: payment, command, request).first
        case .unchanged(let total):
            guard let newest = record.newestOpenCapture else { throw .inFlight }
            return try await safely(
                newest.result(as: total, of: payment), else: .outcomeNotStored)
        case .replace(let new): amount = new
        }
        if let refused = try await voidCaptures(of: payment, for: amount, request) {
            return refused
        }
        return try await captureInstead(amount, of: payment, command, request)
    }

    /// Voids what was captured, the newest capture first, so that another amount can be captured.
    ///
    /// - Returns: The result of a void that was refused: then the captures that are left stand.
    private func voidCaptures(
        of payment: Payment, for amount: Money, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> RecordedResult? {
        let now = request.now
        var isFirst = true
        while true {
            let done: RecordedResult
            do {
                let mustFit = isFirst ? amount : nil
                done = try await take(.void, on: payment, request.unnamed) { record in
                    record.voidNewestCapture(toFit: mustFit, at: now)
                }.first
            } catch .depleted where !isFirst {
                return nil
            } catch .storeUnavailable where !isFirst {
                throw .outcomeNotStored
            }
            guard done.refusal == nil else { return done }
            guard done.isAnswered else { throw .inFlight }
            isFirst = false
        }
    }

    /// Captures an amount where another was just voided. If the acquirer refuses it, the other is captured again.
    ///
    /// - Throws: ``PaymentRefusal/outcomeNotStored`` if it is not: nobody may believe that it is still captured.
    private func captureInstead(
        _ amount: Money, of payment: Payment, _ command: CaptureCommand,
        _ request: EngineRequest
    ) async throws(PaymentRefusal) -> RecordedResult {
        let done: StepResult
        do {
            done = try await captureAlone(amount, of: payment, command, request)
        } catch .inFlight {
            throw .inFlight
        } catch {
            throw .outcomeNotStored
        }
        guard done.first.refusal != nil else { return done.first }
        let again = done.others.first { $0.kind == .capture }?.result
        guard let again, again.refusal == nil else { throw .outcomeNotStored }
        return done.first
    }

    /// Captures an amount of a payment of which nothing is captured, nil for all that is left. If the acquirer refuses it,
    /// what was voided for it is captured again, also if a request before this one voided it.
    private func captureAlone(
        _ amount: Money?, of payment: Payment, _ command: CaptureCommand,
        _ request: EngineRequest
    ) async throws(PaymentRefusal) -> StepResult {
        let now = request.now
        return try await take(.capture, on: payment, request) { record in
            // Another process may have captured.
            guard record.amounts.captured == 0, record.amounts.capturing == 0 else {
                return .refuse(.inFlight)
            }
            return StepDecision(record.payment.decide(.capture, amount), of: record) { amount in
                var capture = PaymentOperation(
                    id: OperationID(at: now), .capture, amount, at: now)
                capture.isFinal = command.isFinal
                capture.replaces = record.voidedForAnother
                return capture
            }
        }
    }
}

extension PaymentOperation {
    /// The result of a capture that was made before.
    fileprivate func result(as amount: Money, of payment: Payment) -> RecordedResult {
        RecordedResult(
            paymentID: payment.id, operationID: id, orderReference: payment.orderReference,
            amount: amount, refusal: nil, isAnswered: !isPending, at: at)
    }
}

extension PaymentRecord {
    /// The result of the captures that are settled, if they are of an amount, or all that was captured; nil if some of that
    /// is not settled, or was given back.
    fileprivate func settledCapture(of amount: Money?) -> RecordedResult? {
        let others = [
            amounts.capturing, amounts.uncapturing, amounts.refunded, amounts.refunding,
        ]
        let sum = payment.money(settledCaptures)
        guard settledCaptures > 0, settledCaptures == amounts.captured,
            others.allSatisfy({ $0 == 0 }), amount ?? sum == sum,
            let newest = operations.last(where: { $0.kind == .capture && $0.isSettled })
        else { return nil }
        return RecordedResult(
            paymentID: payment.id, operationID: payment.authorizationID,
            orderReference: payment.orderReference, amount: sum, refusal: nil, isAnswered: true,
            at: newest.at)
    }

    /// The void of the newest capture that can be voided; nothing is left if there isn't one.
    ///
    /// - Parameter amount: The amount to be captured then, if that isn't decided yet.
    fileprivate func voidNewestCapture(toFit amount: Money?, at now: Timestamp) -> StepDecision {
        if let amount {
            guard case .replace = canReplaceCapture(by: amount) else { return .refuse(.inFlight) }
            // The capture that replaces a voided one must have room.
            guard operations.count + openCaptures.count < Limits.clientOperationsPerPayment
            else { return .refuse(.wrongState) }
        }
        guard let newest = openCaptures.last else { return .refuse(.depleted) }
        return StepDecision(canVoid(newest.id), of: self) { _ in
            PaymentOperation(
                id: OperationID(at: now), voiding: newest, givesUpHold: false, at: now)
        }
    }
}
