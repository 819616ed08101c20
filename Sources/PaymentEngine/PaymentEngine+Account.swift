import CardVault
import PaymentDomain

extension PaymentEngine {
    /// Reads or changes a customer's profile.
    func account(
        _ command: AccountCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        let merchant = request.merchant.id
        switch command {
        case .save(let save):
            return try await safely(.accounts([try await saveAccount(save, request)]))
        case .read(let reference):
            let found = try await stored {
                try await ports.cards.accounts(reference, of: merchant)
            }
            guard !found.isEmpty else { throw .account(.notFound) }
            var accounts: [ProfileAccount] = []
            for account in found { accounts.append(try await opened(account)) }
            return try await safely(.accounts(accounts))
        case .delete(let reference):
            let outcome = try await stored {
                try await ports.cards.deleteAccount(reference, of: merchant)
            }
            if case .refused(let refusal) = outcome { throw .account(refusal) }
            return try await safely(.accounts([]))
        }
    }

    /// Keeps a card, and writes the account that names it. A card that is kept without its account is a stored card like
    /// any other: the same request again finds it.
    private func saveAccount(
        _ command: SaveAccountCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> ProfileAccount {
        // No card is kept for a profile that isn't there. This also loads the key of what is to be updated: none can be
        // loaded while the profile is held.
        if let reference = command.target.reference { _ = try await account(reference, request) }
        guard let source = command.source else { return try await write(command, nil, request) }
        // Source: Apple Pay guide: a wallet's tokens are not stored within customer profiles.
        let resolved = try await resolved(source, request)
        if resolved.isWallet { throw .cardNotFound }
        if case .keyed = resolved, command.expiry == nil { throw .expiryMissing }
        var card = try await keep(resolved, StoreCardCommand(source: resolved), request)
        // A token in another protocol's form: that protocol may have been given a wallet's card.
        if case .stored(let handle, _, _) = resolved, handle != card.handle { throw .cardNotFound }
        card.expiry = command.expiry ?? card.expiry
        guard card.expiry != nil else { throw .expiryMissing }
        return try await write(command, card, request)
    }

    /// Writes an account.
    ///
    /// - Parameter card: The stored card; nil leaves the account's own.
    private func write(
        _ command: SaveAccountCommand, _ card: KeptCard?, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> ProfileAccount {
        let content = card.map {
            AccountContent(
                handle: $0.handle, network: $0.network, expiry: $0.expiry, holder: command.holder)
        }
        let change = AccountChange(
            merchant: request.merchant.id, target: command.target, isDefault: command.isDefault,
            match: content.map { ports.vault.digest(of: [$0.matched]) } ?? [],
            record: { [vault = ports.vault] (binding, old) throws(VaultError) in
                let kept = try old.map { (old) throws(VaultError) in
                    try vault.accountContent(of: old, at: binding)
                }
                return try vault.record(
                    command.applied(to: kept, with: content), at: binding)
            })
        switch try await stored({ try await ports.cards.save(change) }) {
        case .saved(let account): return try await opened(account)
        case .refused(let refusal): throw .account(refusal)
        case .deleted: throw .storeUnavailable
        }
    }

    /// The address and contacts of a payment: the request's, then those of the account that pays.
    func billing(of command: AuthorizeCommand, _ card: OpenCard) -> BillingDetails {
        var billing = command.billing
        if let account = card.account { billing.fill(from: account.holder.billing) }
        if case .pays(let others)? = command.profileUse { billing.fillAddress(from: others) }
        return billing
    }

    /// Whether a profile may keep a card: not a wallet's, nor one whose token is in another protocol's form, since that
    /// protocol may have been given a wallet's.
    func mayBeSaved(_ card: OpenCard, _ request: EngineRequest) -> Bool {
        card.entryMode != .applePay && (card.storedShape ?? request.handles) == request.handles
    }

    /// The result with the account that paid, or in which the card of an approved payment is kept now. The payment is
    /// final: if that account can't be written, the result names none, and the client saves the card by its token.
    func withAccount(
        _ command: AuthorizeCommand, _ card: OpenCard, _ result: AuthorizationResult,
        _ request: EngineRequest
    ) async -> AuthorizationResult {
        var result = result
        result.account = card.account?.reference
        guard case .saves(let save)? = command.profileUse, result.outcome == .approved else {
            return result
        }
        let kept = KeptCard(
            handle: result.handle, isNew: result.isNewCard, issuerPrefix: result.issuerPrefix,
            lastFour: result.lastFour, network: result.network,
            expiry: result.expiry ?? card.expiry, at: result.at)
        result.account = try? await write(save, kept, request).reference
        return result
    }

    /// The account of a merchant's profile.
    func account(
        _ reference: AccountReference, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> ProfileAccount {
        let merchant = request.merchant.id
        let found = try await stored { try await ports.cards.accounts(reference, of: merchant) }
        guard
            let account = found.first(where: { reference.number != nil || $0.isDefault })
        else { throw .account(.notFound) }
        return try await opened(account)
    }

    private func opened(_ account: StoredAccount) async throws(PaymentRefusal) -> ProfileAccount {
        await takeUpKey(of: account.record.sealedContent)
        guard
            let content = try? ports.vault.accountContent(of: account.record, at: account.binding)
        else { throw .storeUnavailable }
        return ProfileAccount(
            AccountReference(account.profile, number: account.number),
            isDefault: account.isDefault, handle: content.handle, network: content.network,
            expiry: content.expiry, holder: content.holder)
    }
}

extension PaymentSource {
    /// Whether it is a device's card, once ``PaymentEngine/resolved(_:_:)`` has looked: its number is for one payment.
    var isWallet: Bool {
        switch self {
        case .applePay, .registered: true
        case .keyed, .stored, .token, .account: false
        }
    }
}

extension SaveAccountCommand.Target {
    /// The account that has to be there.
    fileprivate var reference: AccountReference? {
        switch self {
        case .newProfile: nil
        case .newAccount(let profile): AccountReference(profile)
        case .existing(let reference): reference
        }
    }
}

extension SaveAccountCommand {
    /// An account's content after the change.
    fileprivate func applied(
        to old: AccountContent?, with new: AccountContent?
    ) throws(VaultError) -> AccountContent {
        guard var content = new ?? old else { throw .malformedContent }
        if let expiry { content.expiry = expiry }
        content.holder = keepsOthers ? (old?.holder ?? holder).updated(with: holder) : holder
        return content
    }
}

extension CardVault {
    /// Opens an account's content in the row that it was sealed for.
    fileprivate func accountContent(
        of record: AccountRecord, at binding: AssociatedData
    ) throws(VaultError) -> AccountContent {
        guard let content = AccountContent(try open(record.sealedContent, for: binding)),
            content.handle == record.handle
        else { throw .malformedContent }
        return content
    }

    fileprivate func record(
        _ content: AccountContent, at binding: AssociatedData
    ) throws(VaultError) -> AccountRecord {
        AccountRecord(
            handle: content.handle, match: digest(of: [content.matched]),
            sealedContent: try seal(content.bytes, for: binding))
    }
}
