import StorageKit

/// The store of merchants, their clients and certificates, the running servers, and the audit log.
///
/// It shares its database with the store of payments, which writes to the audit log too.
package struct SQLMerchantStore: SQLStore {
    package let database: StoreDatabase

    /// The merchants of an open database, which has the tables of ``MerchantSchema``.
    package init(_ database: StoreDatabase) {
        self.database = database
    }
}
