import ApplePayToken
import CardVault
import PaymentDomain

/// A card that is open for one authorization, wherever it came from.
struct OpenCard: Sendable {
    var pan: PAN
    var expiry: CardExpiry?
    var amount: Money
    var entryMode: AcquirerAuthorization.EntryMode
    var cryptogram: Cryptogram?
    var eci: ECI?
    var emvData: SealedBytes?
    var encryptedPIN: SealedBytes?
    var securityCode: SecurityCode?
    var transactionID: String?
    /// The name of a wallet's cryptogram, spent beside its Apple transaction, so that the card cannot be keyed in with it.
    var cryptogramName: String?
    var originalLastFour: String?
    /// Whether it may pay without an end.
    var mayLackExpiry = false
    /// The registration that it came out of, to be spent with the intent.
    var registration: RegistrationID?
    /// The profile's account that it is of.
    var account: ProfileAccount?
    /// The form of the token that named it, if it was stored before.
    var storedShape: HandleShape?

    init(
        pan: PAN, expiry: CardExpiry?, amount: Money, entryMode: AcquirerAuthorization.EntryMode
    ) {
        self.pan = pan
        self.expiry = expiry
        self.amount = amount
        self.entryMode = entryMode
    }
}

extension PaymentEngine {
    /// Step 2: the card, and the amount that it is to pay.
    ///
    /// - Parameter isCheck: Whether nothing is to be held, see ``toBeChecked(_:_:)``.
    func openCard(
        _ source: PaymentSource, amount: Money?, isCheck: Bool = false, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> OpenCard {
        switch try await resolved(source, request) {
        case .applePay(let payload):
            return try await openWallet(payload, amount: amount, request)
        case .keyed(let keyed):
            guard let amount else { throw .amountMissing }
            var card = OpenCard(
                pan: keyed.pan, expiry: keyed.expiry, amount: amount, entryMode: .keyed)
            card.securityCode = keyed.securityCode
            card.cryptogram = keyed.cryptogram
            card.eci = keyed.eci
            if let cryptogram = keyed.cryptogram {
                // The merchant opened the token, so Apple's identifier is not here; the cryptogram is as unique. A
                // wallet payment spends this name too.
                let name = ports.vault.spendingName(
                    of: cryptogram, on: keyed.pan, merchant: request.merchant.id)
                if keyed.isCryptogramForOneUse {
                    card.transactionID = name
                } else if !amount.isZero {
                    try await refuseSpent(name, request)
                }
            }
            return card
        case .stored(let handle, let expiry, let securityCode):
            guard let amount else { throw .amountMissing }
            var card = try await openStored(handle, amount: amount, request)
            card.expiry = expiry ?? card.expiry
            card.securityCode = securityCode
            return card
        case .registered(let id, let expiry, let securityCode):
            var card = try await openRegistered(
                id, amount: amount, isCheck: isCheck, request)
            card.expiry = card.expiry ?? expiry
            card.securityCode = securityCode
            return card
        case .account(let reference, let expiry, let securityCode):
            guard let amount else { throw .amountMissing }
            let account = try await account(reference, request)
            var card = try await openStored(account.handle, amount: amount, request)
            card.expiry = expiry ?? account.expiry ?? card.expiry
            card.securityCode = securityCode
            card.account = account
            return card
        case .token: throw .cardNotFound
        }
    }

    /// Refuses a cryptogram that is for one use and has had it, whatever it is said to be now.
    private func refuseSpent(
        _ name: String, _ request: EngineRequest
    ) async throws(PaymentRefusal) {
        let merchant = request.merchant.id
        let payment = try await stored {
            try await ports.cards.payment(spending: name, of: merchant)
        }
        guard payment == nil else { throw .token(.replayed) }
    }

    /// The same source, with the meaning of a client's token that its form doesn't show: a registration of that name if
    /// there is one, also if spent or expired; otherwise a stored card. The database never gives one name to both.
    ///
    /// - Throws: ``PaymentRefusal/inFlight`` if it is neither, and may have paid in a database that a restore has lost.
    func resolved(
        _ source: PaymentSource, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentSource {
        guard case .token(let id, let handle, let expiry, let securityCode) = source else {
            return source
        }
        guard try await registration(id, request) == nil else {
            return .registered(id, expiry: expiry, securityCode: securityCode)
        }
        if mayHaveLostRegistrations(at: request.now) {
            let merchant = request.merchant.id
            let card = try await stored({ try await ports.cards.card(handle, of: merchant) })
            guard card != nil else { throw .inFlight }
        }
        return .stored(handle, expiry: expiry, securityCode: securityCode)
    }

    /// Opens the card of a card token.
    func openStored(
        _ handle: VaultHandle, amount: Money, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> OpenCard {
        let merchant = request.merchant.id
        guard let stored = try await stored({ try await ports.cards.card(handle, of: merchant) })
        else {
            throw .cardNotFound
        }
        do {
            let pan = try await opened(stored, of: merchant)
            var card = OpenCard(
                pan: pan, expiry: stored.expiry, amount: amount, entryMode: .credentialOnFile)
            card.storedShape = stored.shape
            return card
        } catch {
            throw .storeUnavailable
        }
    }

    /// Verifies, decrypts and matches a payload with the order.
    private func openWallet(
        _ payload: ApplePayPayload, amount: Money?, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> OpenCard {
        let opened = try await openPayload(payload, request)
        let matched: MatchedPaymentToken
        do {
            matched = try opened.matched(with: OrderExpectation(amount: amount))
        } catch {
            throw .token(error.refusal)
        }
        return card(of: RegistrationContent(opened), paying: matched.amount, request)
    }

    /// The card of a wallet's or a registration's content.
    func card(
        of content: RegistrationContent, paying amount: Money, _ request: EngineRequest
    ) -> OpenCard {
        var card = OpenCard(
            pan: content.pan, expiry: content.expiry, amount: amount,
            entryMode: content.wallet == nil ? .keyed : .applePay)
        guard let wallet = content.wallet else { return card }
        card.cryptogram = wallet.cryptogram
        card.eci = wallet.eci
        card.emvData = wallet.emvData
        card.encryptedPIN = wallet.encryptedPIN
        card.transactionID = wallet.transactionID
        card.cryptogramName = cryptogramName(wallet.cryptogram, on: content.pan, request)
        card.originalLastFour = wallet.originalLastFour
        return card
    }

    /// The name under which a wallet's cryptogram is spent; nil for a chip's data, which nobody can key in.
    func cryptogramName(
        _ cryptogram: Cryptogram?, on pan: PAN, _ request: EngineRequest
    ) -> String? {
        cryptogram.map { ports.vault.spendingName(of: $0, on: pan, merchant: request.merchant.id) }
    }

    /// The trust ladder: parsed, verified, decrypted. An expired card is declined when it is to pay.
    func openPayload(
        _ payload: ApplePayPayload, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> DecryptedPaymentToken {
        do {
            let parsed = try PaymentToken(payload: payload)
            let verified = try await ports.verifier.verify(parsed, at: request.receivedAt)
            return try verified.decrypt(with: request.merchant.keyring)
        } catch {
            throw .token(error.refusal)
        }
    }
}
