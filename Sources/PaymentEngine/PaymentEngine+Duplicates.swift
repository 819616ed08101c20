import PaymentDomain

extension PaymentEngine {
    /// The result of the approved transaction of the same kind, name and card, where there is one; nil else.
    func earlier(
        _ command: PaymentCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult? {
        guard let card = try await card(of: command, request),
            let claim = request.claim(on: card), let since = claim.countsSince,
            let record = try await stored({ try await $0.recall(claim) })
        else { return nil }
        let result = try await repeated(record, claim: claim)
        switch result {
        case .authorization(let answer):
            return answer.outcome == .approved && answer.at >= since ? result : nil
        case .recorded(let recorded):
            return recorded.refusal == nil && recorded.at >= since ? result : nil
        case .opened, .registered, .kept, .funds, .found, .batches: return nil
        }
    }

    /// The card of a transaction that refers to another is that one's.
    private func card(
        of command: PaymentCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> VaultHandle? {
        switch command {
        case .capture(let capture): return try await card(behind: capture.reference, request)
        case .refund(let refund): return try await card(behind: refund.reference, request)
        case .release(let release): return try await card(behind: release.reference, request)
        case .cancel(let cancel): return try await card(behind: cancel.reference, request)
        case .void(let void): return try await card(behind: .number(void.number), request)
        case .authorize(let authorize):
            return try await card(spentFrom: authorize.source, request)
        case .credit(let credit): return try await card(spentFrom: credit.source, request)
        case .openToken, .register, .keepCard, .confirmFunds, .inquire, .listBatches: return nil
        }
    }

    private func card(
        behind reference: PaymentReference, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> VaultHandle? {
        let number: TransactionNumber
        switch reference {
        case .number(let named), .begunBy(let named): number = named
        case .order, .payment: return nil
        }
        let merchant = request.merchant.id
        let found = try await stored({ try await $0.transaction(number, of: merchant) })
        return found?.authorization.payment.handle
    }

    /// A registration that is spent tells its card no more, but the payment that spent it does. One that did not pay
    /// has no repetition, whatever else has the request's name.
    private func card(
        spentFrom source: PaymentSource, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> VaultHandle? {
        let id: RegistrationID
        switch source {
        case .registered(let name, _, _), .token(let name, _, _, _): id = name
        case .applePay, .keyed, .stored: return nil
        }
        let merchant = request.merchant.id
        guard
            let payment = try await stored({ try await $0.registration(id, of: merchant) })?.spentBy
        else { return nil }
        return try await stored({ try await $0.authorization(of: payment) })?.payment.handle
    }
}
