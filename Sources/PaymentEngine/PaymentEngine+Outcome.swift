import CardVault
import PaymentDomain

extension PaymentEngine {
    /// Steps 5 and 6: the outcome, durable before the first byte of the reply.
    ///
    /// - Throws: ``PaymentRefusal/outcomeNotStored`` where the books failed after the acquirer was asked. The
    ///   intent then stands alone, is found abandoned, and is reversed.
    func end(
        _ begun: BegunAuthorization, _ outcome: AcquirerOutcome, _ plan: AuthorizationPlan,
        _ request: EngineRequest, result: @Sendable (AuthorizationResult) -> PaymentResult
    ) async throws(PaymentRefusal) -> PaymentResult {
        let now = ports.clock.now()
        let verdict = Verdict(outcome, for: plan)
        var answer = AuthorizationResult(
            paymentID: begun.payment.id, orderReference: plan.orderReference,
            outcome: verdict.outcome, amountRequested: plan.amount,
            amountAuthorized: verdict.amountAuthorized, handle: begun.handle,
            issuerPrefix: plan.card.pan.issuerPrefix, lastFour: plan.card.pan.lastFour, at: now)
        answer.originalLastFour = plan.card.originalLastFour
        answer.network = plan.card.pan.network
        answer.authorizationCode = verdict.authorizationCode
        answer.networkReference = verdict.networkReference
        answer.addressCheck = verdict.checks.address
        answer.securityCodeCheck = verdict.checks.securityCode
        answer.amexChecks = verdict.checks.amex

        let ending = AuthorizationEnding(
            paymentID: begun.payment.id, event: verdict.event,
            reversal: verdict.needsReversal
                ? reversal(of: begun.payment, request.merchant, at: now) : nil,
            authorizationCode: verdict.authorizationCode,
            networkReference: verdict.networkReference, declineReason: verdict.declineReason,
            idempotency: try sealed(result(answer), request.claim), at: now)
        let isFirst: Bool
        do {
            isFirst = try await ports.store.finish(ending)
        } catch {
            throw .outcomeNotStored
        }
        if verdict.needsReversal { bell.ring() }
        guard isFirst else {
            // The intent was found abandoned and its reversal queued: this answer came too late to count.
            answer.outcome = .unknown
            answer.amountAuthorized = .zero(plan.amount.currency)
            answer.authorizationCode = nil
            return result(answer)
        }
        return result(answer)
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

/// What the books and the client are told of an acquirer's outcome.
private struct Verdict {
    var event: PaymentEvent
    var outcome: AuthorizationResult.Outcome
    var amountAuthorized: Money
    var needsReversal = false
    var authorizationCode: String?
    var networkReference: String?
    var declineReason: DeclineReason?
    var checks = AcquirerChecks()

    init(_ answer: AcquirerOutcome, for plan: AuthorizationPlan) {
        amountAuthorized = .zero(plan.amount.currency)
        switch answer {
        case .declined(let reason, let found):
            event = .authorizationDeclined
            outcome = .declined(reason)
            declineReason = reason
            checks = found
        case .notSent:
            event = .authorizationNotSent
            outcome = .notSent
        case .unknown:
            event = .authorizationUnanswered
            outcome = .unknown
            needsReversal = true
        case .approved(let approval)
        where approval.amount.currency != plan.amount.currency
            || approval.amount.minorUnits > plan.amount.minorUnits
            || (approval.amount.isZero && !plan.amount.isZero):
            // An answer that cannot be to our question: what is held is not known.
            event = .authorizationUnanswered
            outcome = .unknown
            needsReversal = true
        case .approved(let approval)
        where approval.amount != plan.amount && !plan.allowsPartialApproval:
            // A part that the shop cannot use: to the shop it is a decline, and the part is given back.
            event = .authorizationDeclined
            outcome = .declined(.insufficientFunds)
            declineReason = .insufficientFunds
            needsReversal = true
            checks = approval.checks
        case .approved(let approval):
            event = .authorizationApproved(approval.amount.minorUnits)
            outcome = .approved
            amountAuthorized = approval.amount
            authorizationCode = approval.authorizationCode
            networkReference = approval.networkReference
            checks = approval.checks
        }
    }
}
