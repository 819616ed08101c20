import Database
import PaymentDomain
import StorageKit

/// A customer's profile as an operator sees it: without its holders, who are encrypted.
package struct ProfileSummary: Sendable, Hashable {
    package var merchant: MerchantID
    package var id: ProfileID
    /// How many accounts it has now.
    package var accounts: Int
    /// The number of its default account.
    package var defaultNumber: Int
    /// The card token of its default account.
    package var handle: VaultHandle
}

extension SQLPaymentStore {
    /// A page of profiles by merchant and ID, at most ``StorageLimits/recentPayments``.
    ///
    /// The page after a profile is found also if that profile was deleted.
    ///
    /// - Parameters:
    ///   - merchant: The merchant; nil lists the profiles of all.
    ///   - last: The last profile of the page before.
    package func profiles(
        of merchant: MerchantID?, after last: ProfileID?, limit: Int
    ) async throws(StoreError) -> [ProfileSummary] {
        try await read { db in
            try db.allRows(
                """
                SELECT p.merchant, p.id,
                    (SELECT count(*) FROM profile_accounts a
                        WHERE a.merchant = p.merchant AND a.profile = p.id),
                    d.number, d.handle
                FROM profiles p JOIN profile_accounts d
                    ON d.merchant = p.merchant AND d.profile = p.id AND d.is_default = 1
                WHERE p.merchant \(merchant == nil ? ">=" : "=") ?1 AND p.id > ?2
                ORDER BY p.merchant, p.id LIMIT ?3
                """,
                merchant?.value ?? "", last?.value ?? "",
                min(max(limit, 0), StorageLimits.recentPayments)
            ) { columns in
                try ProfileSummary(
                    merchant: columns.merchant(), id: ProfileID(columns.text()).orCorrupt,
                    accounts: Int(columns.integer()), defaultNumber: Int(columns.integer()),
                    handle: columns.handle())
            }
        }
    }
}
