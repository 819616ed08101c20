import CardVault
import PaymentDomain

extension PaymentEngine {
    /// Steps 5 and 6: the outcome, durable before the first byte of the reply.
    ///
    /// - Throws: ``PaymentRefusal/outcomeNotStored(of:)`` if the database failed after the acquirer was asked. Either
    ///   the intent alone is stored, is found abandoned, and is reversed; or the outcome was written and is final.
    func end(
        _ begun: BegunAuthorization, _ reply: AcquirerAnswer, _ plan: AuthorizationPlan,
        _ request: EngineRequest
    ) async throws(PaymentRefusal) -> AuthorizationResult {
        let now = ports.clock.now()
        let verdict = AuthorizationVerdict(
            reply, requested: plan.amount, mayBePartial: plan.allowsPartialApproval)
        let ending = ending(of: begun, verdict, plan, request, at: now)
        let written: AnswerOutcome
        do {
            written = try await ports.ledger.finish(ending)
        } catch {
            throw .outcomeNotStored
        }
        if verdict.needsReversal || written == .overtaken { wakeUp.signal() }
        var answer = AuthorizationResult(of: begun, verdict, plan, at: now)
        guard case .counted(let followUps) = written else {
            // The intent was found abandoned, or the authorization that it renews was changed: its reversal is queued.
            answer.outcome = .unknown
            answer.amountAuthorized = .zero(plan.amount.currency)
            answer.authorizationCode = nil
            return answer
        }
        if case .capture(let capture)? = ending.booking {
            answer = try await tell(capture, of: answer)
        }
        _ = await send(followUps, plan.orderReference)
        return answer
    }

    /// The outcome to write, with the operation and the message that come with it.
    private func ending(
        of begun: BegunAuthorization, _ verdict: AuthorizationVerdict, _ plan: AuthorizationPlan,
        _ request: EngineRequest, at now: Timestamp
    ) -> AuthorizationEnding {
        let isCredited = verdict.isApproved && plan.purpose == .credit
        let authorization = MessageReference(
            begun.identity, acquirerReference: verdict.acquirerReference)
        var ending = AuthorizationEnding(
            paymentID: begun.payment.id, answer: isCredited ? .credited : verdict.answer,
            reversal: verdict.needsReversal
                ? reversal(of: begun.payment, authorization, request.merchant, at: now) : nil,
            authorizationCode: verdict.authorizationCode,
            networkReference: verdict.networkReference, declineReason: verdict.declineReason,
            at: now)
        ending.checks = verdict.checks
        ending.acquirerReference = verdict.acquirerReference
        ending.followUpsDue = leaseEnd(from: now)
        ending.requestID = request.id
        guard verdict.isApproved else { return ending }
        if begun.isExpiryNew { ending.newExpiry = plan.card.expiry }
        if isCredited {
            ending.booking = .credit(OperationID(at: now))
        } else if let hold = plan.renewal?.hold {
            ending.booking = .renewal(of: hold)
        } else if let number = begun.captureNumber {
            ending.booking = .capture(
                saleCapture(
                    of: begun, number, verdict.amountAuthorized, authorization, request, at: now))
        }
        return ending
    }

    /// Sends the capture of a sale before the reply: if the acquirer refuses it, there is no sale.
    ///
    /// Without an answer the sale is final once the database has that its client hears so, and the capture is sent
    /// until it is answered.
    ///
    /// - Throws: ``PaymentRefusal/outcomeNotStored`` if the acquirer refused, or didn't answer, and the database can't
    ///   store that: no client may believe that it was paid.
    private func tell(
        _ capture: Delivery, of sale: AuthorizationResult
    ) async throws(PaymentRefusal) -> AuthorizationResult {
        let terms = requestTerms
        switch await deliver(capture, terms) {
        case .answered(let refusal, _, let followUps):
            _ = await send(followUps, sale.orderReference)
            return refusal.map { sale.declined($0) } ?? sale
        case .postponed: return sale.withOpenCapture
        case .overtaken(let heard), .unwritten(let heard):
            if let booked = await asBooked(sale, capture) { return booked }
            // The acquirer took the capture: its message is sent until that is written.
            guard case .acknowledged = heard else { throw .outcomeNotStored }
            let now = ports.clock.now()
            _ = try? await ports.ledger.postpone(
                capture, until: now.adding(seconds: terms.retrySeconds), at: now)
            return sale.withOpenCapture
        }
    }

    /// A sale as another process stored it that has sent its capture since; nil if that wasn't answered, or the
    /// database can't be read.
    private func asBooked(
        _ sale: AuthorizationResult, _ capture: Delivery
    ) async -> AuthorizationResult? {
        guard let record = try? await ports.reader.record(of: capture.paymentID),
            let booked = record.operation(capture.advice.id), !booked.isPending
        else { return nil }
        return booked.refusal.map { sale.declined($0) } ?? sale
    }

    private func saleCapture(
        of begun: BegunAuthorization, _ traceNumber: Int64, _ amount: Money,
        _ authorization: MessageReference, _ request: EngineRequest, at now: Timestamp
    ) -> Delivery {
        var capture = Delivery(
            advice: AcquirerAdvice(
                id: OperationID(at: now), line: begun.payment.line, kind: .capture,
                identity: MessageIdentity(traceNumber: traceNumber, transmittedAt: now),
                authorizationID: begun.payment.authorizationID, authorization: authorization,
                merchant: request.merchant.acquirer(at: begun.payment.line), amount: amount),
            paymentID: begun.payment.id, attempts: 0, dueAt: leaseEnd(from: now))
        capture.requestID = request.id
        return capture
    }

    private func reversal(
        of payment: Payment, _ authorization: MessageReference, _ merchant: Merchant,
        at now: Timestamp
    ) -> Delivery {
        Delivery(
            advice: AcquirerAdvice(
                id: OperationID(at: now), line: payment.line, kind: .reversal,
                identity: authorization.identity.ofReversal(at: now),
                authorizationID: payment.authorizationID, authorization: authorization,
                merchant: merchant.acquirer(at: payment.line), amount: payment.requested),
            paymentID: payment.id, attempts: 0, dueAt: now)
    }
}

extension AuthorizationResult {
    /// The result of an authorization as its client hears it.
    fileprivate init(
        of begun: BegunAuthorization, _ verdict: AuthorizationVerdict, _ plan: AuthorizationPlan,
        at now: Timestamp
    ) {
        self.init(
            paymentID: begun.payment.id, orderReference: plan.orderReference,
            outcome: verdict.outcome, amountRequested: plan.amount,
            amountAuthorized: verdict.amountAuthorized, handle: begun.handle,
            issuerPrefix: plan.card.pan.issuerPrefix, lastFour: plan.card.pan.lastFour, at: now)
        originalLastFour = plan.card.originalLastFour
        network = plan.card.pan.network
        expiry = plan.card.expiry
        authorizationCode = verdict.authorizationCode
        networkReference = verdict.networkReference
        addressCheck = verdict.checks.address
        securityCodeCheck = verdict.checks.securityCode
        amexChecks = verdict.checks.amex
        processorCode = verdict.checks.processorCode
        number = begun.number
        isNewCard = begun.isNewCard
    }

    /// The same sale, whose capture has no answer yet.
    fileprivate var withOpenCapture: AuthorizationResult {
        var answer = self
        answer.isCaptureOpen = true
        return answer
    }

    /// The same sale, whose capture was refused.
    func declined(_ reason: DeclineReason) -> AuthorizationResult {
        var answer = self
        answer.outcome = .declined(reason)
        answer.amountAuthorized = .zero(amountAuthorized.currency)
        answer.authorizationCode = nil
        return answer
    }
}
