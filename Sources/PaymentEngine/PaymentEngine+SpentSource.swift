import ApplePayToken
import PaymentDomain

extension PaymentEngine {
    /// The result of an earlier request with the same key, or of the approved transaction of the same kind, name and
    /// card; nil if there isn't one, or if no rule makes it a duplicate.
    func earlier(
        _ command: PaymentCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult? {
        if let claim = request.claim { return try await prior(claim) }
        guard request.name.repetition.duplicates != nil,
            let card = try await card(of: command, request),
            let claim = request.claim(on: card)
        else { return nil }
        return try await prior(claim)
    }

    /// The card of a transaction that refers to another is that one's.
    private func card(
        of command: PaymentCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> VaultHandle? {
        switch command {
        case .capture(let capture): return try await card(behind: capture.reference, request)
        case .refund(let refund): return try await card(behind: refund.reference, request)
        case .release(let release): return try await card(behind: release.reference, request)
        case .void(let void): return try await card(behind: .number(void.number), request)
        case .authorize(let authorize):
            return try await card(spentFrom: authorize.source, request)
        case .credit(let credit): return try await card(spentFrom: credit.source, request)
        // A cancellation of a part looks for itself, once its payment is known.
        case .cancel, .openToken, .register, .keepCard, .account, .confirmFunds, .inquire,
            .listBatches, .findPayments, .checkToken:
            return nil
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
        let found = try await stored({ try await ports.reader.transaction(number, of: merchant) })
        return found?.authorization.payment.handle
    }

    /// The card of a spent registration or a spent Apple token, by the payment that spent it. If that payment failed,
    /// the request repeats nothing, even under the same name.
    private func card(
        spentFrom source: PaymentSource, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> VaultHandle? {
        guard let payment = try await payment(spending: source, request) else { return nil }
        return try await stored({ try await ports.reader.snapshot(of: payment) })?
            .authorization.payment.handle
    }

    /// The payment that spent a source.
    private func payment(
        spending source: PaymentSource, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentID? {
        let merchant = request.merchant.id
        if let id = source.registration,
            let kept = try await registration(id, request),
            let payment = kept.spentBy
        {
            return payment
        }
        // Another registration of the same token may have paid.
        guard let name = try await spendingName(of: source, request) else { return nil }
        return try await stored { try await ports.cards.payment(spending: name, of: merchant) }
    }

    /// The name under which a source is spent; nil if it isn't spent, or if the registration is erased.
    ///
    /// Only the name of an Apple token is read: its signature was verified before, see
    /// ``PaymentRefusal/mayBeOfRepetition``.
    func spendingName(
        of source: PaymentSource, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> String? {
        let merchant = request.merchant.id
        switch source {
        case .registered(let id, _, _), .token(let id, _, _, _):
            guard let kept = try await registration(id, request),
                let content = try? await content(of: kept, request)
            else { return nil }
            return content.wallet?.transactionID
        case .applePay(let payload):
            guard let token = try? PaymentToken(payload: payload) else { return nil }
            return token.transactionID.value
        case .keyed(let card):
            guard let cryptogram = card.cryptogram else { return nil }
            return ports.vault.spendingName(of: cryptogram, on: card.pan, merchant: merchant)
        case .stored, .account: return nil
        }
    }

    /// The refusal of a token that was spent or is stale, or whose key is retired: whether the payment or credit that
    /// spent it is approved, and its transaction. For a spent registration, the transaction that spent it.
    ///
    /// - Returns: ``PaymentRefusal/inFlight`` if that isn't known, and another refusal unchanged.
    func explained(
        _ refusal: PaymentRefusal, of command: PaymentCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentRefusal {
        guard let source = command.source else { return refusal }
        switch refusal {
        case .registrationSpent:
            guard let payment = try await payment(spending: source, request),
                let known = try await became(of: payment, asking: command, request)
            else { return refusal }
            guard known == .token(.spentWithoutPayment) else { return known }
            return .registrationSpent(by: await number(of: payment))
        case .token(let token) where token.mayHavePaid:
            let isSpent = token.kind == .replayed
            guard let payment = try await payment(spending: source, request),
                let known = try await became(of: payment, asking: command, request)
            else {
                guard isSpent else { return refusal }
                // Keeping its card has spent it, and no payment will.
                if try await keptHandle(of: source, request) != nil {
                    return .token(.spentWithoutPayment)
                }
                return command.isRegistration ? refusal : .inFlight
            }
            return isSpent || known != .token(.spentWithoutPayment) ? known : refusal
        default: return refusal
        }
    }

    /// The refusal of an unusable token, in a protocol that has one word for every spent token: that it was spent,
    /// unless it is known to have paid nothing. A client that is asked to pay again would pay twice.
    func refusalInOneWord(
        _ refusal: PaymentRefusal, of command: PaymentCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentRefusal {
        guard case .token(let token) = refusal, token.mayHavePaid, token.kind != .replayed else {
            return refusal
        }
        guard try await explained(refusal, of: command, request) == refusal else {
            return .token(.replayed)
        }
        return try await isOpened(command, request) ? .token(.replayed) : refusal
    }

    /// Whether a token was spent without a payment: the client that opened it has its card, and may have paid with
    /// that.
    private func isOpened(
        _ command: PaymentCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> Bool {
        guard let source = command.source, let name = try await spendingName(of: source, request)
        else { return false }
        let merchant = request.merchant.id
        guard
            try await stored({ try await ports.cards.isSpent(name, cryptogram: nil, of: merchant) })
        else { return false }
        return try await stored({ try await ports.cards.payment(spending: name, of: merchant) })
            == nil
    }

    /// The refusal of a token by the fate of the payment or credit that spent it, and by whether that may be what the
    /// client asks for; nil if the database has neither.
    private func became(
        of id: PaymentID, asking command: PaymentCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentRefusal? {
        guard let record = try await stored({ try await ports.reader.record(of: id) }) else {
            return nil
        }
        let payment = record.payment
        let fate = record.fate(at: request.now)
        let isMoney = payment.state == .credited || payment.state == .authorized
        guard fate != .cameToNothing, !isMoney || command.mayBe(payment) else {
            return .token(.spentWithoutPayment)
        }
        guard fate == .stands else { return .inFlight }
        let snapshot = try await stored { try await ports.reader.snapshot(of: id) }
        return .token(
            .spent(
                on: snapshot?.number, sameOrder: command.isOf(payment),
                approvedInPart: payment.amounts.approvedPart(of: payment.requested)))
    }

    /// The number of the transaction that began a payment; nil if it has none, or if the database can't be read.
    private func number(of payment: PaymentID) async -> TransactionNumber? {
        try? await ports.reader.snapshot(of: payment)?.number
    }
}
