import Database
import MerchantStorage
import PaymentDomain
import StorageKit

/// The mark that a running server reads again and again: whether something was changed, and whether this is its
/// database.
package struct DatabaseMark: Sendable, Hashable {
    package let configurationVersion: Int64
    /// The key for hashes, which another database doesn't have; nil if there isn't one yet.
    package let hashingKeyID: String?
}

extension SQLPaymentStore {
    /// The database's current mark; a cheap query.
    ///
    /// Another database may have reached the same configuration version.
    package func mark() async throws(StoreError) -> DatabaseMark {
        try await look { db in
            try db.first(
                """
                SELECT epoch,
                    (SELECT id FROM wrapped_keys WHERE purpose = 'hashing' LIMIT 1)
                FROM administration WHERE id = 1
                """
            ) { columns in
                try DatabaseMark(
                    configurationVersion: columns.integer(), hashingKeyID: columns.textOrNil())
            }.orCorrupt
        }
    }
}

/// What `coster doctor` asks beside what everyone asks.
extension SQLPaymentStore {
    /// The latest time in the database, or nil if it is empty: a clock that is before it is wrong, or was.
    package func newestTime() async throws(StoreError) -> Timestamp? {
        try await read { db in
            let administrative = try db.newestAdministrativeTime()
            let own = try db.first(
                """
                SELECT max(moment) FROM (
                    SELECT max(closed_at) AS moment FROM batches
                    UNION ALL SELECT max(created_at) FROM wrapped_keys
                    UNION ALL SELECT created_at FROM payments
                        WHERE row = (SELECT max(row) FROM payments)
                    UNION ALL SELECT created_at FROM operations
                        WHERE row = (SELECT max(row) FROM operations)) AS moments
                """
            ) { try $0.timestampOrNil() }
            return [administrative, own ?? nil].compactMap { $0 }.max()
        }
    }

    /// The names of the master keys that rotations have replaced.
    package func formerMasterIDs() async throws(StoreError) -> Set<String> {
        try await read { db in
            let names = try db.allRows(
                """
                SELECT DISTINCT old_master FROM rotations
                WHERE finished_at IS NOT NULL AND old_master <> new_master
                """
            ) { try $0.text() }
            return Set(names)
        }
    }
}
