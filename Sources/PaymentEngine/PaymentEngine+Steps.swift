import PaymentDomain

/// The results of a step: that of its first operation, and those of the messages sent after it.
struct StepResult: Sendable {
    var first: RecordedResult
    var others: [SentOperation] = []
}

/// An operation that was sent after the first one of its step.
struct SentOperation: Sendable {
    let kind: AdviceKind
    let result: RecordedResult
}

extension PaymentEngine {
    /// Takes a step of the payments that a client names, by their order or one by its number.
    ///
    /// - Parameters:
    ///   - kind: How clients call the first operation.
    ///   - use: What the client wants of them.
    ///   - orderReference: The order that the request names in place of the payment's.
    ///   - decide: Decides on the payments while nobody else can change them.
    /// - Throws: As ``take(_:on:orderReference:_:decide:)``.
    func take(
        _ kind: TransactionKind, named reference: PaymentReference, for use: MoneyUse,
        orderReference: String? = nil, _ request: EngineRequest,
        decide: @escaping @Sendable (OrderRecord) -> StepDecision
    ) async throws(PaymentRefusal) -> StepResult {
        guard let order = reference.order(of: request.merchant.id) else {
            guard let payment = try await payments(reference, request, wanted: use).first else {
                throw .paymentNotFound
            }
            return try await take(kind, on: payment, orderReference: orderReference, request) {
                decide(OrderRecord(of: $0))
            }
        }
        // Only protocols with a rule on duplicates need the card to name a claim, and they name payments by numbers.
        let step = step(of: .order(order), request.claim, request, decide: decide)
        return try await take(
            kind, step, of: order.reference, orderReference: orderReference, request)
    }

    /// Takes a step of a payment: writes it, sends its messages to the acquirer, and writes the answers with what follows
    /// from them.
    ///
    /// - Parameters:
    ///   - kind: How clients call the first operation.
    ///   - payment: The payment as it was read: its card and its order do not change.
    ///   - orderReference: The order that the request names in place of the payment's.
    ///   - decide: Decides on the payment while nobody else can change it.
    /// - Throws: What was decided, ``PaymentRefusal/inFlight`` if another request has the name and waits for its answer,
    ///   and ``PaymentRefusal/outcomeNotStored`` if the acquirer refused and the database cannot say so.
    func take(
        _ kind: TransactionKind, on payment: Payment, orderReference: String? = nil,
        _ request: EngineRequest, decide: @escaping @Sendable (PaymentRecord) -> StepDecision
    ) async throws(PaymentRefusal) -> StepResult {
        let step = step(
            of: .payment(payment.id), request.claim(on: payment.handle), request
        ) { order in
            order.payments.first.map { decide($0.record) } ?? .refuse(.paymentNotFound)
        }
        return try await take(
            kind, step, of: payment.orderReference, orderReference: orderReference, request)
    }

    private func step(
        of subject: PaymentStep.Subject, _ claim: IdempotencyClaim?, _ request: EngineRequest,
        decide: @escaping @Sendable (OrderRecord) -> StepDecision
    ) -> PaymentStep {
        let lines = ports.lines
        var step = PaymentStep(
            of: subject, at: request.now, messagesDue: leaseEnd(from: ports.clock.now())
        ) { order in
            decide(order).fitted(to: order) { lines.line($0)?.capabilities.features }
        }
        step.claim = claim
        step.requestID = request.id
        step.askedAs = request.name.askedAs
        return step
    }

    private func take(
        _ kind: TransactionKind, _ step: PaymentStep, of order: String,
        orderReference: String?, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> StepResult {
        var step = step
        var proposal = Proposal(number: request.name.number)
        while proposal.mayBeMade {
            step.transaction = request.transaction(kind, number: proposal.number)
            step.transaction?.orderReference = orderReference
            let proposed = step
            switch try await stored({ try await ports.ledger.change(proposed) }) {
            case .written(let first, let messages):
                var begun = RecordedResult(
                    paymentID: first.payment, operationID: first.operation.id,
                    orderReference: orderReference ?? order, amount: first.operation.amount,
                    refusal: nil, isAnswered: true, at: request.now)
                begun.number = proposal.number
                return try await send(messages, begun)
            case .nothingLeft(let payment):
                return StepResult(first: try await nothingGiven(of: payment, request))
            case .refused(let refusal): throw refusal
            case .notFound: throw .paymentNotFound
            case .numberTaken: proposal.nextNumber()
            case .alreadyRecorded:
                guard case .recorded(let earlier) = try await first(under: step.claim) else {
                    throw .inFlight
                }
                return StepResult(first: earlier)
            }
        }
        throw .storeUnavailable
    }

    /// Sends the messages of a step, one after another. The first answers the request.
    private func send(
        _ messages: [Delivery], _ begun: RecordedResult
    ) async throws(PaymentRefusal) -> StepResult {
        guard let message = messages.first else { throw .storeUnavailable }
        var done = try await deliver(message, answering: begun)
        done.others += await send(Array(messages.dropFirst()), begun.orderReference)
        return done
    }

    /// Until when no one but the request itself sends its messages.
    func leaseEnd(from now: Timestamp) -> Timestamp {
        now.adding(seconds: requestTerms.followUpSeconds)
    }

    /// Delivers the message that answers a request, and what follows from it.
    ///
    /// If no answer comes, or if the answer can't be written, the database still has the operation. Its message is sent
    /// until it is answered.
    ///
    /// - Throws: ``PaymentRefusal/outcomeNotStored`` if the acquirer refused and the database cannot say so: nobody may
    ///   believe that it was done.
    func deliver(
        _ message: Delivery, answering begun: RecordedResult
    ) async throws(PaymentRefusal) -> StepResult {
        switch await deliver(message, requestTerms) {
        case .answered(let refusal, let now, let followUps):
            let others = await send(followUps, begun.orderReference)
            return StepResult(first: begun.answered(refusal, at: now), others: others)
        case .overtaken(.refused), .unwritten(.refused):
            throw .outcomeNotStored(of: begun.number)
        case .postponed, .overtaken, .unwritten:
            var result = begun.answered(nil, at: ports.clock.now())
            result.isAnswered = false
            return StepResult(first: result)
        }
    }

    /// Sends messages beside the one that answers a request, one after another, and what follows from their answers.
    ///
    /// No client hears of them. So the worker reports what the acquirer refuses, and goes on with what it does not answer.
    func send(_ messages: [Delivery], _ orderReference: String) async -> [SentOperation] {
        var sent: [SentOperation] = []
        for message in messages {
            var result = RecordedResult(
                paymentID: message.paymentID, operationID: message.advice.id,
                orderReference: orderReference, amount: message.advice.amount, refusal: nil,
                isAnswered: false, at: ports.clock.now())
            var next: [Delivery] = []
            let outcome = await deliver(message, requestTerms)
            if case .answered(let refusal, let now, let followUps) = outcome {
                result = result.answered(refusal, at: now)
                if refusal != nil { refusedFollowUps.note(message.advice.id) }
                next = followUps
            }
            sent.append(SentOperation(kind: message.advice.kind, result: result))
            sent += await send(next, orderReference)
        }
        return sent
    }
}

extension RecordedResult {
    /// The same result with the acquirer's answer.
    fileprivate func answered(_ refusal: DeclineReason?, at now: Timestamp) -> RecordedResult {
        var result = self
        result.refusal = refusal
        result.isAnswered = true
        result.at = now
        return result
    }
}
