import CardVault
import Database
import MerchantStorage
import PaymentDomain
import PaymentEngine

extension SQLPaymentStore {
    /// A name is a registration's or a card's, never both, since the form of a client's token may not show which it is.
    /// ``Database/SQLConnection/place(of:merchant:)`` checks the other direction.
    package func register(_ registration: StoredRegistration) async throws(StoreError) -> Bool {
        try await write { db in
            try db.hold(registration.id.value, of: registration.merchant.value)
            return try db.changesOne(
                """
                INSERT INTO registrations (merchant, id, content_key, sealed_content, expires_at)
                SELECT ?1, ?2, ?3, ?4, ?5
                WHERE NOT EXISTS (SELECT 1 FROM cards WHERE merchant = ?1 AND handle = ?2)
                ON CONFLICT DO NOTHING
                """,
                registration.merchant, registration.id, registration.sealedContent?.keyID,
                registration.sealedContent?.bytes, registration.expiresAt)
        }
    }

    package func registration(
        _ id: RegistrationID, of merchant: MerchantID
    ) async throws(StoreError) -> StoredRegistration? {
        try await first(
            """
            SELECT content_key, sealed_content, expires_at,
                spent_by_payment IS NOT NULL OR kept_handle IS NOT NULL, spent_by_payment,
                kept_handle
            FROM registrations WHERE merchant = ? AND id = ?
            """,
            merchant, id
        ) { columns in
            var registration = try StoredRegistration(
                id: id, merchant: merchant, sealedContent: columns.sealedOrNil(),
                expiresAt: columns.timestamp(), isSpent: columns.flag())
            registration.spentBy = try columns.identifierOrNil().map { PaymentID(stored: $0) }
            registration.keptHandle = try columns.handleOrNil()
            return registration
        }
    }

    /// Erases what nobody may use any more, also the secrets of lines whose overlap has ended.
    package func eraseExpired(before now: Timestamp) async throws(StoreError) -> Int {
        try await eraseRegistrations(expiredBefore: now) + eraseCards(expiredBefore: now)
            + merchantStore.eraseSecrets(expiredAt: now)
    }

    /// Erases the content of registrations that expired before a time, and forgets those that expired
    /// ``StorageLimits/registrationMemorySeconds`` before it: at most ``StorageLimits/erasedPerStep`` of each.
    ///
    /// - Returns: How many were erased or forgotten; if it isn't zero, more may be left.
    func eraseRegistrations(expiredBefore moment: Timestamp) async throws(StoreError) -> Int {
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
                moment, StorageLimits.erasedPerStep)
        }
    }
}

/// The use of a registration, if an intent has one.
struct RegistrationUse {
    let id: RegistrationID?
    let merchant: MerchantID
    let at: Timestamp
}

/// That a registration is neither spent nor expired: ?1 the merchant, ?2 the registration, ?3 the time.
private let spendable = """
    merchant = ?1 AND id = ?2 AND expires_at > ?3 AND spent_by_payment IS NULL
        AND kept_handle IS NULL
    """

extension SQLConnection {
    /// Whether a registration, if there is one, is its merchant's, not spent and not expired.
    func mayBeSpent(_ use: RegistrationUse) throws -> Bool {
        guard let id = use.id else { return true }
        return try exists(
            "SELECT 1 FROM registrations WHERE \(spendable)", use.merchant, id, use.at)
    }

    /// Marks a registration, if there is one, as spent, and erases its content; after ``mayBeSpent(_:)``.
    ///
    /// - Parameters:
    ///   - payment: The payment that spends it.
    ///   - handle: The card token under which its card is kept, if no payment does.
    func spend(
        _ use: RegistrationUse, by payment: PaymentID? = nil, keptAs handle: VaultHandle? = nil
    ) throws {
        guard let id = use.id else { return }
        // Another payment may have spent it since we looked.
        try changeUnchanged(
            """
            UPDATE registrations SET content_key = NULL, sealed_content = NULL,
                spent_by_payment = ?4, kept_handle = ?5
            WHERE \(spendable)
            """,
            use.merchant, id, use.at, payment, handle)
    }

    /// Remembers the card token under which a token's card was stored, and forgets it with the registrations that
    /// expire now.
    func remember(_ token: SpentToken, keptAs handle: VaultHandle) throws {
        try change(
            """
            INSERT INTO registrations (merchant, id, expires_at, kept_handle)
            VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            token.merchant, RegistrationID(keptWith: token.transactionID), token.at, handle)
    }
}
