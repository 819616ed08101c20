import ApplePayToken
import PaymentDomain

extension PaymentEngine {
    /// The result of an earlier request with the same key, or of the approved transaction of the same kind, name and card;
    /// nil if there is none, and if no rule makes it a duplicate.
    func earlier(
        _ command: PaymentCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult? {
        if let claim = request.claim { return try await prior(claim) }
        guard request.name.duplicates != nil, let card = try await card(of: command, request),
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
        case .cancel, .openToken, .register, .keepCard, .confirmFunds, .inquire, .listBatches:
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

    /// A registration that is spent tells its card no more, but the payment that spent it does; and so does the payment
    /// that spent an Apple token, which is stale by now. One that did not pay has no repetition, whatever else has the
    /// request's name.
    private func card(
        spentFrom source: PaymentSource, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> VaultHandle? {
        guard let payment = try await payment(spending: source, request) else { return nil }
        return try await stored({ try await ports.reader.standing(of: payment) })?
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

    /// The name under which a source is spent; nil where it is not, or what was registered is erased.
    ///
    /// Of an Apple token only its name is read: its signature was verified before, see
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
        case .stored: return nil
        }
    }

    /// What is said of a token that was spent, or is stale, or for a key that is retired: whether what was paid or credited
    /// with it stands, and in which transaction; and of a registration that was spent, by which.
    ///
    /// - Returns: ``PaymentRefusal/inFlight`` where that is not known, and another refusal as it is.
    func told(
        _ refusal: PaymentRefusal, of command: PaymentCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentRefusal {
        guard let source = command.source else { return refusal }
        switch refusal {
        case .registrationSpent:
            guard let payment = try await payment(spending: source, request),
                let known = try await became(of: payment, asking: command, request)
            else { return refusal }
            guard known == .token(.spentInVain) else { return known }
            return .registrationSpent(by: await number(of: payment))
        case .token(let token) where token.mayHavePaid:
            let isSpent = token.kind == .replayed
            guard let payment = try await payment(spending: source, request),
                let known = try await became(of: payment, asking: command, request)
            else {
                guard isSpent else { return refusal }
                // Keeping its card has spent it, and no payment will.
                if try await keptHandle(of: source, request) != nil { return .token(.spentInVain) }
                return command.isRegistration ? refusal : .inFlight
            }
            return isSpent || known != .token(.spentInVain) ? known : refusal
        default: return refusal
        }
    }

    /// What is said of a token that cannot be used any more, in a protocol that has one word for all that was spent: that it
    /// was, unless it is known to have paid nothing. Who is told to ask for the money again would have it twice.
    func toldInOneWord(
        _ refusal: PaymentRefusal, of command: PaymentCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentRefusal {
        guard case .token(let token) = refusal, token.mayHavePaid, token.kind != .replayed else {
            return refusal
        }
        guard try await told(refusal, of: command, request) == refusal else {
            return .token(.replayed)
        }
        return try await isOpened(command, request) ? .token(.replayed) : refusal
    }

    /// Whether a token was spent without a payment: whoever opened it has its card, and may have paid with that.
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

    /// What is said of a token by what became of the payment or the credit that it was spent on, and whether that may be what
    /// is asked for; nil where the books have none.
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
            return .token(.spentInVain)
        }
        guard fate == .stands else { return .inFlight }
        let standing = try await stored { try await ports.reader.standing(of: id) }
        return .token(
            .spent(
                on: standing?.number, sameOrder: command.isOf(payment),
                approvedInPart: payment.amounts.approvedPart(of: payment.requested)))
    }

    /// The number of the transaction that began a payment; nil where it has none, or the books cannot be read.
    private func number(of payment: PaymentID) async -> TransactionNumber? {
        try? await ports.reader.standing(of: payment)?.number
    }
}
