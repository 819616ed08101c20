import CardVault
import PaymentDomain
import PaymentEngine

/// Why the vault's keys couldn't be loaded from the database.
package enum VaultOpeningError: Error, Sendable, Hashable {
    case store(StoreError)
    /// The keys do not open, or rows of them are lost.
    case vault(VaultError)
    /// The database has none of the keys of the vault that was to load them, or another key for hashes: it is another
    /// database.
    case otherDatabase

    package var code: String {
        switch self {
        case .store(let error): "store-\(error.rawValue)"
        case .vault(let error): error.code
        case .otherDatabase: "other-books"
        }
    }
}

extension SQLPaymentStore {
    /// The vault's keys: the stored ones, and new ones if the database or merchants have none yet or if theirs are old.
    /// New keys are stored before they are used.
    ///
    /// If another process makes keys at the same time, the first to write wins and both use its keys. During a rotation
    /// no keys are made: a merchant without one waits for its end.
    ///
    /// - Parameter merchants: Those that must have a sealing key of this period.
    package func openVaultKeys(
        master: MasterKey, merchants: [MerchantID] = [], at now: Timestamp
    ) async throws(VaultOpeningError) -> VaultKeys {
        try await vaultKeys(master, merchants, for: nil, at: now)
    }

    /// - Parameter vault: The one that loads them; nil for a first opening, which may be of a new database.
    private func vaultKeys(
        _ master: MasterKey, _ merchants: [MerchantID], for vault: CardVault?, at now: Timestamp
    ) async throws(VaultOpeningError) -> VaultKeys {
        while true {
            let existing = try await kept()
            try vault?.requireItsDatabase(existing)
            let opened: (keys: VaultKeys, new: [WrappedKey])
            let made: (keys: VaultKeys, new: [WrappedKey])
            do {
                opened = try VaultKeys.bootstrap(master: master, existing: existing, at: now)
                // A merchant that is named twice gets one key.
                let missing = Set(opened.keys.missing(merchants: merchants, at: now))
                made = try opened.keys.made(forEachOf: missing, under: master, at: now)
            } catch {
                throw .vault(error)
            }
            do {
                switch try await save(opened.new + made.new) {
                case .kept: return made.keys
                case .taken: continue
                case .rotationRuns: return opened.keys
                }
            } catch {
                throw .store(error)
            }
        }
    }

    /// Loads the database's current keys, and makes missing sealing keys.
    ///
    /// A vault that has keys never makes another key for hashes. If the database's name leads to another database now,
    /// a server that made keys there would accept each token once more, because that one doesn't know which are spent.
    ///
    /// - Throws: ``VaultOpeningError``; the vault is then as it was. Among them is
    ///   ``CardVault/VaultError/wrongMasterKey`` if a rotation has replaced this master key, and
    ///   ``VaultOpeningError/otherBooks``.
    package func refresh(
        _ vault: CardVault, master: MasterKey, merchants: [MerchantID], at now: Timestamp
    ) async throws(VaultOpeningError) {
        vault.replace(try await vaultKeys(master, merchants, for: vault, at: now))
    }

    /// Loads one key that another process has made since this one last looked, so that this one can open what it seals.
    ///
    /// The choice of the key that seals is left to ``refresh(_:master:merchants:at:)``. If the database doesn't have
    /// the key, for example because a row was damaged, one query is all that happens.
    package func takeUp(
        _ id: String, into vault: CardVault, master: MasterKey
    ) async throws(VaultOpeningError) {
        let existing = try await kept()
        guard existing.contains(where: { $0.id == id }) else { return }
        try vault.requireItsDatabase(existing)
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
}

extension CardVault {
    /// The key for hashes stays through every rotation, whatever master key wraps it: a vault that has it has this
    /// database's keys.
    ///
    /// If it alone is missing from rows that are there, they are damaged, which their opening reports.
    fileprivate func requireItsDatabase(_ existing: [WrappedKey]) throws(VaultOpeningError) {
        guard !existing.isEmpty else { throw .otherDatabase }
        let hashing = existing.filter { $0.purpose == .hashing }
        guard hashing.isEmpty || hashing.contains(where: { $0.id == hashingKeyID }) else {
            throw .otherDatabase
        }
    }
}
