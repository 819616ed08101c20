import PaymentDomain

extension PaymentEngine {
    /// The lines that can carry out a plan, in the order of the merchant's routes, before anything is written.
    ///
    /// - Throws: If none can, ``PaymentRefusal/storeUnavailable`` if this server lacks one of them;
    ///   ``PaymentRefusal/unsupportedCard`` if none takes the network, else ``PaymentRefusal/notSupported``.
    func route(
        _ plan: AuthorizationPlan, _ network: CardNetwork, _ request: EngineRequest
    ) throws(PaymentRefusal) -> [LineID] {
        let question = RouteQuestion(
            merchant: request.merchant.id, network: network, amount: plan.amount,
            dialect: request.dialect)
        let routed = ports.lines.candidates(question)
        let candidates = routed.compactMap { id in
            ports.lines.line(id).map { (id, $0.capabilities) }
        }
        let takesNetwork = candidates.filter { $0.1.networks.contains(network) }
        let lines = takesNetwork.filter { $0.1.canCarryOut(plan) }.map(\.0)
        guard lines.isEmpty else { return lines }
        // A line that this server doesn't have, as its secret doesn't decrypt, may be back later, and able.
        guard candidates.count == routed.count else { throw .storeUnavailable }
        throw candidates.isEmpty || !takesNetwork.isEmpty ? .notSupported : .unsupportedCard
    }

    /// Asks the lines in turn, until one is reached.
    ///
    /// A payment takes another line only if not one byte was sent to the line before, and the database has the change
    /// before the first byte to the next one. Silence never leads to another line: it would pay twice.
    ///
    /// An expired card of a wallet is declined without asking: a network would decline it, a line may know no expiry.
    func ask(
        _ lines: [LineID], _ plan: AuthorizationPlan, _ begun: inout BegunAuthorization,
        _ request: EngineRequest
    ) async -> AcquirerAnswer {
        let card = plan.card
        if card.entryMode == .applePay, card.expiry?.hasPassed(at: request.receivedAt) == true {
            return .declined(.expiredCard, AcquirerChecks())
        }
        for line in lines where maySend(request) {
            if line != begun.payment.line {
                let id = begun.payment.id
                let isWritten = try? await ports.ledger.reroute(
                    id, to: line, as: request.merchant.acquirer(at: line))
                // Unwritten, or found abandoned: its reversal goes the way of the line before.
                guard isWritten == true else { return .notSent }
                begun.payment.line = line
            }
            let answer = await ask(line, message(for: plan, begun, request))
            guard case .notSent = answer else { return answer }
        }
        return .notSent
    }
}

extension LineCapabilities {
    /// Whether the line has what a plan needs, apart from its network. That a part may be approved is allowed, not needed.
    fileprivate func canCarryOut(_ plan: AuthorizationPlan) -> Bool {
        if let currencies, !currencies.contains(plan.amount.currency) { return false }
        var needed: Features = plan.amount.isZero ? .zeroAmountCheck : []
        switch plan.purpose {
        case .hold: if !plan.capturesAtOnce, !plan.amount.isZero { needed.insert(.separateCapture) }
        case .priorApproval: needed.insert(.priorApproval)
        case .credit: needed.insert(.credit)
        }
        return features.isSuperset(of: needed)
    }
}

extension StepDecision {
    /// The same decision as the payments' lines can carry it out, or its refusal.
    ///
    /// A line that books each refund against one capture gets the capture that has room for it.
    func fitted(
        to order: OrderRecord, _ features: (LineID) -> LineCapabilities.Features?
    ) -> StepDecision {
        guard case .request(var operations) = self else { return self }
        for index in operations.indices {
            let step = operations[index]
            guard
                let record = order.payments.first(where: { $0.payment.id == step.payment })?.record
            else { continue }
            // Without the line nobody knows what it can do: later, or at another server.
            guard let features = features(record.payment.line) else {
                return .refuse(.storeUnavailable)
            }
            guard let fitted = step.operation.fitted(to: record, features) else {
                return .refuse(.notSupported)
            }
            operations[index] = StepOperation(fitted, of: step.payment)
        }
        return .request(operations)
    }
}

extension PaymentOperation {
    /// The operation as a line with these features can carry it out; nil if it can't.
    fileprivate func fitted(
        to record: PaymentRecord, _ features: LineCapabilities.Features
    ) -> PaymentOperation? {
        switch kind {
        case .refund where ofCapture == nil && !features.contains(.refundOfSeveralCaptures):
            var refund = self
            refund.ofCapture = record.captureWithRoom(for: amount)
            return refund.ofCapture == nil ? nil : refund
        case .release where amount != record.payment.remaining || record.hasCaptures:
            return features.contains(.partialRelease) ? self : nil
        case .captureVoid, .refundVoid:
            return features.contains(.voidAfterCapture) ? self : nil
        case .capture, .refund, .release, .credit: return self
        }
    }
}
