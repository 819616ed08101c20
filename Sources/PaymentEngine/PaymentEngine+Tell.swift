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

    /// Reserves money of a payment that was found by its order, tells the acquirer, and writes its answer; nil where the
    /// books have no room for it.
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
        intent.isLast = plan.isLast
        intent.paymentsSeen = plan.paymentsSeen
        var proposal = Proposal(number: request.name.number)
        while proposal.mayBeMade {
            intent.transaction = request.transaction(plan.kind.transaction, number: proposal.number)
            intent.transaction?.orderReference = plan.orderReference
            switch try await stored({ try await $0.reserve(intent) }) {
            case .reserved:
                var begun = RecordedResult(
                    paymentID: payment.id, operationID: delivery.advice.id,
                    orderReference: plan.orderReference ?? payment.orderReference,
                    amount: plan.amount, refusal: nil, isAnswered: true, at: request.now)
                begun.number = proposal.number
                return try await deliver(delivery, answering: begun, claim).first
            case .refused: return nil
            case .overtaken:
                // A capture is planned anew: of what has begun since, or in work while that is at the acquirer.
                guard plan.kind == .capture else { throw .inFlight }
                return nil
            case .alreadyRecorded(let record):
                if let first = try await earlier(record, claim) { return first }
                intent.claim?.inVain = record.subject
            case .numberTaken: proposal.nextNumber()
            }
        }
        throw .storeUnavailable
    }

    /// Until when no one but the request itself tells its advice.
    func leaseEnd(from now: Timestamp) -> Timestamp {
        now.adding(seconds: requestTerms.followUpSeconds)
    }
}

/// What is to be done with a payment that was found by its order.
struct PlannedAdvice: Sendable {
    let kind: AdviceKind
    let amount: Money
    let payment: Payment
    /// For a capture, whether no other may follow it.
    var isLast = false
    /// For a capture or release of a hold that was found by its order, how many payments of that order and card were
    /// seen.
    var paymentsSeen: Int?
    /// The order that it names in place of its payment's.
    var orderReference: String?

    init(_ kind: AdviceKind, _ amount: Money, of payment: Payment) {
        self.kind = kind
        self.amount = amount
        self.payment = payment
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
