import CardVault
import MerchantStorage
import Merchants
import PaymentDomain
import PaymentEngine
import PaymentStorage
import Routing
import Webhooks

/// The keys of the database for a command or a server, which makes missing ones.
package struct VaultKeyring: Sendable {
    private let store: SQLPaymentStore
    private let master: MasterKey
    /// Seals and opens with the keys as they were last read.
    package let vault: CardVault

    /// The keys of the database; a new installation gets its first.
    ///
    /// - Throws: Exit code 78 if they don't open.
    package init(store: SQLPaymentStore, master: MasterKey) async throws(CosterFailure) {
        self.store = store
        self.master = master
        vault = try await DatabaseSession.vault(store, master: master)
    }

    /// Loads the database's current keys, and makes one for each merchant that has none, or whose newest is older than
    /// a period.
    ///
    /// - Throws: ``VaultOpeningError``; among them that the master key was replaced, so that the current keys stay.
    func refresh(
        merchants: [MerchantID], at now: Timestamp
    ) async throws(VaultOpeningError) {
        try await store.refresh(vault, master: master, merchants: merchants, at: now)
    }

    /// Whether the database takes records that are sealed for these merchants under the current keys.
    ///
    /// It takes them after a rotation to another master key as well, if the new keys were loaded while it ran.
    func isInUse(by merchants: [MerchantID]) async throws(CosterFailure) -> Bool {
        let kept = try await DatabaseSession.wrappedKeys(store).filter { !$0.isRetiring }
        let names = Set(kept.map(\.id))
        return merchants.allSatisfy { merchant in
            vault.currentKeyID(of: merchant).map { names.contains($0) } ?? true
        }
    }

    /// Loads a key that another server has made since this one last read them.
    ///
    /// If it can't, that key's records don't open, which the client hears; the next read of all keys reports why.
    func takeUp(_ id: String) async {
        try? await store.takeUp(id, into: vault, master: master)
    }

    /// Makes the sealing key of a merchant or a line, if it has none.
    package func ensureKey(of merchant: MerchantID) async throws(CosterFailure) {
        do throws(VaultOpeningError) {
            try await refresh(merchants: [merchant], at: SystemClock.now())
        } catch {
            throw CosterFailure(
                .configuration,
                "The encryption key of \(merchant) can't be created (\(error.code)). Run `coster doctor`."
            )
        }
    }

    /// Seals a merchant's private key for the row of its certificate.
    package func seal(
        _ privateKey: [UInt8], publicKeyHash: [UInt8], of merchant: MerchantID
    ) throws(CosterFailure) -> SealedRecord {
        try seal(privateKey, for: CertificateRecord.binding(publicKeyHash, of: merchant))
    }

    /// Seals the secret of a line, and makes the line's key first, if it has none.
    package func seal(
        _ secret: LineSecret, of line: LineID
    ) async throws(CosterFailure) -> SealedRecord {
        try await ensureKey(of: line.keyOwner)
        return try seal(Array(secret.stored.utf8), for: line.secretBinding)
    }

    /// Seals the secret of a merchant's endpoint, and makes the merchant's key first, if it has none.
    package func seal(
        _ secret: WebhookSecret, of endpoint: WebhookID, _ merchant: MerchantID
    ) async throws(CosterFailure) -> SealedRecord {
        try await ensureKey(of: merchant)
        return try seal(Array(secret.text.utf8), for: endpoint.secretBinding(of: merchant))
    }

    private func seal(
        _ content: [UInt8], for binding: AssociatedData
    ) throws(CosterFailure) -> SealedRecord {
        do throws(VaultError) {
            return try vault.seal(content, for: binding)
        } catch .noKey {
            throw CosterFailure(
                .configuration,
                "A key rotation is in progress, so \(binding.merchant) can't get its first key. Try again after `coster keys rotate` has ended."
            )
        } catch {
            throw CosterFailure(
                .internalFault,
                "The key or secret can't be encrypted (\(error.code)). Run `coster doctor`.")
        }
    }
}
