import CardVault
import PaymentDomain
import PaymentEngine
import Storage

/// Opens the books of a data folder.
enum Books {
    static func open(_ folder: DataFolder) throws(CosterFailure) -> SQLiteStore {
        do {
            return try SQLiteStore(folder: folder.path)
        } catch {
            throw CosterFailure(
                .configuration,
                "The books in \(folder.path) cannot be opened (\(error.code)). Check the folder's owner and free space, and that this version is not older than the one that wrote them; coster doctor says more."
            )
        }
    }

    /// The vault whose wrapped keys lie in the books; new books get their key for hashes.
    static func vault(
        _ store: SQLiteStore, master: MasterKey
    ) async throws(CosterFailure) -> CardVault {
        do {
            return CardVault(
                keys: try await store.openVaultKeys(master: master, at: SystemClock.now()))
        } catch {
            throw CosterFailure(
                .configuration,
                "The vault's keys do not open with the master key \(master.id) (\(error.code)). Give the key that these books were made with; coster keys inventory names it."
            )
        }
    }

    /// The wrapped keys of the books.
    static func wrappedKeys(
        _ store: SQLiteStore
    ) async throws(CosterFailure) -> [WrappedKey] {
        do {
            return try await store.wrappedKeys()
        } catch {
            throw unusable(error)
        }
    }

    /// What to say where the books fail at work.
    static func unusable(_ error: StoreError) -> CosterFailure {
        CosterFailure(
            .configuration,
            "The books cannot be used (\(error.rawValue)). Check free space and the owner of the data folder; coster doctor says more."
        )
    }

    /// Closes the open batch.
    static func closeBatch(_ store: SQLiteStore) async throws(CosterFailure) -> BatchSummary {
        do {
            return try await store.closeBatch(at: SystemClock.now())
        } catch {
            throw CosterFailure(.internalFault, "The batch could not be closed: \(error.rawValue).")
        }
    }

    /// Whether the books can be read now.
    static func areUsable(_ store: SQLiteStore) async -> Bool {
        do {
            _ = try await store.recentPayments(1)
            return true
        } catch {
            return false
        }
    }
}
