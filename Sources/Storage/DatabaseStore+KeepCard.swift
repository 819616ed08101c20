import PaymentDomain
import PaymentEngine
import Database

extension DatabaseStore {
    /// Keeps a card without a payment, all or none of it.
    package func keepCard(_ intent: CardIntent) async throws(StoreError) -> BeginOutcome {
        try await write { db in
            let place = try db.place(of: intent.card, merchant: intent.merchant)
            if case .takenByAnother = place { return .handleTaken }
            let use = RegistrationUse(
                id: intent.registration, merchant: intent.merchant, at: intent.at)
            guard try db.mayBeSpent(use) else { return .registrationSpent }
            if let token = intent.spentToken {
                guard try db.spend(token, for: nil) else { return .tokenSpent }
            }
            let handle = try db.keep(
                intent.card, at: place, merchant: intent.merchant, until: intent.expiresAt)
            if place.isExpiryNew(of: intent.card), let expiry = intent.card.expiry {
                try db.changeOne(
                    "UPDATE cards SET expiry = ? WHERE merchant = ? AND handle = ?",
                    [expiry.value, intent.merchant.value.sqlValue, handle.value.sqlValue])
            }
            try db.spend(use, by: .keptCard(handle))
            if let token = intent.spentToken { try db.remember(token, keptAs: handle) }
            return .begun(handle, isNewCard: place.isNew)
        }
    }

    /// Whether an Apple transaction is spent, or the name of its cryptogram; what counts is the constraint in
    /// ``begin(_:)``.
    package func isSpent(
        _ transactionID: String, cryptogram: String? = nil, of merchant: MerchantID
    ) async throws(StoreError) -> Bool {
        try await look { db in
            try db.first(
                "SELECT 1 FROM spent_tokens WHERE merchant = ? AND apple_transaction IN (?, ?)",
                [
                    merchant.value.sqlValue, transactionID.identifier,
                    cryptogram?.identifier ?? .null,
                ]
            ) { _ in true } != nil
        }
    }

    /// The payment that spent an Apple transaction, or nil.
    package func payment(
        spending transactionID: String, of merchant: MerchantID
    ) async throws(StoreError) -> PaymentID? {
        try await look { db in
            try db.first(
                """
                SELECT payment_id FROM spent_tokens
                WHERE merchant = ? AND apple_transaction = ? AND payment_id IS NOT NULL
                """,
                [merchant.value.sqlValue, transactionID.identifier]
            ) { columns in PaymentID(stored: try columns.identifier()) }
        }
    }
}
