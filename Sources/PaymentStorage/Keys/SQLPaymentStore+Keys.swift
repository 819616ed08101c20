import KeyCustody
import MerchantStorage
import CardVault
import Database
import Merchants
import PaymentDomain
import PaymentEngine

package enum KeepingKeys: Sendable, Hashable {
    case kept
    /// Another process kept keys of these generations first: read them again.
    case taken
    /// A rotation runs, and no keys are added until it has ended.
    case rotationRuns
}

extension SQLPaymentStore {
    /// The vault's keys as they were kept.
    package func wrappedKeys() async throws(StoreError) -> [WrappedKey] {
        try await read { db in try db.wrappedKeys() }
    }

    /// Keeps new keys, all or none, and has running servers look at them.
    package func save(_ keys: [WrappedKey]) async throws(StoreError) -> KeepingKeys {
        guard !keys.isEmpty else { return .kept }
        return try await write { db in
            try db.beginAdministration()
            guard try db.unfinishedRotation() == nil else { return .rotationRuns }
            for key in keys where try db.isTaken(key) { return .taken }
            for key in keys { try db.insert(key) }
            try db.raiseConfigurationVersion()
            return .kept
        }
    }
}

extension SQLConnection {
    func wrappedKeys() throws -> [WrappedKey] {
        try allRows(
            """
            SELECT id, purpose, merchant, master_id, generation, created_at, state = 'retiring',
                wrapped
            FROM wrapped_keys ORDER BY purpose, merchant, generation, master_id
            """
        ) { columns in
            try WrappedKey(
                id: columns.text(), purpose: columns.named(),
                merchant: columns.textOrNil().map { MerchantID($0) }, masterID: columns.text(),
                generation: columns.count(), createdAt: columns.timestamp(),
                isRetiring: columns.flag(), bytes: columns.bytes())
        }
    }

    /// Whether there is a key of the same generation: two processes that make keys at once would both make it.
    fileprivate func isTaken(_ key: WrappedKey) throws -> Bool {
        try exists(
            """
            SELECT 1 FROM wrapped_keys
            WHERE purpose = ? AND coalesce(merchant, '') = ? AND generation = ?
            """,
            key.purpose.rawValue, key.merchant?.value ?? "", key.generation)
    }

    func insert(_ key: WrappedKey) throws {
        try changeOne(
            """
            INSERT INTO wrapped_keys
                (id, master_id, purpose, merchant, generation, created_at, state, wrapped)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            key.id, key.masterID, key.purpose.rawValue, key.merchant, key.generation,
            key.createdAt, key.isRetiring ? "retiring" : "active", key.bytes)
    }
}

extension SQLPaymentStore {
    /// Sets up a new database with a master key: the key for hashes under it, and the commitments of its shares, if it
    /// is split.
    ///
    /// - Returns: False if the database has keys already; then nothing is written.
    package func setUp(
        _ new: [WrappedKey], shares: ShareCommitments?, by actor: String, at now: Timestamp
    ) async throws(StoreError) -> Bool {
        guard let masterID = new.first?.masterID else { return false }
        return try await write { db in
            try db.beginAdministration()
            guard try db.wrappedKeys().isEmpty else { return false }
            for key in new { try db.insert(key) }
            if let shares { try db.insert(shares) }
            try db.recordChange(
                AuditEntry(at: now, actor: actor, kind: .masterKeyMade, subject: masterID))
            return true
        }
    }

    /// The commitments of shares in the database: one set for each master key that is split.
    package func shareCommitments() async throws(StoreError) -> [ShareCommitments] {
        try await read { db in try db.shareCommitments() }
    }
}

extension SQLConnection {
    func insert(_ shares: ShareCommitments) throws {
        for entry in shares.entries {
            try changeOne(
                """
                INSERT INTO key_shares (set_id, number, threshold, master_id, commitment)
                VALUES (?, ?, ?, ?, ?)
                """,
                shares.setID, entry.index, shares.threshold, shares.masterID, entry.commitment)
        }
    }

    func shareCommitments() throws -> [ShareCommitments] {
        let rows = try allRows(
            """
            SELECT set_id, master_id, threshold, number, commitment FROM key_shares
            ORDER BY set_id, number
            """
        ) { columns in
            try ShareCommitments(
                setID: columns.text(), masterID: columns.text(), threshold: columns.count(),
                entries: [
                    ShareCommitments.Entry(index: columns.count(), commitment: columns.bytes())
                ])
        }
        return rows.reduce(into: []) { sets, row in
            guard let last = sets.last, last.setID == row.setID else { return sets.append(row) }
            sets[sets.count - 1] = ShareCommitments(
                setID: last.setID, masterID: last.masterID, threshold: last.threshold,
                entries: last.entries + row.entries)
        }
    }
}
