import PaymentDomain
import PaymentEngine
import Database

/// What `coster doctor` asks beside what everyone asks.
extension DatabaseStore {
    /// The latest time in the database, or nil if it is empty: a clock that is before it is wrong, or was.
    package func newestMoment() async throws(StoreError) -> Timestamp? {
        let newest = try await read { db in
            try db.first(
                """
                SELECT max(moment) FROM (
                    SELECT max(at) AS moment FROM acts
                    UNION ALL SELECT max(seen_at) FROM nodes
                    UNION ALL SELECT max(closed_at) FROM batches
                    UNION ALL SELECT max(created_at) FROM wrapped_keys
                    UNION ALL SELECT created_at FROM payments
                        WHERE row = (SELECT max(row) FROM payments)
                    UNION ALL SELECT created_at FROM operations
                        WHERE row = (SELECT max(row) FROM operations)) AS moments
                """, []
            ) { try $0.integerOrNil() }
        }
        return (newest ?? nil).map { Timestamp(milliseconds: $0) }
    }

    /// The names of the master keys that rotations have replaced.
    package func formerMasterIDs() async throws(StoreError) -> Set<String> {
        let names = try await read { db in
            try db.allRows(
                """
                SELECT DISTINCT old_master FROM rotations
                WHERE finished_at IS NOT NULL AND old_master <> new_master
                """, []
            ) { try $0.text() }
        }
        return Set(names)
    }
}
