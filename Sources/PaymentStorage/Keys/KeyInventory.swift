import KeyCustody
import StorageKit
import CardVault
import PaymentDomain
import PaymentEngine
import Database

/// The keys of the database, and the records under each, for an auditor.
///
/// Source: PCI DSS 4.0, 3.6.1.1: an inventory of keys with their algorithms, strength and use.
package struct KeyInventory: Sendable, Hashable {
    /// A master key; the database has only its name.
    package struct Master: Sendable, Hashable {
        /// ``CardVault/MasterKey/id``.
        package let id: String
        /// How many shares give it, of how many; nil if it isn't split.
        package let shares: ShareCounts?
        package let keys: Int
    }

    package struct ShareCounts: Sendable, Hashable {
        package let threshold: Int
        package let count: Int
    }

    package struct Key: Sendable, Hashable {
        package let id: String
        package let purpose: WrappedKey.Purpose
        /// Whose; nil for the key for hashes.
        package let merchant: MerchantID?
        package let generation: Int
        package let createdAt: Timestamp
        /// Whether it opens, but seals no more.
        package let isRetiring: Bool
        /// The master keys that wrap it.
        package let masterIDs: [String]
        /// How many records of each table are sealed under it.
        package let rows: [String: Int]

        package var algorithm: String {
            switch purpose {
            case .sealing: "AES-256-GCM"
            case .hashing: "HMAC-SHA256, HKDF-SHA256"
            }
        }
    }

    package let masters: [Master]
    /// The data keys, the one for hashes first.
    package let keys: [Key]
    /// How many records of each table are under keys that the database doesn't have: nothing can open them.
    package let lost: [String: Int]
    package let rotation: RotationRecord?
}

extension SQLPaymentStore {
    /// The keys, and how many records lie under each; it reads every table.
    package func keyInventory() async throws(StoreError) -> KeyInventory {
        try await read { db in
            var counts: [String: [String: Int]] = [:]
            for column in SealedColumn.all {
                try db.eachRow(column.counts) { columns in
                    let key = try columns.text()
                    counts[key, default: [:]][column.table] = try columns.count()
                }
            }
            let wrapped = try db.wrappedKeys()
            let shares = try db.shareCommitments()
            let known = Set(wrapped.map(\.id))
            var lost: [String: Int] = [:]
            for (key, tables) in counts where !known.contains(key) {
                lost.merge(tables, uniquingKeysWith: +)
            }
            return try KeyInventory(
                masters: masters(wrapped, shares), keys: keys(wrapped, counts), lost: lost,
                rotation: db.unfinishedRotation())
        }
    }
}

private func masters(
    _ wrapped: [WrappedKey], _ shares: [ShareCommitments]
) -> [KeyInventory.Master] {
    Dictionary(grouping: wrapped, by: \.masterID).sorted { $0.key < $1.key }.map { id, keys in
        let set = shares.first { $0.masterID == id }
        return KeyInventory.Master(
            id: id,
            shares: set.map {
                KeyInventory.ShareCounts(threshold: $0.threshold, count: $0.entries.count)
            }, keys: keys.count)
    }
}

private func keys(
    _ wrapped: [WrappedKey], _ counts: [String: [String: Int]]
) -> [KeyInventory.Key] {
    var seen: Set<String> = []
    return wrapped.filter { seen.insert($0.id).inserted }.map { key in
        KeyInventory.Key(
            id: key.id, purpose: key.purpose, merchant: key.merchant,
            generation: key.generation, createdAt: key.createdAt, isRetiring: key.isRetiring,
            masterIDs: wrapped.filter { $0.id == key.id }.map(\.masterID).sorted(),
            rows: counts[key.id] ?? [:])
    }
}
