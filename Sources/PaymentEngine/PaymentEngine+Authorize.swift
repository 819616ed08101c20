import ApplePayToken
import CardVault
import PaymentDomain

extension PaymentEngine {
    /// Authorizes, from the card to the result. Read it from top to bottom; there are no callbacks.
    ///
    /// The intent is durable before the first byte to the acquirer, and the outcome before the first byte of the reply.
    /// If a process dies between two steps, ``DeliveryWorker`` repairs it.
    func authorize(
        _ command: AuthorizeCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        var card = try await openCard(
            command.source, amount: command.amount, isCheck: command.checksCardOnly, request)
        if case .saves? = command.profileUse, !mayBeSaved(card, request) { throw .cardNotFound }
        if command.checksCardOnly { card = try await toBeChecked(card, request) }
        card.mayLackExpiry = command.mayLackExpiry && card.entryMode == .credentialOnFile
        var plan = AuthorizationPlan(
            orderReference: command.orderReference, card: card,
            amount: command.checksCardOnly ? .zero(card.amount.currency) : card.amount)
        plan.allowsPartialApproval = command.allowsPartialApproval
        plan.billing = billing(of: command, card)
        plan.script = command.script
        plan.metadata = command.metadata
        plan.capturesAtOnce = command.capturesAtOnce
        if command.capturesAtOnce { plan.kind = .sale }
        if let prior = command.priorApproval {
            // Without its capture it is a hold like any other.
            if command.capturesAtOnce { plan.kind = .forcedCapture }
            plan.purpose = .priorApproval(code: prior.code)
        }
        guard command.checksCardOnly || !plan.amount.isZero else { throw .amountZero }
        let result = try await carryOut(plan, request)
        return .authorization(await withAccount(command, card, result, request))
    }

    /// A credit goes the way of an authorization: whether the card was given money is as little known when no answer
    /// comes, and is then undone.
    func credit(
        _ command: CreditCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        guard !command.amount.isZero else { throw .amountZero }
        let card = try await openCard(command.source, amount: command.amount, request)
        var plan = AuthorizationPlan(
            orderReference: command.orderReference, card: card, amount: command.amount)
        plan.kind = .credit
        plan.purpose = .credit
        plan.script = command.script
        return .authorization(try await carryOut(plan, request))
    }

    /// Steps 3 to 6 for a card that is open, whatever asked for it.
    func carryOut(
        _ plan: AuthorizationPlan, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> AuthorizationResult {
        guard let network = plan.card.pan.network, request.merchant.networks.contains(network)
        else { throw .unsupportedCard }
        guard plan.card.expiry != nil || plan.card.mayLackExpiry || plan.purpose == .credit
        else { throw .expiryMissing }

        let lines = try route(plan, network, request)
        guard var begun = try await begin(plan, on: lines[0], request) else {
            guard case .authorization(let earlier) = try await first(under: claim(plan, request))
            else { throw .inFlight }
            return earlier
        }

        let reply = await ask(lines, plan, &begun, request)

        do throws(PaymentRefusal) {
            return try await end(begun, reply, plan, request)
        } catch .outcomeNotStored {
            // It may stand: who hears of nothing pays again.
            throw .outcomeNotStored(of: begun.number)
        }
    }

    /// Whether the acquirer's whole time still lies before the intent's deadline.
    ///
    /// A process that slept since the intent was written must not send it any more: another may have found it
    /// abandoned and had it reversed, and a reversal that comes before its authorization undoes nothing.
    func maySend(_ request: EngineRequest) -> Bool {
        ports.clock.now() <= sendBy(request)
    }

    private func sendBy(_ request: EngineRequest) -> Timestamp {
        request.now.adding(seconds: EngineLimits.sendWithinSeconds)
    }

    /// Step 3: the intent, durable before the first byte leaves; nil if an earlier request has claimed the key or the name.
    private func begin(
        _ plan: AuthorizationPlan, on line: LineID, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> BegunAuthorization? {
        let traceNumber = try await stored({ try await ports.ledger.traceNumber() })
        let captureNumber =
            plan.capturesAtOnce ? try await stored({ try await ports.ledger.traceNumber() }) : nil
        var proposal = Proposal(number: request.name.number)
        while proposal.mayBeMade {
            let intent = intent(for: plan, on: line, request, traceNumber, proposal)
            switch try await stored({ try await ports.ledger.begin(intent) }) {
            case .begun(let handle, let isNewCard, let isExpiryNew):
                return BegunAuthorization(
                    payment: intent.payment, handle: handle, isNewCard: isNewCard,
                    isExpiryNew: isExpiryNew, number: proposal.number, identity: intent.identity,
                    captureNumber: captureNumber)
            case .alreadyRecorded: return nil
            case .tokenSpent: throw .token(.replayed)
            case .registrationSpent: throw .registrationSpent(by: nil)
            case .overtaken: throw .inFlight
            case .lineGone: throw .storeUnavailable
            case .handleTaken: proposal.nextHandle()
            case .numberTaken: proposal.nextNumber()
            }
        }
        throw .storeUnavailable
    }

    func claim(
        _ plan: AuthorizationPlan, _ request: EngineRequest
    ) -> IdempotencyClaim? {
        request.claim(
            on: ports.vault.handle(
                for: plan.card.pan, merchant: request.merchant.id, shape: request.handles,
                attempt: 0))
    }

    private func intent(
        for plan: AuthorizationPlan, on line: LineID, _ request: EngineRequest,
        _ traceNumber: Int64, _ proposal: Proposal
    ) -> AuthorizationIntent {
        let merchant = request.merchant
        let pan = plan.card.pan
        let handle = ports.vault.handle(
            for: pan, merchant: merchant.id, shape: request.handles, attempt: proposal.attempt)
        let payment = Payment(
            id: PaymentID(at: request.now), authorizationID: OperationID(at: request.now),
            merchant: merchant.id, line: line,
            orderReference: plan.orderReference, handle: handle, requested: plan.amount,
            createdAt: request.now)
        var intent = AuthorizationIntent(
            payment: payment,
            card: proposed(pan, handle: handle, expiry: plan.card.expiry, request),
            details: AuthorizationDetails(
                issuerPrefix: pan.issuerPrefix, lastFour: pan.lastFour,
                originalLastFour: plan.card.originalLastFour, network: pan.network,
                expiry: plan.card.expiry, entryMode: plan.card.entryMode,
                dialect: request.dialect, merchant: merchant.acquirer(at: line)),
            spentToken: plan.card.transactionID.map {
                SpentToken(
                    merchant: merchant.id, transactionID: $0,
                    cryptogramName: plan.card.cryptogramName, at: request.now)
            },
            claim: claim(plan, request),
            deadline: request.now.adding(
                seconds: acquirerTimeout.components.seconds
                    + EngineLimits.abandonedAfterSeconds),
            traceNumber: traceNumber)
        intent.details.metadata = plan.metadata
        intent.registration = plan.card.registration
        intent.requestID = request.id
        intent.renewal = plan.renewal
        intent.transaction = request.transaction(plan.kind, number: proposal.number)
        return intent
    }

    /// A card as it is proposed to the database.
    func proposed(
        _ pan: PAN, handle: VaultHandle, expiry: CardExpiry?, _ request: EngineRequest
    ) -> ProposedCard {
        let merchant = request.merchant.id
        return ProposedCard(
            handle: handle, fingerprint: ports.vault.fingerprint(of: pan, merchant: merchant),
            expiry: expiry, shape: request.handles,
            sealPAN: { [vault = ports.vault] (merchant, handle) throws(VaultError) in
                try vault.seal(pan, merchant: merchant, handle: handle)
            })
    }

    func message(
        for plan: AuthorizationPlan, _ begun: BegunAuthorization, _ request: EngineRequest
    ) -> AcquirerAuthorization {
        var message = AcquirerAuthorization(
            id: begun.payment.authorizationID, identity: begun.identity,
            sendBy: sendBy(request), merchant: request.merchant.acquirer(at: begun.payment.line),
            pan: plan.card.pan,
            expiry: plan.card.expiry, amount: plan.amount, entryMode: plan.card.entryMode,
            billing: plan.billing, allowsPartialApproval: plan.allowsPartialApproval)
        message.cryptogram = plan.card.cryptogram
        message.eci = plan.card.eci
        message.emvData = plan.card.emvData
        message.encryptedPIN = plan.card.encryptedPIN
        message.securityCode = plan.card.securityCode
        message.purpose = plan.purpose
        message.script = plan.script
        return message
    }
}
