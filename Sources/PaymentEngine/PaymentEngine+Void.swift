import PaymentDomain

extension PaymentEngine {
    /// Takes back a capture, a sale, a refund or a credit that is not settled.
    ///
    /// A capture that is taken back leaves the hold as it was before it; a sale, and a capture under an approval from
    /// elsewhere, were one thing to the client, so their hold is given up as well.
    func void(
        _ command: VoidCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        try await untilRoom { () throws(PaymentRefusal) in
            try await voidIfRoom(command, request)
        }
    }

    /// The same; nil where something else was begun with it meanwhile.
    private func voidIfRoom(
        _ command: VoidCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult? {
        let merchant = request.merchant.id
        guard
            let found = try await stored({
                try await $0.transaction(command.number, of: merchant)
            })
        else { throw .paymentNotFound }
        // A sale that was declined has none.
        guard let operation = found.operation, let state = found.operationState else {
            throw .wrongState
        }
        let kind: AdviceKind
        switch found.name.kind {
        case .capture, .sale, .forcedCapture: kind = .captureVoid
        case .refund, .credit: kind = .refundVoid
        case .authorization, .release, .void: throw .wrongState
        }
        let payment = found.authorization.payment
        let isWhole = found.name.kind.capturesAtOnce
        switch state {
        case .confirmed: break
        case .settled: throw .alreadySettled
        case .pending, .voiding: throw .inFlight
        case .refused, .voided:
            guard isWhole else { throw .wrongState }
            // The request that closed the hold is about to release it.
            guard !restsAtHand.contains(payment.id) else { throw .inFlight }
            return try await giveUpHold(of: payment, request).map { .recorded($0) }
        }
        if operation.advice.kind == .capture, let left = found.left {
            _ = try payment.canVoidCapture(of: operation.advice.amount, left: left).get()
        }
        var plan = PlannedAdvice(kind, takingBack: operation, of: payment)
        plan.givesUpRest = isWhole
        if isWhole { restsAtHand.enter(payment.id) }
        defer { if isWhole { restsAtHand.leave(payment.id) } }
        guard let result = try await adviseIfRoom(plan, request) else { return nil }
        // A repetition may be of another sale's void, or of a capture's, whose hold stays.
        if isWhole, result.refusal == nil, result.isAnswered, !result.isRepetition {
            await releaseRest(of: result.paymentID, request)
        }
        return .recorded(result)
    }

    /// Gives up the hold of a sale that captures nothing any more: the acquirer refused its capture after the client had
    /// been told that it stands, or refused to release the hold when the capture was taken back. A sale's number names
    /// nothing else that could be done with it.
    private func giveUpHold(
        of payment: Payment, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> RecordedResult? {
        let remaining = try payment.canReleaseVoidedSale().get()
        var plan = PlannedAdvice(.release, remaining, of: payment)
        // Who lost the reply asks for the void that it sent.
        plan.transaction = .void
        return try await adviseIfRoom(plan, request)
    }
}
