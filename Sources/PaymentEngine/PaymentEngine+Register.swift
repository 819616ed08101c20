import ApplePayToken
import CardVault
import PaymentDomain

extension PaymentEngine {
    /// Keeps a card or an Apple Pay payload for one payment.
    ///
    /// A payload is verified and opened now, so that the app learns of an invalid one before the shop asks for its money.
    /// The payment spends the Apple transaction, not the registration. So a registration whose reply was lost can be
    /// made again.
    func register(
        _ command: RegisterCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        let content: RegistrationContent
        switch command.source {
        case .applePay(let payload):
            let token = try await openPayload(payload, request)
            if let limit = command.maximumAgeSeconds,
                token.verified.signedAt.adding(seconds: limit) < request.receivedAt
            {
                throw .token(PaymentTokenError.staleSigningTime.refusal)
            }
            try await refuseSpent(
                token.transactionID.value,
                cryptogram: cryptogramName(token.cryptogram, on: token.pan, request), request)
            content = RegistrationContent(token)
        case .keyed(let card):
            content = RegistrationContent(pan: card.pan, expiry: card.expiry)
        case .stored, .registered, .token, .account: throw .cardNotFound
        }
        guard let network = content.pan.network, request.merchant.networks.contains(network)
        else { throw .unsupportedCard }
        for name in [command.id] + command.alternatives {
            let id = command.isFormatPreserving ? name.around(content.pan) : name
            let registration = StoredRegistration(
                id: id, merchant: request.merchant.id,
                sealedContent: try sealed(content, under: id, request),
                expiresAt: request.now.adding(seconds: command.lifetimeSeconds))
            guard try await stored({ try await ports.cards.register(registration) }) else {
                continue
            }
            return .registered(
                RegisteredCard(
                    id: id, issuerPrefix: content.pan.issuerPrefix,
                    lastFour: content.pan.lastFour, network: network, expiry: content.expiry,
                    at: request.now))
        }
        throw .storeUnavailable
    }

    /// Opens what was registered; it is spent with the intent, not here.
    ///
    /// - Parameter isCheck: Whether nothing is to be held: then the amount that the customer approved is left for the payment,
    ///   and its currency alone is matched.
    func openRegistered(
        _ id: RegistrationID, amount: Money?, isCheck: Bool = false, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> OpenCard {
        let content = try await registered(id, request)
        let charge: Money
        if let wallet = content.wallet {
            let isMatched = isCheck && amount?.currency == wallet.amount.currency
            do {
                charge = try OrderExpectation(amount: isMatched ? wallet.amount : amount)
                    .charge(approved: wallet.amount)
            } catch {
                throw .token(error.refusal)
            }
        } else {
            guard let amount else { throw .amountMissing }
            charge = amount
        }
        var card = card(of: content, paying: charge, request)
        card.registration = id
        return card
    }

    /// A registered card prepared for a check, any other unchanged: a check holds nothing, so it neither sends nor
    /// spends what was registered for the payment.
    ///
    /// - Throws: ``TokenRefusal/replayed`` if another registration of the token, or the token itself, has been spent.
    func toBeChecked(
        _ card: OpenCard, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> OpenCard {
        guard card.registration != nil else { return card }
        if let name = card.transactionID {
            try await refuseSpent(name, cryptogram: card.cryptogramName, request)
        }
        var checked = OpenCard(
            pan: card.pan, expiry: card.expiry, amount: card.amount, entryMode: card.entryMode)
        checked.securityCode = card.securityCode
        checked.originalLastFour = card.originalLastFour
        return checked
    }

    /// Refuses a token that is spent, or whose cryptogram is.
    private func refuseSpent(
        _ transactionID: String, cryptogram: String?, _ request: EngineRequest
    ) async throws(PaymentRefusal) {
        let merchant = request.merchant.id
        let isSpent = try await stored {
            try await ports.cards.isSpent(transactionID, cryptogram: cryptogram, of: merchant)
        }
        guard !isSpent else { throw .token(.replayed) }
    }

    /// The registration of this name, used or not; nil if the merchant has none.
    func registration(
        _ id: RegistrationID, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> StoredRegistration? {
        let merchant = request.merchant.id
        return try await stored { try await ports.cards.registration(id, of: merchant) }
    }

    /// The content of a registration that can still be used.
    func registered(
        _ id: RegistrationID, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> RegistrationContent {
        guard let kept = try await registration(id, request) else {
            throw mayHaveLostRegistrations(at: request.now) ? .inFlight : .registrationNotFound
        }
        return try await content(of: kept, request)
    }

    /// Whether a registration that isn't in the database may have been made, and may have paid, before a backup was
    /// restored: the restore was no longer ago than a registration lasts.
    func mayHaveLostRegistrations(at now: Timestamp) -> Bool {
        guard let restored = ports.verifier.earliestSigningTime else { return false }
        return now < restored.adding(seconds: EngineLimits.longestRegistrationSeconds)
    }

    /// The content of a registration that was read.
    ///
    /// A registration that a restore has erased, or that had expired by then, may have paid since the backup. The
    /// database doesn't know, so no client may hear that it has expired: it would pay again.
    func content(
        of kept: StoredRegistration, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> RegistrationContent {
        guard !kept.isSpent else { throw .registrationSpent(by: nil) }
        guard kept.expiresAt > request.now, let sealed = kept.sealedContent else {
            let isLost = ports.verifier.earliestSigningTime.map { kept.expiresAt < $0 } ?? false
            throw isLost ? .inFlight : .registrationExpired
        }
        guard let bytes = try? await opened(sealed, for: binding(kept.id, request)),
            let content = RegistrationContent(bytes)
        else { throw .storeUnavailable }
        return content
    }

    /// Without the vault nothing can be written, so nothing happens.
    private func sealed(
        _ content: RegistrationContent, under id: RegistrationID, _ request: EngineRequest
    ) throws(PaymentRefusal) -> SealedRecord {
        do {
            return try ports.vault.seal(content.bytes, for: binding(id, request))
        } catch {
            throw .storeUnavailable
        }
    }

    private func binding(_ id: RegistrationID, _ request: EngineRequest) -> AssociatedData {
        AssociatedData(merchant: request.merchant.id, subject: id.value, kind: .registration)
    }
}

extension RegistrationID {
    /// The name in the shape of ``HandleShape/sixteenDigits``. A name stays valid with seven digits around it.
    fileprivate func around(_ pan: PAN) -> RegistrationID {
        RegistrationID("9\(pan.issuerPrefix.prefix(2))\(value)\(pan.lastFour)") ?? self
    }
}
