import MerchantStorage
import Database
import Merchants
import PaymentDomain
import PaymentEngine

extension SQLPaymentStore {
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
                    expiry, intent.merchant, handle)
            }
            try db.spend(use, keptAs: handle)
            if let token = intent.spentToken { try db.remember(token, keptAs: handle) }
            return .begun(handle, isNewCard: place.isNew)
        }
    }

    package func isSpent(
        _ transactionID: String, cryptogram: String? = nil, of merchant: MerchantID
    ) async throws(StoreError) -> Bool {
        try await look { db in
            try db.exists(
                "SELECT 1 FROM spent_tokens WHERE merchant = ? AND apple_transaction IN (?, ?)",
                merchant, transactionID.identifier, cryptogram?.identifier)
        }
    }

    package func payment(
        spending transactionID: String, of merchant: MerchantID
    ) async throws(StoreError) -> PaymentID? {
        try await first(
            """
            SELECT payment_id FROM spent_tokens
            WHERE merchant = ? AND apple_transaction = ? AND payment_id IS NOT NULL
            """,
            merchant, transactionID.identifier
        ) { columns in try columns.paymentID() }
    }

    /// Erases the number and the expiry of a stored card.
    ///
    /// The row keeps the handle and the keyed hash of the number. So payments still refer to it, the same number gets
    /// the same handle if it comes again, and no other number ever gets it.
    ///
    /// - Throws: `refused` with ``Merchants/MerchantFault/cardUnknown``.
    package func eraseCard(
        _ handle: VaultHandle, of merchant: MerchantID, by actor: String, at now: Timestamp
    ) async throws(AdministrationError) -> Administered<Void> {
        try await administer(.cardErased, "\(merchant) \(handle.value)", by: actor, at: now) { db in
            try db.change(
                """
                UPDATE cards SET pan_key = NULL, sealed_pan = NULL, expiry = NULL, expires_at = NULL
                WHERE merchant = ? AND handle = ? AND sealed_pan IS NOT NULL
                """,
                merchant, handle, or: .cardUnknown)
        }
    }
}
