import ApplePayToken
import CardVault
import PaymentDomain

extension PaymentEngine {
    /// Stores a card's number; the same card has the same card token.
    ///
    /// A client that lost the reply stores it again, also with an Apple token that this has spent and that is stale by
    /// now: its signature was verified before.
    func keepCard(
        _ command: StoreCardCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        do throws(PaymentRefusal) {
            return try await safely(.kept(try await keep(command.source, command, request)))
        } catch {
            guard case .token(let token) = error, token.kind == .replayed || token.kind == .stale,
                let handle = try await keptHandle(of: command.source, request)
            else { throw error }
            return try await safely(
                .kept(
                    try await keep(
                        .stored(handle, expiry: nil, securityCode: nil), command, request)))
        }
    }

    /// The card token under which the card of an Apple token was stored, if that is what spent the token; otherwise
    /// nil, also if the database has forgotten it.
    func keptHandle(
        of source: PaymentSource, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> VaultHandle? {
        guard let name = try await spendingName(of: source, request) else { return nil }
        return try await registration(RegistrationID(keptWith: name), request)?.keptHandle
    }

    /// Keeps the card of a source, whose meaning may still be unknown.
    func keep(
        _ source: PaymentSource, _ command: StoreCardCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> KeptCard {
        let merchant = request.merchant.id
        let card = try await cardToKeep(source, request)
        guard let network = card.pan.network, request.merchant.networks.contains(network)
        else { throw .unsupportedCard }
        var proposal = Proposal(number: nil)
        while proposal.mayBeMade {
            let handle = ports.vault.handle(
                for: card.pan, merchant: merchant, shape: request.handles,
                attempt: proposal.attempt)
            var intent = CardIntent(
                merchant: merchant,
                card: proposed(card.pan, handle: handle, expiry: card.expiry, request),
                spentToken: card.transactionID.map {
                    SpentToken(merchant: merchant, transactionID: $0, at: request.now)
                },
                registration: card.registration, at: request.now)
            intent.expiresAt = command.provisionalSeconds.map { request.now.adding(seconds: $0) }
            switch try await stored({ [intent] in try await ports.cards.keepCard(intent) }) {
            case .begun(let handle, let isNewCard, _):
                return KeptCard(
                    handle: handle, isNew: isNewCard, issuerPrefix: card.pan.issuerPrefix,
                    lastFour: card.pan.lastFour, network: network, expiry: card.expiry,
                    at: request.now)
            case .tokenSpent: throw .token(.replayed)
            case .registrationSpent: throw .registrationSpent(by: nil)
            case .handleTaken: proposal.nextHandle()
            case .alreadyRecorded, .numberTaken, .overtaken, .lineGone:
                throw .storeUnavailable
            }
        }
        throw .storeUnavailable
    }

    private struct CardToKeep {
        var pan: PAN
        var expiry: CardExpiry?
        var transactionID: String?
        var registration: RegistrationID?
    }

    private func cardToKeep(
        _ source: PaymentSource, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> CardToKeep {
        switch try await resolved(source, request) {
        case .token, .account: throw .cardNotFound
        case .keyed(let card):
            return CardToKeep(pan: card.pan, expiry: card.expiry)
        case .applePay(let payload):
            let token = try await openPayload(payload, request)
            try refuseExpired(token.expiry, request)
            return CardToKeep(
                pan: token.pan, expiry: token.expiry, transactionID: token.transactionID.value)
        case .registered(let id, let expiry, _):
            // A client that lost the reply keeps the card once more.
            if let kept = try await registration(id, request)?.keptHandle {
                return try await cardToKeep(
                    .stored(kept, expiry: expiry, securityCode: nil), request)
            }
            let content = try await registered(id, request)
            if content.wallet != nil { try refuseExpired(content.expiry, request) }
            return CardToKeep(
                pan: content.pan, expiry: content.expiry ?? expiry,
                transactionID: content.wallet?.transactionID, registration: id)
        case .stored(let handle, let expiry, _):
            let merchant = request.merchant.id
            guard let kept = try await stored({ try await ports.cards.card(handle, of: merchant) })
            else {
                throw .cardNotFound
            }
            do {
                let pan = try await opened(kept, of: merchant)
                return CardToKeep(pan: pan, expiry: expiry ?? kept.expiry)
            } catch {
                throw .storeUnavailable
            }
        }
    }

    /// Refuses a wallet's card that has expired: nobody could pay with it, and a good expiry would be lost.
    private func refuseExpired(
        _ expiry: CardExpiry?, _ request: EngineRequest
    ) throws(PaymentRefusal) {
        if expiry?.hasPassed(at: request.receivedAt) == true {
            throw .token(PaymentTokenError.expiredCard.refusal)
        }
    }
}
