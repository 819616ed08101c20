import CardVault
import PaymentDomain
import PaymentEngine
import Database

extension DatabaseStore {
    /// Stores a registration; false if its name is another registration's or a card token.
    ///
    /// A name is a registration's or a card's, never both, since the form of a client's token may not show which it is.
    /// ``Database/SQLConnection/place(of:merchant:)`` checks the other direction.
    package func register(
        _ registration: StoredRegistration
    ) async throws(StoreError) -> Bool {
        try await write { db in
            try db.hold(registration.id.value, of: registration.merchant.value)
            let kept = try db.change(
                """
                INSERT INTO registrations (merchant, id, content_key, sealed_content, expires_at)
                SELECT ?1, ?2, ?3, ?4, ?5
                WHERE NOT EXISTS (SELECT 1 FROM cards WHERE merchant = ?1 AND handle = ?2)
                ON CONFLICT DO NOTHING
                """,
                [
                    registration.merchant.value.sqlValue, registration.id.value.sqlValue,
                    registration.sealedContent?.keyID.sqlValue ?? .null,
                    registration.sealedContent?.bytes.sqlValue ?? .null,
                    registration.expiresAt.value,
                ])
            return kept == 1
        }
    }

    /// The registration of a merchant with its content, or nil.
    package func registration(
        _ id: RegistrationID, of merchant: MerchantID
    ) async throws(StoreError) -> StoredRegistration? {
        try await look { db in
            try db.first(
                """
                SELECT content_key, sealed_content, expires_at,
                    spent_by_payment IS NOT NULL OR kept_handle IS NOT NULL, spent_by_payment,
                    kept_handle
                FROM registrations WHERE merchant = ? AND id = ?
                """,
                [merchant.value.sqlValue, id.value.sqlValue]
            ) { columns in
                var registration = StoredRegistration(
                    id: id, merchant: merchant, sealedContent: try columns.sealedOrNil(),
                    expiresAt: try columns.timestamp(), isSpent: try columns.integer() != 0)
                registration.spentBy = try columns.identifierOrNil().map {
                    PaymentID(stored: $0)
                }
                registration.keptHandle = try columns.handleOrNil()
                return registration
            }
        }
    }

    /// Erases a bounded number of registrations and provisional cards that expired before a time, and forgets
    /// registrations that expired long before it.
    package func eraseExpired(before now: Timestamp) async throws(StoreError) -> Int {
        try await eraseRegistrations(expiredBefore: now) + eraseCards(expiredBefore: now)
    }

    /// Erases the content of registrations that expired before a time, and forgets those that expired
    /// ``StorageLimits/registrationMemorySeconds`` before it: at most ``StorageLimits/erasedPerStep`` of each.
    ///
    /// - Returns: How many were erased or forgotten; if it isn't zero, more may be left.
    func eraseRegistrations(
        expiredBefore moment: Timestamp
    ) async throws(StoreError) -> Int {
        let forgotten = moment.adding(seconds: -StorageLimits.registrationMemorySeconds)
        return try await erase(
            "DELETE FROM registrations", "registrations", where: "expires_at < ?", before: forgotten
        )
            + erase(
                "UPDATE registrations SET content_key = NULL, sealed_content = NULL",
                "registrations", where: "expires_at < ? AND sealed_content IS NOT NULL",
                before: moment)
    }

    /// Erases cards that expired before a time, at most ``StorageLimits/erasedPerStep`` of them. No payment refers to
    /// one of them: the first payment makes its card permanent.
    ///
    /// - Returns: How many were erased; if it isn't zero, more may be left.
    func eraseCards(expiredBefore moment: Timestamp) async throws(StoreError) -> Int {
        try await erase("DELETE FROM cards", "cards", where: "expires_at < ?", before: moment)
    }

    private func erase(
        _ change: String, _ table: String, where condition: String, before moment: Timestamp
    ) async throws(StoreError) -> Int {
        try await write { db in
            try db.change(
                """
                \(change) WHERE row IN (SELECT row FROM \(table)
                    WHERE \(condition) ORDER BY expires_at LIMIT ?
                    \(db.skipLockedClause(for: table)))
                """,
                [moment.value, StorageLimits.erasedPerStep.sqlValue])
        }
    }
}
