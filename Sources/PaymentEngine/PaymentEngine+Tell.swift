import PaymentDomain

extension PaymentEngine {
    /// Reserves in the books, tells the acquirer, and writes its answer.
    ///
    /// - Parameter target: For a void, the operation that is taken back.
    func advise(
        _ kind: AdviceKind, _ amount: Money, _ payment: Payment, _ request: EngineRequest,
        takingBack target: OperationID? = nil
    ) async throws(PaymentRefusal) -> RecordedResult {
        let delivery = Delivery(
            advice: AcquirerAdvice(
                id: OperationID(at: request.now), kind: kind,
                authorizationID: payment.authorizationID,
                merchant: request.merchant.acquirer, amount: amount),
            paymentID: payment.id, attempts: 0, dueAt: leaseEnd(from: request.now))
        let claim = request.claim(on: payment.handle)
        var intent = AdviceIntent(delivery: delivery, claim: claim, at: request.now)
        intent.target = target
        var proposal = Proposal(number: request.name.number)
        while proposal.mayBeMade {
            intent.transaction = request.transaction(kind.transaction, number: proposal.number)
            switch try await stored({ try await $0.reserve(intent) }) {
            case .reserved:
                var begun = RecordedResult(
                    paymentID: payment.id, operationID: delivery.advice.id,
                    orderReference: payment.orderReference, amount: amount, refusal: nil,
                    isAnswered: true, at: request.now)
                begun.number = proposal.number
                let outcome = await tell(delivery.advice)
                return await conclude(delivery, outcome, begun, claim)
            case .refused: throw target == nil ? .amountExceeded : .wrongState
            case .settled: throw .alreadySettled
            case .alreadyRecorded(let record):
                guard let claim, claim.countsSince != nil,
                    case .recorded(let first) = try await repeated(record, claim: claim)
                else { throw .inFlight }
                return first
            case .numberTaken: proposal.nextNumber()
            }
        }
        throw .storeUnavailable
    }

    /// Until when no one but the request itself tells its advice.
    func leaseEnd(from now: Timestamp) -> Timestamp {
        now.adding(
            seconds: acquirerTimeout.components.seconds + EngineLimits.firstRetrySeconds)
    }

    private func conclude(
        _ delivery: Delivery, _ outcome: AdviceOutcome, _ begun: RecordedResult,
        _ claim: IdempotencyClaim?
    ) async -> RecordedResult {
        var result = begun
        result.at = ports.clock.now()
        switch outcome {
        case .acknowledged: break
        case .refused(let reason): result.refusal = reason
        case .unanswered:
            // It stands in the books and is told until it is answered.
            result.isAnswered = false
            return result
        }
        do {
            _ = try await ports.store.conclude(
                AdviceConclusion(
                    delivery: delivery, refusal: result.refusal,
                    idempotency: try sealed(.recorded(result), claim), at: result.at))
            return result
        } catch {
            // The reservation is durable, and so is the queued advice: it is told again and concluded then.
            result.isAnswered = false
            result.refusal = nil
            return result
        }
    }
}

extension AdviceKind {
    /// What clients call it.
    var transaction: TransactionKind {
        switch self {
        case .capture: .capture
        case .refund: .refund
        case .release, .reversal: .release
        case .captureVoid, .refundVoid: .void
        }
    }
}
