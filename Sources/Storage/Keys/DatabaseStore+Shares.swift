import CardVault
import Merchants
import PaymentDomain
import PaymentEngine
import Database

extension DatabaseStore {
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
            try db.record(
                AdministrativeAct(at: now, actor: actor, kind: .masterKeyMade, subject: masterID),
                isChange: true)
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
                [
                    shares.setID.sqlValue, entry.index.sqlValue, shares.threshold.sqlValue,
                    shares.masterID.sqlValue, entry.commitment.sqlValue,
                ])
        }
    }

    func shareCommitments() throws -> [ShareCommitments] {
        let rows = try allRows(
            """
            SELECT set_id, master_id, threshold, number, commitment FROM key_shares
            ORDER BY set_id, number
            """, []
        ) { columns in
            ShareCommitments(
                setID: try columns.text(), masterID: try columns.text(),
                threshold: try columns.count(),
                entries: [
                    ShareCommitments.Entry(
                        index: try columns.count(), commitment: try columns.bytes())
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
