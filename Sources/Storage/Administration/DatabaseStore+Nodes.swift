import Database
import PaymentDomain
import PaymentEngine

package struct RunningNode: Sendable, Hashable {
    package let id: String
    package let startedAt: Timestamp
    /// When it last said that it runs.
    package let seenAt: Timestamp
    /// The configuration version that it has loaded.
    package let configurationVersion: Int64
    /// The configuration version whose keys it last loaded; an older one if it couldn't, because a rotation replaced
    /// its master key.
    package let keysVersion: Int64

    package init(
        id: String, startedAt: Timestamp, seenAt: Timestamp, configurationVersion: Int64,
        keysVersion: Int64
    ) {
        self.id = id
        self.startedAt = startedAt
        self.seenAt = seenAt
        self.configurationVersion = configurationVersion
        self.keysVersion = keysVersion
    }
}

/// The mark that a running server reads again and again: whether something was changed, and whether this is its
/// database.
package struct DatabaseMark: Sendable, Hashable {
    package let configurationVersion: Int64
    /// The key for hashes, which another database doesn't have; nil if there isn't one yet.
    package let hashingKeyID: String?
}

extension DatabaseStore {
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

    /// The current configuration version.
    package func configurationVersion() async throws(StoreError) -> Int64 {
        try await look { db in
            try db.first("SELECT epoch FROM administration WHERE id = 1") { try $0.integer() }
                .orCorrupt
        }
    }

    /// Says that a server runs, and which configuration version it has taken up.
    package func tell(_ node: RunningNode) async throws(StoreError) {
        try await write { db in
            try db.change(
                """
                INSERT INTO nodes (id, started_at, seen_at, epoch, keys_epoch)
                VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at,
                    epoch = excluded.epoch, keys_epoch = excluded.keys_epoch
                """,
                node.id, node.startedAt, node.seenAt, node.configurationVersion, node.keysVersion)
            // Servers that died without a word are forgotten a day later.
            try db.change(
                "DELETE FROM nodes WHERE seen_at < ?",
                node.seenAt.adding(seconds: -StorageLimits.nodeMemorySeconds))
        }
    }

    package func forget(node id: String) async throws(StoreError) {
        try await write { db in
            _ = try db.change("DELETE FROM nodes WHERE id = ?", id)
        }
    }

    /// The servers whose last heartbeat came after a time.
    package func nodes(seenSince moment: Timestamp) async throws(StoreError) -> [RunningNode] {
        try await read { db in
            try db.allRows(
                "SELECT id, started_at, seen_at, epoch, keys_epoch FROM nodes WHERE seen_at >= ?",
                moment
            ) { columns in
                try RunningNode(
                    id: columns.text(), startedAt: columns.timestamp(), seenAt: columns.timestamp(),
                    configurationVersion: columns.integer(), keysVersion: columns.integer())
            }
        }
    }
}

/// What `coster doctor` asks beside what everyone asks.
extension DatabaseStore {
    /// The latest time in the database, or nil if it is empty: a clock that is before it is wrong, or was.
    package func newestTime() async throws(StoreError) -> Timestamp? {
        try await read { db in
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
                """
            ) { try $0.timestampOrNil() } ?? nil
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
