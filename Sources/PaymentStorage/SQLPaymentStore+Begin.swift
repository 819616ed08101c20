import StorageKit
import MerchantStorage
import CardVault
import Database
import Merchants
import PaymentDomain
import PaymentEngine

extension SQLPaymentStore {
    package func begin(_ intent: AuthorizationIntent) async throws(StoreError) -> BeginOutcome {
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
                case .taken = try db.state(of: claim, found: look?.claimed)
            {
                return .alreadyRecorded
            }
            guard held?.order == renewal.order else { return .overtaken }
            return try db.begin(intent, look)
        }
    }

    package func reroute(
        _ payment: PaymentID, to line: LineID, as merchant: AcquirerMerchant
    ) async throws(StoreError) -> Bool {
        try await write { db in
            guard try db.use(line) else { return false }
            return try db.changesOne(
                """
                UPDATE payments SET line = ?, merchant_number = ?
                WHERE id = ? AND state = 'authorizing'
                """,
                line, merchant.merchantNumber, payment)
        }
    }

    package func spend(_ token: SpentToken) async throws(StoreError) -> Bool {
        try await write { db in
            guard try db.spend(token, for: nil) else { return false }
            if let actor = token.openedFor {
                try db.record(
                    AuditEntry(
                        at: token.at, actor: actor, kind: .cardDataOpened,
                        subject: "token \(token.transactionID)"))
            }
            return true
        }
    }
}

extension SQLConnection {
    /// Writes an intent after a query for all that may refuse it.
    ///
    /// A refusal comes first and writes nothing. The constraints stay behind it: if one of them refuses, everything
    /// runs again, with another query.
    fileprivate func begin(
        _ intent: AuthorizationIntent, _ look: BeginningLook?
    ) throws -> BeginOutcome {
        let look = try look.orCorrupt
        let key = try intent.claim.map { try self.state(of: $0, found: look.claimed) }
        if case .taken? = key { return .alreadyRecorded }
        guard !look.isNumberTaken else { return .numberTaken }
        let payment = intent.payment
        let place = try look.known ?? place(ofNew: intent.card, merchant: payment.merchant)
        if case .takenByAnother = place { return .handleTaken }
        guard intent.registration == nil || look.isRegistrationSpendable else {
            return .registrationSpent
        }
        guard !look.isTokenSpent else { return .tokenSpent }
        // A line that was used can't be removed. One that wasn't may be gone by now.
        guard try look.isLineUsed || use(payment.line) else { return .lineGone }
        if let token = intent.spentToken { try spendUnspent(token, for: payment.id) }
        let use = RegistrationUse(
            id: intent.registration, merchant: payment.merchant, at: payment.createdAt)
        try spend(use, by: payment.id)
        let handle = try keep(intent.card, at: place, merchant: payment.merchant)
        try insert(intent, handle: handle, isNewCard: place.isNew)
        if let claim = intent.claim {
            try insert(claim, .payment, payment.id.value, inPlaceOf: key?.outdated)
        }
        if let name = intent.transaction {
            try insert(name, of: payment.id, operation: nil, at: payment.createdAt)
        }
        return .begun(
            handle, isNewCard: place.isNew, isExpiryNew: place.isExpiryNew(of: intent.card))
    }

    /// Marks an Apple transaction as spent; false if it already was.
    func spend(_ token: SpentToken, for payment: PaymentID?) throws -> Bool {
        try changesOne(
            """
            INSERT INTO spent_tokens (merchant, apple_transaction, payment_id, spent_at)
            VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            token.merchant, token.transactionID.identifier, payment, token.at)
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
                token.merchant, name.identifier, payment, token.at)
        }
    }

    fileprivate func insert(
        _ intent: AuthorizationIntent, handle: VaultHandle, isNewCard: Bool
    ) throws {
        let payment = intent.payment
        let details = intent.details
        try changeLater(
            """
            INSERT OR FAIL INTO payments (id, authorization_id, merchant, line, order_reference,
                handle, is_new_card, currency, requested, state, created_at, deadline,
                apple_transaction, issuer_prefix, last_four, original_last_four, network, expiry,
                entry_mode, dialect, trace_number, merchant_number, terminal_number,
                category_code, metadata, renews, request_id)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'authorizing', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
                ?, ?, ?, ?)
            """,
            payment.id, payment.authorizationID, payment.merchant, payment.line.value,
            payment.orderReference, handle, isNewCard, payment.requested.currency.code,
            payment.requested.minorUnits,
            payment.createdAt, intent.deadline, intent.spentToken?.transactionID.identifier,
            details.issuerPrefix, details.lastFour, details.originalLastFour,
            details.network?.rawValue, details.expiry, details.entryMode.rawValue, details.dialect,
            intent.traceNumber, details.merchant.merchantNumber, details.merchant.terminalNumber,
            details.merchant.categoryCode, details.metadata, intent.renewal?.renewed?.number,
            intent.requestID)
    }
}

/// All that may refuse an authorization before it begins, in one query.
struct BeginningLook: Sendable {
    /// The card's token and expiry, if it is known.
    let known: CardPlace?
    /// The request under the idempotency key, whether it counts or not.
    let claimed: ClaimedKey?
    let isTokenSpent: Bool
    let isNumberTaken: Bool
    let isRegistrationSpendable: Bool
    /// Whether a payment went over the line before.
    let isLineUsed: Bool

    /// The question; what an intent does not have is asked as NULL, which is nowhere.
    static func question(on intent: AuthorizationIntent) -> LeadingQuery<BeginningLook> {
        let payment = intent.payment
        let card = intent.card
        let key = intent.claim?.key
        return LeadingQuery(
            """
            SELECT c.handle, c.expiry, \(CardState.column), i.request_digest, i.subject_kind, i.subject,
                EXISTS (SELECT 1 FROM spent_tokens t
                    WHERE t.merchant = ?1 AND t.apple_transaction = ?7)
                    OR EXISTS (SELECT 1 FROM spent_tokens t
                        WHERE t.merchant = ?1 AND t.apple_transaction = ?11),
                EXISTS (SELECT 1 FROM transactions n WHERE n.number = ?8),
                EXISTS (SELECT 1 FROM registrations r WHERE r.merchant = ?1 AND r.id = ?9
                    AND r.expires_at > ?10 AND r.spent_by_payment IS NULL AND r.kept_handle IS NULL),
                EXISTS (SELECT 1 FROM lines l WHERE l.name = ?12 AND l.used = 1)
            FROM (SELECT 1 AS one) single
                LEFT JOIN cards c ON c.merchant = ?1 AND c.shape = ?2 AND c.fingerprint = ?3
                LEFT JOIN idempotency i ON i.merchant = ?4 AND i.dialect = ?5 AND i.key = ?6
            """,
            sqlValues(
                payment.merchant, card.shape.rawValue, card.fingerprint, key?.merchant,
                key?.dialect, key?.key, intent.spentToken?.transactionID.identifier,
                intent.transaction?.number, intent.registration, payment.createdAt,
                intent.spentToken?.cryptogramName?.identifier, payment.line)
        ) { columns in try columns.beginningLook() }
    }
}

extension RowColumns {
    fileprivate mutating func beginningLook() throws -> BeginningLook {
        let handle = try handleOrNil()
        let expiry = try expiryOrNil()
        let state = try named(CardState.self)
        return try BeginningLook(
            known: handle.map { .known($0, expiry, state) }, claimed: claimedKeyOrNil(),
            isTokenSpent: flag(), isNumberTaken: flag(), isRegistrationSpendable: flag(),
            isLineUsed: flag())
    }

    /// A claim that is there or not: without one all of its columns are NULL.
    private mutating func claimedKeyOrNil() throws -> ClaimedKey? {
        let digest = try bytesOrNil()
        let kind = try namedOrNil(ClaimSubject.Kind.self)
        let subject = try identifierOrNil()
        guard let digest, let kind, let subject else { return nil }
        return ClaimedKey(requestDigest: digest, subject: ClaimSubject(kind: kind, id: subject))
    }
}
