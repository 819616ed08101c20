import Database
import PaymentDomain
import StorageKit

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

extension SQLMerchantStore {
    /// The current configuration version.
    package func configurationVersion() async throws(StoreError) -> Int64 {
        try await look { db in
            try db.first("SELECT epoch FROM administration WHERE id = 1") { try $0.integer() }
                .orCorrupt
        }
    }

    /// Says that a server runs, and which configuration version it has taken up.
    package func sendHeartbeat(_ node: RunningNode) async throws(StoreError) {
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
                node.seenAt.adding(seconds: -MerchantStorageLimits.nodeMemorySeconds))
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

extension SQLConnection {
    /// The latest time in the audit log and of a running server, or nil if there are neither.
    package func newestAdministrativeTime() throws -> Timestamp? {
        try first(
            """
            SELECT max(moment) FROM (
                SELECT max(at) AS moment FROM acts
                UNION ALL SELECT max(seen_at) FROM nodes) AS moments
            """
        ) { try $0.timestampOrNil() } ?? nil
    }
}
