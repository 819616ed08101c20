import PaymentDomain

extension PaymentEngine {
    /// Captures (part of) a hold; the last capture also gives up what is left of it.
    func capture(
        _ command: CaptureCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        let payment = try await payment(
            command.reference, request, toReserve: command.amount,
            event: PaymentEvent.captureRequested)
        let result = try await advise(.capture, command.amount, payment, request)
        // After a refusal the shop may try again, so the hold stays.
        if command.isFinal, result.refusal == nil { await releaseRest(of: payment.id, request) }
        return .recorded(result)
    }

    /// Refunds (part of) what was captured.
    func refund(
        _ command: RefundCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        let payment = try await payment(
            command.reference, request, toReserve: command.amount,
            event: PaymentEvent.refundRequested)
        return .recorded(try await advise(.refund, command.amount, payment, request))
    }

    /// Gives up (part of) a hold.
    func release(
        _ command: ReleaseCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        guard let amount = command.amount else {
            return try await releaseAll(command.reference, request)
        }
        if let nothing = try await nothingHeld(command.reference, request) {
            return .recorded(nothing)
        }
        let payment = try await payment(
            command.reference, request, toReserve: amount, event: PaymentEvent.releaseRequested)
        return .recorded(try await advise(.release, amount, payment, request))
    }

    /// The answer to a release where nothing is held any more, or never was: what was asked for already holds.
    ///
    /// Source: Radial, Authorization Response Codes: an order with TIMEOUT is taken, so it may be cancelled.
    private func nothingHeld(
        _ reference: PaymentReference, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> RecordedResult? {
        let found = try await payments(reference, request)
        for payment in found {
            switch payment.state {
            case .authorizing, .authorized: return nil
            case .declined, .notSent, .outcomeUnknown, .reversed, .released: continue
            }
        }
        guard let payment = found.first(where: { $0.state != .declined }) else { return nil }
        return RecordedResult(
            paymentID: payment.id, operationID: payment.authorizationID,
            orderReference: payment.orderReference, amount: .zero(payment.requested.currency),
            refusal: nil, isAnswered: true, at: request.now)
    }

    private func releaseAll(
        _ reference: PaymentReference, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        if let nothing = try await nothingHeld(reference, request) { return .recorded(nothing) }
        let found = try await payments(reference, request)
        let held = found.filter { $0.state == .authorized }
        guard let payment = held.first(where: { !$0.remaining.isZero }) ?? held.first else {
            throw .wrongState
        }
        guard !payment.remaining.isZero else {
            // Nothing is left to give up: what was asked for already holds.
            return .recorded(
                RecordedResult(
                    paymentID: payment.id, operationID: payment.authorizationID,
                    orderReference: payment.orderReference, amount: payment.remaining,
                    refusal: nil, isAnswered: true, at: request.now))
        }
        return .recorded(try await advise(.release, payment.remaining, payment, request))
    }

    /// Gives up what is left of a hold, under no idempotency key of its own.
    ///
    /// What led here stands already, so a refusal changes nothing of it: at worst a hold stays that the issuer lets
    /// lapse, as after a crash, and nothing is charged because of it.
    func releaseRest(of id: PaymentID, _ request: EngineRequest) async {
        let unkeyed = EngineRequest(
            merchant: request.merchant, dialect: request.dialect, claim: nil, now: request.now)
        _ = try? await releaseAll(.payment(id), unkeyed)
    }

    /// Reserves in the books, tells the acquirer, and writes its answer.
    private func advise(
        _ kind: AdviceKind, _ amount: Money, _ payment: Payment, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> RecordedResult {
        let lease = request.now.adding(
            seconds: acquirerTimeout.components.seconds + EngineLimits.firstRetrySeconds)
        let delivery = Delivery(
            advice: AcquirerAdvice(
                id: OperationID(at: request.now), kind: kind,
                authorizationID: payment.authorizationID,
                merchant: request.merchant.acquirer, amount: amount),
            paymentID: payment.id, attempts: 0, dueAt: lease)
        let intent = AdviceIntent(delivery: delivery, claim: request.claim, at: request.now)
        switch try await stored({ try await $0.reserve(intent) }) {
        case .reserved: break
        case .refused: throw .amountExceeded
        case .alreadyRecorded: throw .inFlight
        }

        let outcome = await tell(delivery.advice)

        return await conclude(delivery, outcome, payment, request)
    }

    private func conclude(
        _ delivery: Delivery, _ outcome: AdviceOutcome, _ payment: Payment,
        _ request: EngineRequest
    ) async -> RecordedResult {
        let now = ports.clock.now()
        var result = RecordedResult(
            paymentID: payment.id, operationID: delivery.advice.id,
            orderReference: payment.orderReference, amount: delivery.advice.amount,
            refusal: nil, isAnswered: true, at: now)
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
                    idempotency: try sealed(.recorded(result), request.claim), at: now))
            return result
        } catch {
            // The reservation is durable, and so is the queued advice: it is told again and concluded then.
            result.isAnswered = false
            result.refusal = nil
            return result
        }
    }

    // MARK: Finding the payment

    func payments(
        _ reference: PaymentReference, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> [Payment] {
        let merchant = request.merchant.id
        let found = try await stored({ try await $0.payments(reference, of: merchant) })
        guard !found.isEmpty else { throw .paymentNotFound }
        return found
    }

    /// The newest payment that has room for an amount; where none has, the reason of the best candidate.
    private func payment(
        _ reference: PaymentReference, _ request: EngineRequest, toReserve amount: Money,
        event: (Int64) -> PaymentEvent
    ) async throws(PaymentRefusal) -> Payment {
        guard !amount.isZero else { throw .amountZero }
        var reason = PaymentRefusal.wrongState
        for payment in try await payments(reference, request) {
            guard payment.requested.currency == amount.currency else {
                reason = reason == .wrongState ? .currencyMismatch : reason
                continue
            }
            do {
                var copy = payment
                _ = try copy.apply(event(amount.minorUnits))
                return payment
            } catch .amountExceeded {
                reason = .amountExceeded
            } catch {
                continue
            }
        }
        throw reason
    }
}
