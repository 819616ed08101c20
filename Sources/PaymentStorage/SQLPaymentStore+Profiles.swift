import CardVault
import Database
import PaymentDomain
import PaymentEngine
import StorageKit

extension SQLPaymentStore {
    package func accounts(
        _ reference: AccountReference, of merchant: MerchantID
    ) async throws(StoreError) -> [StoredAccount] {
        try await look { db in try db.accounts(reference, of: merchant) }
    }

    /// Of two equal requests for a new profile at once the second finds the account of the first; of two changes of one
    /// profile the second sees what the first has written.
    package func save(_ change: AccountChange) async throws(StoreError) -> AccountOutcome {
        try await write { db in
            let merchant = change.merchant
            switch change.target {
            case .newProfile(let id):
                try db.hold("account/\(change.match)", of: merchant.value)
                if let found = try db.equalAccount(change, in: nil),
                    // Held before its default changes. It may be gone by then.
                    try db.holdProfile(found.profile, of: merchant) != nil,
                    let equal = try db.equalAccount(change, in: found.profile)
                {
                    return try db.saved(equal, isDefault: change.isDefault)
                }
                try db.changeOne(
                    "INSERT INTO profiles (merchant, id, accounts) VALUES (?, ?, 1)", merchant, id)
                return try db.insert(change, AccountReference(id, number: 1), isFirst: true)
            case .newAccount(let profile):
                guard let count = try db.holdProfile(profile, of: merchant) else {
                    return .refused(.notFound)
                }
                if let equal = try db.equalAccount(change, in: profile) {
                    return try db.saved(equal, isDefault: change.isDefault)
                }
                guard count < Limits.accountsPerProfile else { return .refused(.tooMany) }
                try db.changeOne(
                    "UPDATE profiles SET accounts = accounts + 1 WHERE merchant = ? AND id = ?",
                    merchant, profile)
                return try db.insert(
                    change, AccountReference(profile, number: count + 1), isFirst: false)
            case .existing(let reference):
                _ = try db.holdProfile(reference.profile, of: merchant)
                guard let old = try db.account(reference, of: merchant) else {
                    return .refused(.notFound)
                }
                return try db.replace(old, with: change)
            }
        }
    }

    package func deleteAccount(
        _ reference: AccountReference, of merchant: MerchantID
    ) async throws(StoreError) -> AccountOutcome {
        try await write { db in
            _ = try db.holdProfile(reference.profile, of: merchant)
            let all = try db.accounts(AccountReference(reference.profile), of: merchant)
            guard let number = reference.number else {
                return try all.isEmpty
                    ? .refused(.notFound) : db.deleteProfile(reference.profile, of: merchant)
            }
            guard let account = all.first(where: { $0.number == number }) else {
                return .refused(.notFound)
            }
            if all.count == 1 { return try db.deleteProfile(reference.profile, of: merchant) }
            guard !account.isDefault else { return .refused(.isDefault) }
            try db.changeOne(
                "DELETE FROM profile_accounts WHERE merchant = ? AND profile = ? AND number = ?",
                merchant, reference.profile, number)
            return .deleted
        }
    }
}

extension SQLConnection {
    /// Locks a profile until the transaction ends, and returns how many accounts it has had; nil if there isn't one.
    fileprivate func holdProfile(_ id: ProfileID, of merchant: MerchantID) throws -> Int? {
        try first(
            """
            SELECT accounts FROM profiles WHERE merchant = ? AND id = ? \(lockClause(for: "profiles"))
            """, merchant, id
        ) { columns in Int(try columns.integer()) }
    }

    fileprivate func accounts(
        _ reference: AccountReference, of merchant: MerchantID
    ) throws -> [StoredAccount] {
        try allRows(
            """
            SELECT \(RowColumns.account) FROM profile_accounts
            WHERE merchant = ?1 AND profile = ?2 AND number = coalesce(?3, number)
            ORDER BY number
            """, merchant, reference.profile, reference.number
        ) { columns in try columns.account() }
    }

    /// The named account, or the default one.
    fileprivate func account(
        _ reference: AccountReference, of merchant: MerchantID
    ) throws -> StoredAccount? {
        try accounts(reference, of: merchant).first { reference.number != nil || $0.isDefault }
    }

    /// The oldest account with the same card and holder, of the merchant or of one profile.
    fileprivate func equalAccount(
        _ change: AccountChange, in profile: ProfileID?
    ) throws -> StoredAccount? {
        try first(
            """
            SELECT \(RowColumns.account) FROM profile_accounts
            WHERE merchant = ?1 AND match_hash = ?2 AND profile = coalesce(?3, profile)
            ORDER BY row LIMIT 1
            """, change.merchant, change.match, profile
        ) { columns in try columns.account() }
    }

    fileprivate func deleteProfile(_ id: ProfileID, of merchant: MerchantID) throws
        -> AccountOutcome
    {
        try change(
            "DELETE FROM profile_accounts WHERE merchant = ? AND profile = ?", merchant, id)
        try changeOne("DELETE FROM profiles WHERE merchant = ? AND id = ?", merchant, id)
        return .deleted
    }
}
