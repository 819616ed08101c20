import PaymentDomain
import PaymentEngine
import Books

/// A running server, as the books know it.
public struct RunningNode: Sendable, Hashable {
    /// Its name, made at its start.
    public let id: String
    /// When it started.
    public let startedAt: Timestamp
    /// When it last said that it runs.
    public let seenAt: Timestamp
    /// The epoch of administrative changes that it has taken up.
    public let epoch: Int64
    /// The last epoch with which it took up the keys of the books; an older one where it could not,
    /// since a rotation left its master key.
    public let keysEpoch: Int64

    /// A running server.
    public init(
        id: String, startedAt: Timestamp, seenAt: Timestamp, epoch: Int64, keysEpoch: Int64
    ) {
        self.id = id
        self.startedAt = startedAt
        self.seenAt = seenAt
        self.epoch = epoch
        self.keysEpoch = keysEpoch
    }
}

/// What a running server looks at again and again: whether something was changed, and whether these are its books.
public struct BooksMark: Sendable, Hashable {
    /// The epoch of administrative changes.
    public let epoch: Int64
    /// Names the key for hashes, which other books do not have; nil where there is none yet.
    public let hashingKeyID: String?
}

extension DatabaseStore {
    /// The mark of the books as they are now; a cheap look.
    ///
    /// Other books may have come to the same epoch.
    public func mark() async throws(StoreError) -> BooksMark {
        let mark = try await look { db in
            try db.first(
                """
                SELECT epoch,
                    (SELECT id FROM wrapped_keys WHERE purpose = 'hashing' LIMIT 1)
                FROM administration WHERE id = 1
                """, []
            ) { columns in
                BooksMark(epoch: try columns.integer(), hashingKeyID: try columns.textOrNil())
            }
        }
        guard let mark else { throw .corrupt }
        return mark
    }

    /// The epoch of administrative changes; a cheap look.
    public func epoch() async throws(StoreError) -> Int64 {
        let epoch = try await look { db in
            try db.first("SELECT epoch FROM administration WHERE id = 1", []) {
                try $0.integer()
            }
        }
        guard let epoch else { throw .corrupt }
        return epoch
    }

    /// Says that a server runs, and which epoch it has taken up.
    public func tell(_ node: RunningNode) async throws(StoreError) {
        try await write { db in
            try db.change(
                """
                INSERT INTO nodes (id, started_at, seen_at, epoch, keys_epoch)
                VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at,
                    epoch = excluded.epoch, keys_epoch = excluded.keys_epoch
                """,
                [
                    node.id.bookValue, node.startedAt.value, node.seenAt.value,
                    node.epoch.bookValue, node.keysEpoch.bookValue,
                ])
            // Servers that died without a word are forgotten a day later.
            try db.change(
                "DELETE FROM nodes WHERE seen_at < ?",
                [node.seenAt.adding(seconds: -StorageLimits.nodeMemorySeconds).value])
        }
    }

    /// Says that a server has ended.
    public func forget(node id: String) async throws(StoreError) {
        try await write { db in
            _ = try db.change("DELETE FROM nodes WHERE id = ?", [id.bookValue])
        }
    }

    /// The servers that said since a moment that they run.
    public func nodes(seenSince moment: Timestamp) async throws(StoreError) -> [RunningNode] {
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
