import PaymentDomain

extension PaymentEngine {
    /// Takes back a capture, a sale, a refund or a credit that is not settled.
    ///
    /// A capture that is taken back leaves the hold as it was before it; a sale, and a capture under an approval from
    /// elsewhere, were one thing to the client, so their hold is given up as well.
    func void(
        _ command: VoidCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
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
        switch state {
        case .confirmed: break
        case .settled: throw .alreadySettled
        case .pending, .voiding: throw .inFlight
        case .refused, .voided: throw .wrongState
        }
        let isWhole = found.name.kind.capturesAtOnce
        var plan = PlannedAdvice(kind, takingBack: operation, of: found.authorization.payment)
        plan.givesUpRest = isWhole
        let result = try await advise(plan, request)
        // A repetition may be of another sale's void, or of a capture's, whose hold stays.
        if isWhole, result.refusal == nil, result.isAnswered, !result.isRepetition {
            await releaseRest(of: result.paymentID, request)
        }
        return .recorded(result)
    }
}
