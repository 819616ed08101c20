import CardVault
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
    /// The vault's keys: those that are kept, or on the first start new ones, which are kept before
    /// they are used.
    ///
    /// Where another process makes keys at the same moment, the first to write wins and both use
    /// its keys.
    public func openVaultKeys(
        master: MasterKey
    ) async throws(VaultOpeningError) -> VaultKeys {
        while true {
            let made = try VaultKeys.made(master: master, existing: try await kept())
            if try await keep(made.new) { return made.keys }
        }
    }

    /// A new sealing key, kept before it is used. What older keys sealed stays readable.
    ///
    /// - Returns: The keys with the new one in front, or nil where another process rotated at the
    ///   same moment.
    public func rotateVaultKeys(
        _ keys: VaultKeys, master: MasterKey
    ) async throws(VaultOpeningError) -> VaultKeys? {
        let rotated: (keys: VaultKeys, new: WrappedKey)
        do {
            rotated = try keys.rotated(under: master)
        } catch {
            throw .vault(error)
        }
        return try await keep([rotated.new]) ? rotated.keys : nil
    }

    private func kept() async throws(VaultOpeningError) -> [WrappedKey] {
        do {
            return try await wrappedKeys()
        } catch {
            throw .store(error)
        }
    }

    private func keep(_ new: [WrappedKey]) async throws(VaultOpeningError) -> Bool {
        guard !new.isEmpty else { return true }
        do {
            return try await save(new)
        } catch {
            throw .store(error)
        }
    }
}

extension VaultKeys {
    fileprivate static func made(
        master: MasterKey, existing: [WrappedKey]
    ) throws(VaultOpeningError) -> (keys: VaultKeys, new: [WrappedKey]) {
        do {
            return try bootstrap(master: master, existing: existing)
        } catch {
            throw .vault(error)
        }
    }
}
