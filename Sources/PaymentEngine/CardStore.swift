import CardVault
import PaymentDomain

/// Keeps cards, registrations, profiles, and what is spent. Every function is one database transaction.
package protocol CardStore: Sendable {
    /// The sealed card behind a handle, or nil.
    func card(
        _ handle: VaultHandle, of merchant: MerchantID
    ) async throws(StoreError) -> StoredCard?

    /// Keeps a card without a payment.
    func keepCard(_ intent: CardIntent) async throws(StoreError) -> BeginOutcome

    /// Marks an Apple transaction as spent without a payment (a token opened for its merchant).
    ///
    /// - Returns: False if it was already spent.
    func spend(_ token: SpentToken) async throws(StoreError) -> Bool

    /// Keeps a registration.
    ///
    /// - Returns: False where its name is another registration's, or the handle of a card of the merchant; nothing is
    ///   kept then.
    func register(_ registration: StoredRegistration) async throws(StoreError) -> Bool

    /// The registration of a merchant with its content, or nil.
    func registration(
        _ id: RegistrationID, of merchant: MerchantID
    ) async throws(StoreError) -> StoredRegistration?

    /// Whether an Apple transaction is spent, or the name of its cryptogram. A courtesy to clients: what counts is the
    /// constraint in ``PaymentLedger/begin(_:)``.
    func isSpent(
        _ transactionID: String, cryptogram: String?, of merchant: MerchantID
    ) async throws(StoreError) -> Bool

    /// The payment that spent an Apple transaction, or nil.
    func payment(
        spending transactionID: String, of merchant: MerchantID
    ) async throws(StoreError) -> PaymentID?

    /// The accounts of a merchant's profile by their numbers: the named one, or all.
    func accounts(
        _ reference: AccountReference, of merchant: MerchantID
    ) async throws(StoreError) -> [StoredAccount]

    /// Writes an account of a profile. One account is the default of each profile, always.
    func save(_ change: AccountChange) async throws(StoreError) -> AccountOutcome

    /// Deletes one account of a profile, or all; the profile is gone with its last one.
    func deleteAccount(
        _ reference: AccountReference, of merchant: MerchantID
    ) async throws(StoreError) -> AccountOutcome

    /// Erases a bounded number of registrations and provisional cards that expired before a time, and forgets
    /// registrations that expired long before it.
    ///
    /// - Returns: How many were erased or forgotten; if it isn't zero, more may be left.
    func eraseExpired(before now: Timestamp) async throws(StoreError) -> Int
}
