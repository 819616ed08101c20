import CardVault
import Merchants
import PaymentDomain
import PaymentEngine
import Books

extension DatabaseStore {
    /// Writes an authorization's intent, all or none of it.
    public func begin(_ intent: AuthorizationIntent) async throws(StoreError) -> BeginOutcome {
        let question = BeginningLook.question(on: intent)
        guard let renewal = intent.renewal else {
            return try await write(asking: question) { db, look in try db.begin(intent, look) }
        }
        // It holds its order, so it shares no transaction: neighbours would wait for it.
        return try await write { db in
            let held = try db.hold(renewal.name)
            let look = try question.answer(by: db)
            // A repetition of the request hears of the first one, which has changed the order.
            if let claim = intent.claim,
                case .taken = try db.standing(of: claim, found: look?.claimed)
            {
                return .alreadyRecorded
            }
            guard held?.order == renewal.order else { return .overtaken }
            return try db.begin(intent, look)
        }
    }

    /// Marks an Apple transaction as spent without a payment.
    public func spend(_ token: SpentToken) async throws(StoreError) -> Bool {
        try await write { db in
            guard try db.spend(token, for: nil) else { return false }
            if let actor = token.openedFor {
                let act = AdministrativeAct(
                    at: token.at, actor: actor, kind: .cardDataOpened,
                    subject: "token \(token.transactionID)")
                try db.record(act, isChange: false)
            }
            return true
        }
    }
}

/// Where a card belongs in the books.
enum CardPlace: Sendable {
    /// It has a row, under this handle, with this expiry.
    case known(VaultHandle, CardExpiry?, CardState)
    /// It is new, and its handle is free.
    case new
    /// Its handle stands for another card, or names a registration.
    case takenByAnother

    /// Whether the card is new.
    var isNew: Bool {
        switch self {
        case .new, .known(_, _, .erased): true
        case .known, .takenByAnother: false
        }
    }

    /// Whether a known card is kept with another expiry than it is told with, if it is told with one.
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

extension BookConnection {
    /// Writes an intent after a look at all that may refuse it.
    ///
    /// What may refuse comes first and writes nothing; the constraints stand behind it, and if one of them refuses, all is
    /// made anew, with another look.
    fileprivate func begin(
        _ intent: AuthorizationIntent, _ look: BeginningLook?
    ) throws -> BeginOutcome {
        guard let look else { throw BookError.corrupt }
        let standing = try intent.claim.map { try self.standing(of: $0, found: look.claimed) }
        if case .taken? = standing { return .alreadyRecorded }
        guard !look.isNumberTaken else { return .numberTaken }
        let payment = intent.payment
        let place = try look.known ?? place(ofNew: intent.card, merchant: payment.merchant)
        if case .takenByAnother = place { return .handleTaken }
        guard intent.registration == nil || look.isRegistrationSpendable else {
            return .registrationSpent
        }
        guard !look.isTokenSpent else { return .tokenSpent }
        if let token = intent.spentToken { try spendUnspent(token, for: payment.id) }
        let use = RegistrationUse(
            id: intent.registration, merchant: payment.merchant, at: payment.createdAt)
        try spend(use, by: .payment(payment.id))
        let handle = try keep(intent.card, at: place, merchant: payment.merchant)
        try insert(intent, handle: handle, isNewCard: place.isNew)
        if let claim = intent.claim {
            try insert(claim, subject: .payment(payment.id), inPlaceOf: standing?.outdated)
        }
        if let name = intent.transaction {
            try insert(name, of: payment.id, operation: nil, at: payment.createdAt)
        }
        return .begun(
            handle, isNewCard: place.isNew, isExpiryNew: place.isExpiryNew(of: intent.card))
    }

    /// Marks an Apple transaction as spent; false where it was.
    func spend(_ token: SpentToken, for payment: PaymentID?) throws -> Bool {
        let changed = try change(
            """
            INSERT INTO spent_tokens (merchant, apple_transaction, payment_id, spent_at)
            VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            [
                token.merchant.value.bookValue, token.transactionID.identifier,
                payment?.value.identifier ?? .null, token.at.value,
            ])
        return changed == 1
    }

    /// Marks an Apple transaction and its cryptogram as spent, both unspent when they were looked
    /// for; the constraint refuses either if another payment has spent it since.
    fileprivate func spendUnspent(_ token: SpentToken, for payment: PaymentID) throws {
        for name in [token.transactionID, token.cryptogramName].compactMap(\.self) {
            try changeLater(
                """
                INSERT INTO spent_tokens (merchant, apple_transaction, payment_id, spent_at)
                VALUES (?, ?, ?, ?)
                """,
                [
                    token.merchant.value.bookValue, name.identifier, payment.value.identifier,
                    token.at.value,
                ])
        }
    }

    /// Where a card belongs: it has a row for each shape of handle that was asked for.
    func place(of card: ProposedCard, merchant: MerchantID) throws -> CardPlace {
        try known(card, merchant: merchant) ?? place(ofNew: card, merchant: merchant)
    }

    /// Where a card belongs that was not known a moment ago.
    fileprivate func place(ofNew card: ProposedCard, merchant: MerchantID) throws -> CardPlace {
        try hold(card.handle.value, of: merchant.value)
        let taken = try first(
            """
            SELECT 1 FROM cards WHERE merchant = ?1 AND handle = ?2
            UNION ALL SELECT 1 FROM registrations WHERE merchant = ?1 AND id = ?2
            """,
            [merchant.value.bookValue, card.handle.value.bookValue]
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
                merchant.value.bookValue, card.shape.rawValue.bookValue,
                card.fingerprint.bookValue,
            ]
        ) { columns in
            .known(try columns.handle(), try columns.expiryOrNil(), try columns.named())
        }
    }

    fileprivate func insert(
        _ intent: AuthorizationIntent, handle: VaultHandle, isNewCard: Bool
    ) throws {
        let payment = intent.payment
        let details = intent.details
        try changeLater(
            """
            INSERT OR FAIL INTO payments (id, authorization_id, merchant, order_reference, handle,
                is_new_card, currency, requested, state, created_at, deadline,
                apple_transaction, issuer_prefix, last_four, original_last_four, network, expiry,
                entry_mode, dialect, stan, retrieval_reference, merchant_number,
                terminal_number, category_code, renews)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'authorizing', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
                ?, ?)
            """,
            [
                payment.id.value.identifier, payment.authorizationID.value.identifier,
                payment.merchant.value.bookValue, payment.orderReference.bookValue,
                handle.value.bookValue, isNewCard.bookValue,
                payment.requested.currency.code.bookValue,
                payment.requested.minorUnits.bookValue, payment.createdAt.value,
                intent.deadline.value,
                intent.spentToken?.transactionID.identifier ?? .null,
                details.issuerPrefix.bookValue, details.lastFour.bookValue,
                details.originalLastFour?.bookValue ?? .null,
                details.network?.rawValue.bookValue ?? .null, details.expiry?.value ?? .null,
                details.entryMode.rawValue.bookValue, details.dialect.bookValue,
                details.traceNumber.bookValue, details.retrievalReference.bookValue,
                details.merchant.merchantNumber.bookValue,
                details.merchant.terminalNumber.bookValue,
                details.merchant.categoryCode.bookValue,
                intent.renewal?.renewed?.number.bookValue ?? .null,
            ])
    }
}
