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
                "The master key \(master.id) was replaced by a rotation (\(FindingKind.masterKeyFormer.rawValue)). Set master-key-file (COSTER_MASTER_KEY_FILE) to the new one, which `coster keys inventory` names."
            )
        }
        return CosterFailure(
            .configuration,
            "The master key \(master.id) doesn't decrypt this database's keys (\(error.code)). Set master-key-file (COSTER_MASTER_KEY_FILE) to the right one, which `coster keys inventory` names."
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

    /// The line of the oldest payment; nil in an empty database.
    package static func firstLine(
        _ store: SQLPaymentStore
    ) async throws(CosterFailure) -> LineID? {
        do {
            return try await store.firstLine()
        } catch {
            throw unusable(error)
        }
    }

    /// The message for a database that fails in use.
    package static func unusable(_ error: StoreError) -> CosterFailure {
        let check =
            OpenedDatabase.isThere
            ? "that its server runs, accepts writes and has room"
            : "free space and the owner of the data folder"
        return CosterFailure(
            .configuration,
            "The database can't be used (\(error.rawValue)). Check \(check), and run `coster doctor`."
        )
    }

    /// How long the closing of a batch pauses between two portions: longer than another process's writer, which checks
    /// each tenth of a second whether the database is free.
    static let pauseBetweenPortions = Duration.milliseconds(150)

    /// Closes the open batch.
    ///
    /// - Parameter progress: Called after each portion with the number of settled operations.
    package static func closeBatch(
        _ store: SQLPaymentStore, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws(CosterFailure) -> BatchSummary {
        do {
            return try await store.closeBatch(at: SystemClock.now(), by: Operator.name) { done in
                progress(done)
                await SystemClock.engine.sleep(pauseBetweenPortions)
            }
        } catch {
            throw CosterFailure(
                .internalFault,
                "The batch wasn't closed completely (\(error.rawValue)). Run `coster settle` again to settle the remainder in the next batch."
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
                "The merchants can't be read from the database (\(error.rawValue)). Run `coster audit`."
            )
        }
    }

    /// When the last restore of a backup was over, by Apple's clock too; nil if there was none. Tokens that were signed
    /// before may have been spent in the database that was replaced, and orders that were created before may have been paid.
    package static func earliestSigning(
        _ store: SQLPaymentStore
    ) async throws(CosterFailure) -> Timestamp? {
        do {
            return try await store.lastRestore()?
                .adding(seconds: RestoreLimits.signingMarginSeconds)
        } catch {
            throw CosterFailure(
                .internalFault,
                "The database can't be read (\(error.rawValue)). Run `coster audit`.")
        }
    }
}
