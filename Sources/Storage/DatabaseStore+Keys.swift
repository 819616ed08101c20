import CardVault
import PaymentEngine
import Books

extension DatabaseStore {
    /// The vault's keys as they were kept.
    public func wrappedKeys() async throws(StoreError) -> [WrappedKey] {
        try await read { db in
            try db.allRows("SELECT id, purpose, generation, wrapped FROM wrapped_keys", []) {
                columns in
                WrappedKey(
                    id: try columns.text(), purpose: try columns.named(WrappedKey.Purpose.self),
                    generation: try columns.count(), bytes: try columns.bytes())
            }
        }
    }

    /// Keeps new keys, all or none.
    ///
    /// - Returns: False where another process kept keys of these generations first: read them
    ///   again.
    public func save(_ keys: [WrappedKey]) async throws(StoreError) -> Bool {
        try await write { db in
            for key in keys {
                let taken = try db.first(
                    "SELECT 1 FROM wrapped_keys WHERE purpose = ? AND generation = ?",
                    [key.purpose.rawValue.bookValue, key.generation.bookValue]
                ) { _ in true }
                guard taken == nil else { return false }
            }
            for key in keys {
                try db.changeOne(
                    """
                    INSERT INTO wrapped_keys (id, purpose, generation, wrapped)
                    VALUES (?, ?, ?, ?)
                    """,
                    [
                        key.id.bookValue, key.purpose.rawValue.bookValue,
                        key.generation.bookValue, key.bytes.bookValue,
                    ])
            }
            return true
        }
    }
}
