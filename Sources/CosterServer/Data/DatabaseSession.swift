import MerchantStorage
import CardVault
import PaymentDomain
import PaymentEngine
import PaymentStorage

/// Operations on an open database.
package enum DatabaseSession {
    /// The database of a folder, whatever the settings say.
    package static func open(_ folder: DataFolder) async throws(CosterFailure) -> SQLPaymentStore {
        try await DatabaseLocation(folder: folder, databaseURL: nil).open(mayMigrate: true)
    }

    /// The vault whose wrapped keys are in the database; a new database gets its key for hashes.
    package static func vault(
        _ store: SQLPaymentStore, master: MasterKey
    ) async throws(CosterFailure) -> CardVault {
        do {
            return CardVault(
                keys: try await store.openVaultKeys(master: master, at: SystemClock.now()))
        } catch {
            throw await closed(error, store, master)
        }
    }

    /// The message if a master key doesn't open the database's keys.
    package static func closed(
        _ error: VaultOpeningError, _ store: SQLPaymentStore, _ master: MasterKey
    ) async -> CosterFailure {
        // A database that can't be read isn't said to have had it.
        if error == .vault(.wrongMasterKey),
            let former = try? await store.formerMasterIDs(), former.contains(master.id)
        {
            return CosterFailure(
                .configuration,
                "The master key \(master.id) is from before a rotation, and opens nothing any more (\(FindingKind.masterKeyFormer.rawValue)). Give the one that coster keys rotate changed to; coster keys inventory names it."
            )
        }
        return CosterFailure(
            .configuration,
            "The vault's keys do not open with the master key \(master.id) (\(error.code)). Give the key that opens these books; coster keys inventory names it."
        )
    }

    /// The wrapped keys of the database.
    package static func wrappedKeys(
        _ store: SQLPaymentStore
    ) async throws(CosterFailure) -> [WrappedKey] {
        do {
            return try await store.wrappedKeys()
        } catch {
            throw unusable(error)
        }
    }

    /// The message for a database that fails in use.
    package static func unusable(_ error: StoreError) -> CosterFailure {
        let check =
            OpenedDatabase.isThere
            ? "that the database runs, takes writes and has room"
            : "free space and the owner of the data folder"
        return CosterFailure(
            .configuration,
            "The books cannot be used (\(error.rawValue)). Check \(check); coster doctor says more."
        )
    }

    /// How long the closing of a batch pauses between two portions: longer than another process's writer, which checks
    /// each tenth of a second whether the database is free.
    static let pauseBetweenPortions = Duration.milliseconds(150)

    /// Closes the open batch.
    package static func closeBatch(_ store: SQLPaymentStore) async throws(CosterFailure)
        -> BatchSummary
    {
        do {
            return try await store.closeBatch(at: SystemClock.now(), by: Operator.name) { done in
                print("… \(done) operations settled")
                await SystemClock.engine.sleep(pauseBetweenPortions)
            }
        } catch {
            throw CosterFailure(
                .internalFault,
                "The batch was not closed, or in part (\(error.rawValue)). Run coster settle again: it settles what is left, in the next batch."
            )
        }
    }

    /// Whether the database can be read now.
    static func areUsable(_ store: SQLPaymentStore) async -> Bool {
        do {
            _ = try await store.recentPayments(1)
            return true
        } catch {
            return false
        }
    }

    /// The merchants' records in the database.
    package static func merchantRecords(_ store: SQLPaymentStore) async throws(CosterFailure)
        -> MerchantRecords
    {
        do throws(StoreError) {
            return try await store.merchantStore.merchantRecords()
        } catch {
            throw CosterFailure(
                .configuration,
                "What the books hold of merchants cannot be read (\(error.rawValue)). Check them with coster audit."
            )
        }
    }

    /// When the database was last restored from a backup; tokens that were signed before may have been spent since.
    static func lastRestore(_ store: SQLPaymentStore) async throws(CosterFailure) -> Timestamp? {
        do {
            return try await store.lastRestore()
        } catch {
            throw CosterFailure(.internalFault, "The books cannot be read: \(error.rawValue).")
        }
    }
}
