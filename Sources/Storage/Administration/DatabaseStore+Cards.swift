import Database
import Merchants
import PaymentDomain
import PaymentEngine

extension DatabaseStore {
    /// Erases the number and the expiry of a stored card.
    ///
    /// The row keeps the handle and the keyed hash of the number. So payments still refer to it, the same number gets
    /// the same handle if it comes again, and no other number ever gets it.
    ///
    /// - Throws: `refused` with ``Merchants/MerchantFault/cardUnknown``.
    package func eraseCard(
        _ handle: VaultHandle, of merchant: MerchantID, by actor: String, at now: Timestamp
    ) async throws(AdministrationError) -> Administered<Void> {
        let act = AdministrativeAct(
            at: now, actor: actor, kind: .cardErased, subject: "\(merchant) \(handle.value)")
        return try await administer(act, isChange: false) { db in
            let erased = try db.change(
                """
                UPDATE cards SET pan_key = NULL, sealed_pan = NULL, expiry = NULL, expires_at = NULL
                WHERE merchant = ? AND handle = ? AND sealed_pan IS NOT NULL
                """,
                [merchant.value.sqlValue, handle.value.sqlValue])
            return erased == 1 ? .success(()) : .failure(.cardUnknown)
        }
    }
}
