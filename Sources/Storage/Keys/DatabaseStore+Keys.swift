import CardVault
import PaymentDomain
import PaymentEngine
import Database

/// The result of storing new keys.
package enum KeepingKeys: Sendable, Hashable {
    /// They are kept.
    case kept
    /// Another process kept keys of these generations first: read them again.
    case taken
    /// A rotation runs, and no keys are added until it has ended.
    case rotationRuns
}

extension DatabaseStore {
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
            let kept = Set(try db.wrappedKeys().map(KeyGeneration.init))
            guard kept.isDisjoint(with: keys.map(KeyGeneration.init)) else { return .taken }
            for key in keys { try db.insert(key) }
            try db.raiseEpoch()
            return .kept
        }
    }
}

/// The keys that two processes that make keys at once would both make.
private struct KeyGeneration: Hashable {
    let purpose: WrappedKey.Purpose
    let merchant: MerchantID?
    let generation: Int

    init(_ key: WrappedKey) {
        purpose = key.purpose
        merchant = key.merchant
        generation = key.generation
    }
}

extension SQLConnection {
    func wrappedKeys() throws -> [WrappedKey] {
        try allRows(
            """
            SELECT id, purpose, merchant, master_id, generation, created_at, state = 'retiring',
                wrapped
            FROM wrapped_keys ORDER BY purpose, merchant, generation, master_id
            """, []
        ) { columns in
            WrappedKey(
                id: try columns.text(), purpose: try columns.named(),
                merchant: try columns.textOrNil().map { MerchantID($0) },
                masterID: try columns.text(), generation: try columns.count(),
                createdAt: try columns.timestamp(), isRetiring: try columns.integer() != 0,
                bytes: try columns.bytes())
        }
    }

    func insert(_ key: WrappedKey) throws {
        try changeOne(
            """
            INSERT INTO wrapped_keys
                (id, master_id, purpose, merchant, generation, created_at, state, wrapped)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                key.id.sqlValue, key.masterID.sqlValue, key.purpose.rawValue.sqlValue,
                key.merchant?.value.sqlValue ?? .null, key.generation.sqlValue,
                key.createdAt.value, (key.isRetiring ? "retiring" : "active").sqlValue,
                key.bytes.sqlValue,
            ])
    }

    /// Makes running servers reload, for a change that isn't an operator's.
    ///
    /// - Parameter least: If the configuration version is below it, it becomes that; otherwise the next.
    /// - Returns: The configuration version after it.
    @discardableResult
    func raiseEpoch(toAtLeast least: Int64 = 0) throws -> Int64 {
        let epoch = try first(
            """
            UPDATE administration SET epoch = CASE WHEN epoch < ?1 THEN ?1 ELSE epoch + 1 END
            WHERE id = 1 RETURNING epoch
            """,
            [least.sqlValue]
        ) { columns in try columns.integer() }
        guard let epoch else { throw SQLError.corrupt }
        return epoch
    }
}
