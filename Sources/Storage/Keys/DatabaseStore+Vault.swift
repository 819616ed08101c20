import CardVault
import PaymentDomain
import PaymentEngine

/// Why the vault's keys could not be taken from the books.
public enum VaultOpeningError: Error, Sendable, Hashable {
    /// The books could not be read or written.
    case store(StoreError)
    /// The keys do not open, or rows of them are lost.
    case vault(VaultError)
    /// The books have none of the keys of the vault that was to take them up, or another key for hashes: they are other
    /// books.
    case otherBooks

    /// A stable code for logs and metrics.
    public var code: String {
        switch self {
        case .store(let error): "store-\(error.rawValue)"
        case .vault(let error): error.code
        case .otherBooks: "other-books"
        }
    }
}

extension DatabaseStore {
    /// The vault's keys: those that are kept, and new ones where books or merchants have none yet
    /// or theirs are old, which are kept before they are used.
    ///
    /// Where another process makes keys at the same moment, the first to write wins and both use
    /// its keys. While a rotation runs, no keys are made: a merchant without one has to wait for
    /// its end.
    ///
    /// - Parameter merchants: Those that must have a sealing key of this period.
    public func openVaultKeys(
        master: MasterKey, merchants: [MerchantID] = [], at now: Timestamp
    ) async throws(VaultOpeningError) -> VaultKeys {
        try await vaultKeys(master, merchants, for: nil, at: now)
    }

    /// - Parameter vault: The one that takes them up; nil for a first opening, which may be that of new books.
    private func vaultKeys(
        _ master: MasterKey, _ merchants: [MerchantID], for vault: CardVault?, at now: Timestamp
    ) async throws(VaultOpeningError) -> VaultKeys {
        while true {
            let existing = try await kept()
            try vault?.requireItsBooks(existing)
            let opened = try VaultKeys.opened(master, existing, at: now)
            let made = try opened.keys.made(forEachOf: merchants, under: master, at: now)
            switch try await keep(opened.new + made.new) {
            case .kept: return made.keys
            case .taken: continue
            case .rotationRuns: return opened.keys
            }
        }
    }

    /// Takes up the keys as the books have them now, and makes sealing keys that are missing.
    ///
    /// A vault that has keys never makes another key for hashes. Where the database's name leads to other books now,
    /// a server that made keys there would take each token once more: what was spent is not known there.
    ///
    /// - Throws: ``VaultOpeningError``; the vault is then as it was. Among them is
    ///   ``CardVault/VaultError/wrongMasterKey`` where a rotation has left this master key, and
    ///   ``VaultOpeningError/otherBooks``.
    public func refresh(
        _ vault: CardVault, master: MasterKey, merchants: [MerchantID], at now: Timestamp
    ) async throws(VaultOpeningError) {
        vault.replace(try await vaultKeys(master, merchants, for: vault, at: now))
    }

    /// Takes up one key that another process has made since this one last looked, so that what it
    /// sealed opens here.
    ///
    /// Which key seals is left to ``refresh(_:master:merchants:at:)``. Where the books do not have the
    /// key, as of a row that was damaged, nothing but one look at them is done.
    public func takeUp(
        _ id: String, into vault: CardVault, master: MasterKey
    ) async throws(VaultOpeningError) {
        let existing = try await kept()
        guard existing.contains(where: { $0.id == id }) else { return }
        try vault.requireItsBooks(existing)
        do {
            vault.takeUp(id, of: try VaultKeys.opened(master: master, existing: existing))
        } catch {
            throw .vault(error)
        }
    }

    private func kept() async throws(VaultOpeningError) -> [WrappedKey] {
        do {
            return try await wrappedKeys()
        } catch {
            throw .store(error)
        }
    }

    private func keep(_ new: [WrappedKey]) async throws(VaultOpeningError) -> KeepingKeys {
        do {
            return try await save(new)
        } catch {
            throw .store(error)
        }
    }
}

extension CardVault {
    /// The key for hashes stays through every rotation, under whichever master key: who has it has these books' keys.
    ///
    /// Where it alone is gone from rows that are there, they are damaged, which their opening tells.
    fileprivate func requireItsBooks(_ existing: [WrappedKey]) throws(VaultOpeningError) {
        guard !existing.isEmpty else { throw .otherBooks }
        let hashing = existing.filter { $0.purpose == .hashing }
        guard hashing.isEmpty || hashing.contains(where: { $0.id == hashingKeyID }) else {
            throw .otherBooks
        }
    }
}

extension VaultKeys {
    fileprivate static func opened(
        _ master: MasterKey, _ existing: [WrappedKey], at now: Timestamp
    ) throws(VaultOpeningError) -> (keys: VaultKeys, new: [WrappedKey]) {
        do {
            return try bootstrap(master: master, existing: existing, at: now)
        } catch {
            throw .vault(error)
        }
    }

    fileprivate func made(
        forEachOf merchants: [MerchantID], under master: MasterKey, at now: Timestamp
    ) throws(VaultOpeningError) -> (keys: VaultKeys, new: [WrappedKey]) {
        do {
            // A merchant that is named twice gets one key.
            let missing = Set(missing(merchants: merchants, at: now))
            return try made(forEachOf: missing, under: master, at: now)
        } catch {
            throw .vault(error)
        }
    }
}
