import PaymentDomain
import PaymentEngine
import Database

/// A running server in the database.
package struct RunningNode: Sendable, Hashable {
    /// Its name, made at its start.
    package let id: String
    package let startedAt: Timestamp
    /// When it last said that it runs.
    package let seenAt: Timestamp
    /// The epoch of administrative changes that it has taken up.
    package let epoch: Int64
    /// The configuration version whose keys it last loaded; an older one if it couldn't, because a rotation replaced
    /// its master key.
    package let keysEpoch: Int64

    package init(
        id: String, startedAt: Timestamp, seenAt: Timestamp, epoch: Int64, keysEpoch: Int64
    ) {
        self.id = id
        self.startedAt = startedAt
        self.seenAt = seenAt
        self.epoch = epoch
        self.keysEpoch = keysEpoch
    }
}

/// The mark that a running server reads again and again: whether something was changed, and whether this is its
/// database.
package struct DatabaseMark: Sendable, Hashable {
    /// The epoch of administrative changes.
    package let epoch: Int64
    /// The key for hashes, which another database doesn't have; nil if there isn't one yet.
    package let hashingKeyID: String?
}

extension DatabaseStore {
    /// The database's current mark; a cheap query.
    ///
    /// Another database may have reached the same configuration version.
    package func mark() async throws(StoreError) -> DatabaseMark {
        let mark = try await look { db in
            try db.first(
                """
                SELECT epoch,
                    (SELECT id FROM wrapped_keys WHERE purpose = 'hashing' LIMIT 1)
                FROM administration WHERE id = 1
                """, []
            ) { columns in
                DatabaseMark(epoch: try columns.integer(), hashingKeyID: try columns.textOrNil())
            }
        }
        guard let mark else { throw .corrupt }
        return mark
    }

    /// The epoch of administrative changes; a cheap look.
    package func epoch() async throws(StoreError) -> Int64 {
        let epoch = try await look { db in
            try db.first("SELECT epoch FROM administration WHERE id = 1", []) {
                try $0.integer()
            }
        }
        guard let epoch else { throw .corrupt }
        return epoch
    }

    /// Says that a server runs, and which epoch it has taken up.
    package func tell(_ node: RunningNode) async throws(StoreError) {
        try await write { db in
            try db.change(
                """
                INSERT INTO nodes (id, started_at, seen_at, epoch, keys_epoch)
                VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at,
                    epoch = excluded.epoch, keys_epoch = excluded.keys_epoch
                """,
                [
                    node.id.sqlValue, node.startedAt.value, node.seenAt.value,
                    node.epoch.sqlValue, node.keysEpoch.sqlValue,
                ])
            // Servers that died without a word are forgotten a day later.
            try db.change(
                "DELETE FROM nodes WHERE seen_at < ?",
                [node.seenAt.adding(seconds: -StorageLimits.nodeMemorySeconds).value])
        }
    }

    /// Says that a server has ended.
    package func forget(node id: String) async throws(StoreError) {
        try await write { db in
            _ = try db.change("DELETE FROM nodes WHERE id = ?", [id.sqlValue])
        }
    }

    /// The servers whose last heartbeat came after a time.
    package func nodes(seenSince moment: Timestamp) async throws(StoreError) -> [RunningNode] {
        try await read { db in
            try db.allRows(
                "SELECT id, started_at, seen_at, epoch, keys_epoch FROM nodes WHERE seen_at >= ?",
                [moment.value]
            ) { columns in
                RunningNode(
                    id: try columns.text(), startedAt: try columns.timestamp(),
                    seenAt: try columns.timestamp(), epoch: try columns.integer(),
                    keysEpoch: try columns.integer())
            }
        }
    }
}
