import CardVault
import PaymentDomain
import PaymentEngine
import Books

extension DatabaseStore {
    /// Keeps a registration; false where its name is another one's or a card's.
    ///
    /// A name is a registration's or a card's, never both, since a client's token may not say which
    /// it is; ``Books/BookConnection/place(of:merchant:)`` sees to the other way round.
    public func register(
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
                    registration.merchant.value.bookValue, registration.id.value.bookValue,
                    registration.sealedContent?.keyID.bookValue ?? .null,
                    registration.sealedContent?.bytes.bookValue ?? .null,
                    registration.expiresAt.value,
                ])
            return kept == 1
        }
    }

    /// What is kept under a registration of a merchant, or nil.
    public func registration(
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
                [merchant.value.bookValue, id.value.bookValue]
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

    /// Erases a bounded number of registrations and provisional cards whose time was over before a moment, and forgets
    /// registrations whose time was over long before it.
    public func eraseExpired(before now: Timestamp) async throws(StoreError) -> Int {
        try await eraseRegistrations(expiredBefore: now) + eraseCards(expiredBefore: now)
    }

    /// Erases what is kept under registrations whose time was over before a moment, and forgets
    /// those whose time was over ``StorageLimits/registrationMemorySeconds`` before it: of each at most
    /// ``StorageLimits/erasedPerStep``.
    ///
    /// - Returns: How many were erased or forgotten; while it is not zero, more may be left.
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

    /// Erases cards that expired before a moment, at most ``StorageLimits/erasedPerStep`` of them. No payment refers to
    /// one of them: the first payment makes its card permanent.
    ///
    /// - Returns: How many were erased; while it is not zero, more may be left.
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
                    \(db.passingOverHeldRows(of: table)))
                """,
                [moment.value, StorageLimits.erasedPerStep.bookValue])
        }
    }
}
