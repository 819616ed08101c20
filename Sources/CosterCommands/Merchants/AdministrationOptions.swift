import MerchantStorage
import ArgumentParser
import CosterOperations
import CosterServer
import Merchants
import PaymentStorage

/// The place of the database and its key, for commands that change the servers' configuration.
struct AdministrationOptions: ParsableArguments {
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var keys: MasterKeyOptions

    /// The database, if it has the merchant to be changed.
    func administration() async throws -> Administration {
        Administration(store: try await database.open())
    }

    /// The keys of the database, for changes that seal something.
    func keyring(_ store: SQLPaymentStore) async throws -> VaultKeyring {
        try await VaultKeyring(
            store: store, master: try await keys.masterKey(of: store, in: DataFolder(database.data))
        )
    }
}

extension DatabaseOptions {
    /// Opens the database, and finds a merchant in it by name.
    ///
    /// - Throws: Exit code 65 if there is no such merchant, 78 if the database can't be used.
    func opened(
        merchant name: String
    ) async throws -> (Administration, MerchantRecords, MerchantRecord) {
        let administration = Administration(store: try await open())
        let records = try await administration.records()
        return (administration, records, try administration.merchant(name, in: records))
    }
}
