import CardVault
import Database
import PaymentDomain
import PaymentEngine

extension SQLConnection {
    /// Stores a new card, and a known one for as long as it is needed now.
    ///
    /// - Parameter end: When the card expires, if its merchant does not use it before; nil stores it for good.
    /// - Returns: The handle that the card goes by.
    func keep(
        _ card: ProposedCard, at place: CardPlace, merchant: MerchantID, until end: Timestamp? = nil
    ) throws -> VaultHandle {
        switch place {
        case .known(let handle, _, .permanent): return handle
        case .known(let handle, _, .provisional):
            // It expires later, or never. It may have been used, or erased, since we looked.
            try changeUnchanged(
                """
                UPDATE cards SET expires_at = ?3
                WHERE merchant = ?1 AND handle = ?2 AND expires_at IS NOT NULL
                """,
                merchant, handle, end)
            return handle
        case .known(let handle, _, .erased):
            // Payments may refer to its row, so it doesn't expire, whichever client sends it.
            let sealed = try sealed(card, under: handle, of: merchant)
            try changeUnchanged(
                """
                UPDATE cards SET pan_key = ?3, sealed_pan = ?4, expiry = ?5
                WHERE merchant = ?1 AND handle = ?2 AND sealed_pan IS NULL
                """,
                merchant, handle, sealed.keyID, sealed.bytes, card.expiry)
            return handle
        case .new, .takenByAnother:
            let sealed = try sealed(card, under: card.handle, of: merchant)
            try changeLater(
                """
                INSERT OR FAIL INTO cards
                    (merchant, shape, fingerprint, handle, pan_key, sealed_pan, expiry, expires_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                merchant, card.shape.rawValue, card.fingerprint, card.handle, sealed.keyID,
                sealed.bytes, card.expiry, end)
            return card.handle
        }
    }

    private func sealed(
        _ card: ProposedCard, under handle: VaultHandle, of merchant: MerchantID
    ) throws(SQLError) -> SealedRecord {
        do {
            return try card.sealPAN(merchant, handle)
        } catch {
            // Without the vault nothing can be written.
            throw .unavailable
        }
    }
}

enum CardPlace: Sendable {
    /// It has a row, under this handle, with this expiry.
    case known(VaultHandle, CardExpiry?, CardState)
    /// It is new, and its handle is free.
    case new
    /// Its card token is another card's, or a registration's name.
    case takenByAnother

    var isNew: Bool {
        switch self {
        case .new, .known(_, _, .erased): true
        case .known, .takenByAnother: false
        }
    }

    /// Whether a known card has another expiry than the request, if the request has one.
    func isExpiryNew(of card: ProposedCard) -> Bool {
        guard case .known(_, let kept, _) = self, let told = card.expiry else { return false }
        return told != kept
    }
}

/// How long the database keeps a card that has a row.
enum CardState: String, Sendable {
    /// For good: its merchant has used it.
    case permanent
    /// Until it expires, unless its merchant uses it before.
    case provisional
    /// Its number was erased by command. The row stays for its handle.
    case erased

    /// The state in SQL, of the card `c`.
    static let column = """
        CASE WHEN c.sealed_pan IS NULL THEN 'erased' WHEN c.expires_at IS NULL THEN 'permanent'
            ELSE 'provisional' END
        """
}

extension SQLConnection {
    /// Finds the place of a card: it has a row for each requested shape of card token.
    func place(of card: ProposedCard, merchant: MerchantID) throws -> CardPlace {
        try known(card, merchant: merchant) ?? place(ofNew: card, merchant: merchant)
    }

    /// Finds the place of a card that wasn't known in the first query.
    func place(ofNew card: ProposedCard, merchant: MerchantID) throws -> CardPlace {
        try hold(card.handle.value, of: merchant.value)
        let isTaken = try exists(
            """
            SELECT 1 FROM cards WHERE merchant = ?1 AND handle = ?2
            UNION ALL SELECT 1 FROM registrations WHERE merchant = ?1 AND id = ?2
            """,
            merchant, card.handle)
        guard isTaken else { return .new }
        // The same card may have come on another way since we looked.
        return try known(card, merchant: merchant) ?? .takenByAnother
    }

    private func known(_ card: ProposedCard, merchant: MerchantID) throws -> CardPlace? {
        try first(
            """
            SELECT c.handle, c.expiry, \(CardState.column)
            FROM cards c WHERE c.merchant = ? AND c.shape = ? AND c.fingerprint = ?
            """,
            merchant, card.shape.rawValue, card.fingerprint
        ) { columns in
            .known(try columns.handle(), try columns.expiryOrNil(), try columns.named())
        }
    }
}
