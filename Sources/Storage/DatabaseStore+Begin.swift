import CardVault
import Merchants
import PaymentDomain
import PaymentEngine
import Database

extension DatabaseStore {
    /// Writes an authorization's intent, all or none of it.
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

    /// Marks an Apple transaction as spent without a payment.
    package func spend(_ token: SpentToken) async throws(StoreError) -> Bool {
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

extension SQLConnection {
    /// Writes an intent after a query for all that may refuse it.
    ///
    /// A refusal comes first and writes nothing. The constraints stay behind it: if one of them refuses, everything
    /// runs again, with another query.
    fileprivate func begin(
        _ intent: AuthorizationIntent, _ look: BeginningLook?
    ) throws -> BeginOutcome {
        guard let look else { throw SQLError.corrupt }
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
        if let token = intent.spentToken { try spendUnspent(token, for: payment.id) }
        let use = RegistrationUse(
            id: intent.registration, merchant: payment.merchant, at: payment.createdAt)
        try spend(use, by: .payment(payment.id))
        let handle = try keep(intent.card, at: place, merchant: payment.merchant)
        try insert(intent, handle: handle, isNewCard: place.isNew)
        if let claim = intent.claim {
            try insert(claim, subject: .payment(payment.id), inPlaceOf: key?.outdated)
        }
        if let name = intent.transaction {
            try insert(name, of: payment.id, operation: nil, at: payment.createdAt)
        }
        return .begun(
            handle, isNewCard: place.isNew, isExpiryNew: place.isExpiryNew(of: intent.card))
    }

    /// Marks an Apple transaction as spent; false if it already was.
    func spend(_ token: SpentToken, for payment: PaymentID?) throws -> Bool {
        let changed = try change(
            """
            INSERT INTO spent_tokens (merchant, apple_transaction, payment_id, spent_at)
            VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            [
                token.merchant.value.sqlValue, token.transactionID.identifier,
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
                    token.merchant.value.sqlValue, name.identifier, payment.value.identifier,
                    token.at.value,
                ])
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
                entry_mode, dialect, trace_number, merchant_number, terminal_number,
                category_code, renews)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'authorizing', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
                ?)
            """,
            [
                payment.id.value.identifier, payment.authorizationID.value.identifier,
                payment.merchant.value.sqlValue, payment.orderReference.sqlValue,
                handle.value.sqlValue, isNewCard.sqlValue,
                payment.requested.currency.code.sqlValue,
                payment.requested.minorUnits.sqlValue, payment.createdAt.value,
                intent.deadline.value,
                intent.spentToken?.transactionID.identifier ?? .null,
                details.issuerPrefix.sqlValue, details.lastFour.sqlValue,
                details.originalLastFour?.sqlValue ?? .null,
                details.network?.rawValue.sqlValue ?? .null, details.expiry?.value ?? .null,
                details.entryMode.rawValue.sqlValue, details.dialect.sqlValue,
                intent.traceNumber.sqlValue,
                details.merchant.merchantNumber.sqlValue,
                details.merchant.terminalNumber.sqlValue,
                details.merchant.categoryCode.sqlValue,
                intent.renewal?.renewed?.number.sqlValue ?? .null,
            ])
    }
}
