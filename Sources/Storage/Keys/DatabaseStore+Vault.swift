import CardVault
import PaymentDomain
import PaymentEngine

/// Why the vault's keys could not be taken from the books.
public enum VaultOpeningError: Error, Sendable, Hashable {
    /// The books could not be read or written.
    case store(StoreError)
    /// The keys do not open, or rows of them are lost.
    case vault(VaultError)

    /// A stable code for logs and metrics.
    public var code: String {
        switch self {
        case .store(let error): "store-\(error.rawValue)"
        case .vault(let error): error.code
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
        while true {
            let existing = try await kept()
            let opened = try VaultKeys.opened(master, existing, at: now)
            let made = try opened.keys.made(forEachOf: merchants, under: master, at: now)
            switch try await keep(opened.new + made.new) {
            case .kept: return made.keys
            case .taken: continue
            case .rotationRuns: return opened.keys
            }
        }
    }

    /// Takes up the keys as the books have them now, and makes those that are missing.
    ///
    /// - Throws: ``VaultOpeningError``; the vault is then as it was. Among them is
    ///   ``CardVault/VaultError/wrongMasterKey`` where a rotation has left this master key.
    public func refresh(
        _ vault: CardVault, master: MasterKey, merchants: [MerchantID], at now: Timestamp
    ) async throws(VaultOpeningError) {
        vault.replace(
            try await openVaultKeys(master: master, merchants: merchants, at: now))
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
        var keys = self
        var new: [WrappedKey] = []
        // A merchant that is named twice gets one key.
        for merchant in Set(missing(merchants: merchants, at: now)) {
            do {
                let made = try keys.made(for: merchant, under: master, at: now)
                keys = made.keys
                new.append(made.new)
            } catch {
                throw .vault(error)
            }
        }
        return (keys, new)
    }
}
