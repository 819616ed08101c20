import CardVault
import PaymentDomain
import PaymentEngine
import Database

/// The place of a card in the database.
enum CardPlace: Sendable {
    /// It has a row, under this handle, with this expiry.
    case known(VaultHandle, CardExpiry?, CardState)
    /// It is new, and its handle is free.
    case new
    /// Its card token is another card's, or a registration's name.
    case takenByAnother

    /// Whether the card is new.
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
        let taken = try first(
            """
            SELECT 1 FROM cards WHERE merchant = ?1 AND handle = ?2
            UNION ALL SELECT 1 FROM registrations WHERE merchant = ?1 AND id = ?2
            """,
            [merchant.value.sqlValue, card.handle.value.sqlValue]
        ) { _ in true }
        guard taken != nil else { return .new }
        // The same card may have come on another way since we looked.
        return try known(card, merchant: merchant) ?? .takenByAnother
    }

    private func known(_ card: ProposedCard, merchant: MerchantID) throws -> CardPlace? {
        try first(
            """
            SELECT c.handle, c.expiry, \(CardState.column)
            FROM cards c WHERE c.merchant = ? AND c.shape = ? AND c.fingerprint = ?
            """,
            [
                merchant.value.sqlValue, card.shape.rawValue.sqlValue,
                card.fingerprint.sqlValue,
            ]
        ) { columns in
            .known(try columns.handle(), try columns.expiryOrNil(), try columns.named())
        }
    }
}
