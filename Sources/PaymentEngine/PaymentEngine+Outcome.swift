import CardVault
import PaymentDomain

extension PaymentEngine {
    /// Steps 5 and 6: the outcome, durable before the first byte of the reply.
    ///
    /// - Throws: ``PaymentRefusal/outcomeNotStored(of:)`` where the books failed after the acquirer was asked. The
    ///   intent then stands alone, is found abandoned, and is reversed; or the outcome was written, and stands.
    func end(
        _ begun: BegunAuthorization, _ reply: AcquirerAnswer, _ plan: AuthorizationPlan,
        _ request: EngineRequest
    ) async throws(PaymentRefusal) -> AuthorizationResult {
        let now = ports.clock.now()
        let verdict = AuthorizationVerdict(
            reply, requested: plan.amount, mayBePartial: plan.allowsPartialApproval)
        let isCredited = verdict.isApproved && plan.purpose == .credit
        var answer = AuthorizationResult(
            paymentID: begun.payment.id, orderReference: plan.orderReference,
            outcome: verdict.outcome, amountRequested: plan.amount,
            amountAuthorized: verdict.amountAuthorized, handle: begun.handle,
            issuerPrefix: plan.card.pan.issuerPrefix, lastFour: plan.card.pan.lastFour, at: now)
        answer.originalLastFour = plan.card.originalLastFour
        answer.network = plan.card.pan.network
        answer.expiry = plan.card.expiry
        answer.authorizationCode = verdict.authorizationCode
        answer.networkReference = verdict.networkReference
        answer.addressCheck = verdict.checks.address
        answer.securityCodeCheck = verdict.checks.securityCode
        answer.amexChecks = verdict.checks.amex
        answer.number = begun.number
        answer.isNewCard = begun.isNewCard

        let authorization = MessageReference(
            begun.identity, acquirerReference: verdict.acquirerReference)
        var saleCapture: Delivery?
        if verdict.isApproved, plan.capturesAtOnce {
            saleCapture = try await self.saleCapture(
                of: verdict.amountAuthorized, begun.payment, authorization, request.merchant,
                at: now)
        }
        var ending = AuthorizationEnding(
            paymentID: begun.payment.id, answer: isCredited ? .credited : verdict.answer,
            reversal: verdict.needsReversal
                ? reversal(of: begun.payment, authorization, request.merchant, at: now) : nil,
            authorizationCode: verdict.authorizationCode,
            networkReference: verdict.networkReference, declineReason: verdict.declineReason,
            at: now)
        ending.checks = verdict.checks
        ending.acquirerReference = verdict.acquirerReference
        if verdict.isApproved, begun.isExpiryNew { ending.newExpiry = plan.card.expiry }
        if let saleCapture { ending.booking = .capture(saleCapture) }
        if isCredited { ending.booking = .credit(OperationID(at: now)) }
        if verdict.isApproved, let hold = plan.renewal?.hold {
            ending.booking = .renewal(of: hold)
        }
        ending.followUpsDue = leaseEnd(from: now)
        let written: AnswerOutcome
        do {
            written = try await ports.ledger.finish(ending)
        } catch {
            throw .outcomeNotStored
        }
        if verdict.needsReversal || written == .overtaken { bell.ring() }
        guard case .counted(let followUps) = written else {
            // The intent was found abandoned, or the hold that it renews was changed meanwhile: its reversal is queued.
            answer.outcome = .unknown
            answer.amountAuthorized = .zero(plan.amount.currency)
            answer.authorizationCode = nil
            return answer
        }
        if let saleCapture { answer = try await tell(saleCapture, of: answer) }
        _ = await send(followUps, plan.orderReference)
        return answer
    }

    /// The capture of a sale, which the acquirer is told of before the reply: what it refuses is no sale.
    ///
    /// Without an answer the sale stands, once the books know that its client is told so, and the acquirer is told until it
    /// answers.
    ///
    /// - Throws: ``PaymentRefusal/outcomeNotStored`` where the acquirer refused, or did not answer, and the books cannot say
    ///   so: nobody may believe that it was paid.
    private func tell(
        _ capture: Delivery, of sale: AuthorizationResult
    ) async throws(PaymentRefusal) -> AuthorizationResult {
        let terms = requestTerms
        switch await deliver(capture, terms) {
        case .answered(let refusal, _, let followUps):
            _ = await send(followUps, sale.orderReference)
            return refusal.map { sale.declined($0) } ?? sale
        case .postponed: return sale
        case .overtaken(let heard), .unwritten(let heard):
            if let booked = await asBooked(sale, capture) { return booked }
            // The acquirer took the capture: its message is sent until that is written.
            guard case .acknowledged = heard else { throw .outcomeNotStored }
            let now = ports.clock.now()
            _ = try? await ports.ledger.postpone(
                capture, until: now.adding(seconds: terms.retrySeconds), at: now)
            return sale
        }
    }

    /// A sale as another left it in the books that has told the acquirer of its capture since; nil where that was not
    /// answered, or the books cannot be read.
    private func asBooked(
        _ sale: AuthorizationResult, _ capture: Delivery
    ) async -> AuthorizationResult? {
        guard let record = try? await ports.reader.record(of: capture.paymentID),
            let booked = record.operation(capture.advice.id), !booked.isPending
        else { return nil }
        return booked.refusal.map { sale.declined($0) } ?? sale
    }

    /// - Throws: ``PaymentRefusal/outcomeNotStored`` if the books cannot be used.
    private func saleCapture(
        of amount: Money, _ payment: Payment, _ authorization: MessageReference,
        _ merchant: Merchant, at now: Timestamp
    ) async throws(PaymentRefusal) -> Delivery {
        guard let traceNumber = try? await ports.ledger.traceNumber() else {
            throw .outcomeNotStored
        }
        return Delivery(
            advice: AcquirerAdvice(
                id: OperationID(at: now), kind: .capture,
                identity: MessageIdentity(traceNumber: traceNumber, transmittedAt: now),
                authorizationID: payment.authorizationID, authorization: authorization,
                merchant: merchant.acquirer, amount: amount),
            paymentID: payment.id, attempts: 0, dueAt: leaseEnd(from: now))
    }

    private func reversal(
        of payment: Payment, _ authorization: MessageReference, _ merchant: Merchant,
        at now: Timestamp
    ) -> Delivery {
        Delivery(
            advice: AcquirerAdvice(
                id: OperationID(at: now), kind: .reversal,
                identity: authorization.identity.ofReversal(at: now),
                authorizationID: payment.authorizationID, authorization: authorization,
                merchant: merchant.acquirer, amount: payment.requested),
            paymentID: payment.id, attempts: 0, dueAt: now)
    }
}

extension AuthorizationResult {
    /// The same sale, whose capture was refused.
    func declined(_ reason: DeclineReason) -> AuthorizationResult {
        var answer = self
        answer.outcome = .declined(reason)
        answer.amountAuthorized = .zero(amountAuthorized.currency)
        answer.authorizationCode = nil
        return answer
    }
}
