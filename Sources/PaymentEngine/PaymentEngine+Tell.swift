import PaymentDomain

extension PaymentEngine {
    /// Plans what is to be done from what stands, anew where another request took the room for it meanwhile: what is left
    /// then decides, and what that request comes to.
    ///
    /// - Parameter attempt: Nil where it found no room any more.
    func untilRoom<Value>(
        _ attempt: () async throws(PaymentRefusal) -> Value?
    ) async throws(PaymentRefusal) -> Value {
        for _ in 0..<EngineLimits.plansPerAdvice {
            if let value = try await attempt() { return value }
        }
        throw .inFlight
    }

    /// Reserves in the books, tells the acquirer, and writes its answer; nil where the books have no room for it.
    func adviseIfRoom(
        _ plan: PlannedAdvice, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> RecordedResult? {
        let payment = plan.payment
        let delivery = Delivery(
            advice: AcquirerAdvice(
                id: OperationID(at: request.now), kind: plan.kind,
                authorizationID: payment.authorizationID,
                merchant: request.merchant.acquirer, amount: plan.amount),
            paymentID: payment.id, attempts: 0, dueAt: leaseEnd(from: ports.clock.now()))
        let claim = request.claim(on: payment.handle)
        var intent = AdviceIntent(delivery: delivery, claim: claim, at: request.now)
        intent.target = plan.target
        intent.ofCapture = plan.ofCapture
        intent.settledOnly = plan.settledOnly
        intent.isLast = plan.isLast
        intent.isOnly = plan.isOnly
        intent.givesUpRest = plan.givesUpRest
        intent.closedOnly = plan.closedOnly
        intent.paymentsSeen = plan.paymentsSeen
        var proposal = Proposal(number: request.name.number)
        while proposal.mayBeMade {
            intent.transaction = request.transaction(plan.transaction, number: proposal.number)
            intent.transaction?.orderReference = plan.orderReference
            switch try await stored({ try await $0.reserve(intent) }) {
            case .reserved:
                var begun = RecordedResult(
                    paymentID: payment.id, operationID: delivery.advice.id,
                    orderReference: plan.orderReference ?? payment.orderReference,
                    amount: plan.amount, refusal: nil, isAnswered: true, at: request.now)
                begun.number = proposal.number
                let outcome = await tell(delivery.advice)
                return try await conclude(delivery, outcome, begun, claim)
            case .refused: return nil
            case .settled: throw .alreadySettled
            case .overtaken:
                // A capture is planned anew: of what has begun since, or in work while that is at the acquirer.
                guard plan.kind == .capture else { throw .inFlight }
                return nil
            case .alreadyRecorded(let record):
                guard let claim, claim.countsSince != nil else { throw .inFlight }
                if try await wasRefusedToClient(record, claim) {
                    intent.claim?.inVain = record.subject
                    continue
                }
                guard case .recorded(let first) = try await repeated(record, claim: claim) else {
                    throw .inFlight
                }
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

    /// Leaves an advice that was not answered to the worker. From then on a repetition of the request is told what its
    /// own client was told: that it stands.
    ///
    /// - Returns: Whether the books say so now: not where they cannot be written, and the lease ends by itself; nor where it
    ///   has ended.
    @discardableResult
    func giveUpLease(of delivery: Delivery, at now: Timestamp) async -> Bool {
        let isWritten = try? await ports.store.postpone(
            delivery, until: now.adding(seconds: EngineLimits.firstRetrySeconds))
        return isWritten ?? false
    }

    /// - Throws: ``PaymentRefusal/outcomeNotStored`` where the acquirer refused and the books do not say so: nobody may
    ///   believe that it was done.
    private func conclude(
        _ delivery: Delivery, _ outcome: AdviceOutcome, _ begun: RecordedResult,
        _ claim: IdempotencyClaim?
    ) async throws(PaymentRefusal) -> RecordedResult {
        var result = begun
        result.at = ports.clock.now()
        switch outcome {
        case .acknowledged: break
        case .refused(let reason): result.refusal = reason
        case .unanswered:
            // It stands in the books and is told until it is answered.
            await giveUpLease(of: delivery, at: result.at)
            result.isAnswered = false
            return result
        }
        do {
            let isWritten = try await ports.store.conclude(
                AdviceConclusion(
                    delivery: delivery, refusal: result.refusal,
                    idempotency: try sealed(.recorded(result), claim), at: result.at))
            if isWritten { return result }
            // Another has taken the advice since, and its answer counts.
        } catch {
            // The reservation is durable, and so is the queued advice: it is told again and concluded then.
        }
        guard result.refusal == nil else { throw .outcomeNotStored(of: begun.number) }
        result.isAnswered = false
        return result
    }
}

/// What the acquirer is to be told of, once it is reserved.
struct PlannedAdvice: Sendable {
    let kind: AdviceKind
    let amount: Money
    let payment: Payment
    /// What clients call it. Of a sale that captures nothing any more, the release of its hold is a void.
    var transaction: TransactionKind
    /// For a void, the operation that is taken back.
    var target: OperationID?
    /// For a refund, the capture that it gives back (part of), where it names one.
    var ofCapture: OperationID?
    /// For a capture, whether no other may follow it.
    var isLast = false
    /// For a capture, whether it must be the payment's only one.
    var isOnly = false
    /// For a void of a capture, whether the hold is given up too.
    var givesUpRest = false
    /// For a refund, whether only what is settled may be given back.
    var settledOnly = false
    /// For a release, whether it is made of a closed hold alone.
    var closedOnly = false
    /// For a capture or release of a hold that was found by its order, how many payments of that order and card were
    /// seen.
    var paymentsSeen: Int?
    /// The order that it names in place of its payment's.
    var orderReference: String?

    init(_ kind: AdviceKind, _ amount: Money, of payment: Payment) {
        self.kind = kind
        self.amount = amount
        self.payment = payment
        transaction = kind.transaction
    }

    /// Takes an operation back, whole.
    init(_ kind: AdviceKind, takingBack operation: StoredOperation, of payment: Payment) {
        self.init(kind, operation.advice.amount, of: payment)
        target = operation.advice.id
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
