import CardVault
import PaymentDomain

extension PaymentEngine {
    /// Steps 5 and 6: the outcome, durable before the first byte of the reply.
    ///
    /// - Throws: ``PaymentRefusal/outcomeNotStored(of:)`` where the books failed after the acquirer was asked. The
    ///   intent then stands alone, is found abandoned, and is reversed; or the outcome was written, and stands.
    func end(
        _ begun: BegunAuthorization, _ reply: AcquirerAnswer, _ plan: AuthorizationPlan,
        _ request: EngineRequest, result: @Sendable (AuthorizationResult) -> PaymentResult
    ) async throws(PaymentRefusal) -> PaymentResult {
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

        let claim = claim(plan, request)
        let saleCapture =
            verdict.isApproved && plan.capturesAtOnce
            ? saleCapture(of: verdict.amountAuthorized, begun.payment, request.merchant, at: now)
            : nil
        var ending = AuthorizationEnding(
            paymentID: begun.payment.id, answer: isCredited ? .credited : verdict.answer,
            reversal: verdict.needsReversal
                ? reversal(of: begun.payment, request.merchant, at: now) : nil,
            authorizationCode: verdict.authorizationCode,
            networkReference: verdict.networkReference, declineReason: verdict.declineReason,
            idempotency: try sealed(result(answer), claim), at: now)
        if verdict.isApproved, begun.isExpiryNew { ending.newExpiry = plan.card.expiry }
        if let saleCapture { ending.booking = .capture(saleCapture) }
        if isCredited { ending.booking = .credit(OperationID(at: now)) }
        if verdict.isApproved, let hold = plan.renewedHold {
            ending.booking = .renewal(of: hold.id)
        }
        let isFirst: Bool
        do {
            isFirst = try await ports.store.finish(ending)
        } catch {
            throw .outcomeNotStored
        }
        // A renewal may have been given up in part, or whole.
        let isRenewed = verdict.isApproved && plan.renewedHold != nil
        if verdict.needsReversal || isRenewed || !isFirst { bell.ring() }
        guard isFirst else {
            // The intent was found abandoned and its reversal queued: this answer came too late to count.
            answer.outcome = .unknown
            answer.amountAuthorized = .zero(plan.amount.currency)
            answer.authorizationCode = nil
            return result(answer)
        }
        if let saleCapture {
            answer = try await tell(saleCapture, of: answer, claim, request)
        }
        return result(answer)
    }

    /// The capture of a sale, which the acquirer is told of before the reply: what it refuses is no sale.
    ///
    /// Without an answer the sale stands, once the books know that its client is told so, and the acquirer is told until it
    /// answers.
    ///
    /// - Throws: ``PaymentRefusal/outcomeNotStored`` where the acquirer refused, or did not answer, and the books cannot say
    ///   so: nobody may believe that it was paid.
    private func tell(
        _ capture: Delivery, of sale: AuthorizationResult, _ claim: IdempotencyClaim?,
        _ request: EngineRequest
    ) async throws(PaymentRefusal) -> AuthorizationResult {
        restsAtHand.enter(sale.paymentID)
        defer { restsAtHand.leave(sale.paymentID) }
        let refusal: DeclineReason?
        switch await tell(capture.advice) {
        case .acknowledged: refusal = nil
        case .unanswered:
            // Who hears a refusal later declines a sale of which nobody was told that it stands.
            guard await giveUpLease(of: capture, at: ports.clock.now()) else {
                guard let booked = await asBooked(sale, capture) else { throw .outcomeNotStored }
                return booked
            }
            return sale
        case .refused(let reason): refusal = reason
        }
        let answer = refusal.map { sale.declined($0) } ?? sale
        var isWritten = false
        do {
            let kept = refusal == nil ? nil : try sealed(.authorization(answer), claim)
            var conclusion = AdviceConclusion(
                delivery: capture, refusal: refusal, idempotency: kept, at: ports.clock.now())
            conclusion.closesRefusedSale = true
            isWritten = try await ports.store.conclude(conclusion)
        } catch {
            // The capture is queued, and told again.
        }
        guard isWritten else {
            // Another has taken the capture since, and its answer counts.
            if let booked = await asBooked(sale, capture) { return booked }
            guard refusal == nil else { throw .outcomeNotStored }
            await giveUpLease(of: capture, at: ports.clock.now())
            return sale
        }
        if refusal != nil { await releaseRest(of: sale.paymentID, request) }
        return answer
    }

    /// A sale as another left it in the books that has told the acquirer of its capture since; nil where that was not
    /// answered, or the books cannot be read.
    private func asBooked(
        _ sale: AuthorizationResult, _ capture: Delivery
    ) async -> AuthorizationResult? {
        guard let booked = try? await ports.store.operation(capture.advice.id), booked.isAnswered
        else { return nil }
        return booked.refusal.map { sale.declined($0) } ?? sale
    }

    private func saleCapture(
        of amount: Money, _ payment: Payment, _ merchant: Merchant, at now: Timestamp
    ) -> Delivery {
        Delivery(
            advice: AcquirerAdvice(
                id: OperationID(at: now), kind: .capture,
                authorizationID: payment.authorizationID, merchant: merchant.acquirer,
                amount: amount),
            paymentID: payment.id, attempts: 0, dueAt: leaseEnd(from: now))
    }

    private func reversal(
        of payment: Payment, _ merchant: Merchant, at now: Timestamp
    ) -> Delivery {
        Delivery(
            advice: AcquirerAdvice(
                id: OperationID(at: now), kind: .reversal, authorizationID: payment.authorizationID,
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
