import CardVault
import Database
import PaymentDomain
import PaymentEngine
import StorageKit

extension SQLConnection {
    /// Adds an account. The first one of a profile is its default.
    func insert(
        _ change: AccountChange, _ reference: AccountReference, isFirst: Bool
    ) throws -> AccountOutcome {
        guard let number = reference.number else { throw SQLError.corrupt }
        let binding = StoredAccount.binding(
            of: number, in: reference.profile, change.merchant)
        let record = try made(change, binding, nil)
        try changeOne(
            """
            INSERT OR FAIL INTO profile_accounts
                (merchant, profile, number, is_default, handle, match_hash, content_key, sealed_content)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            change.merchant, reference.profile, number, isFirst, record.handle, record.match,
            record.sealedContent.keyID, record.sealedContent.bytes)
        return try saved(
            StoredAccount(
                merchant: change.merchant, profile: reference.profile, number: number,
                isDefault: isFirst, record: record),
            isDefault: change.isDefault)
    }

    /// Writes an account's new record in place of its old one.
    func replace(_ old: StoredAccount, with change: AccountChange) throws -> AccountOutcome {
        var account = old
        account.record = try made(change, old.binding, old.record)
        try changeOne(
            """
            UPDATE OR FAIL profile_accounts
            SET handle = ?4, match_hash = ?5, content_key = ?6, sealed_content = ?7
            WHERE merchant = ?1 AND profile = ?2 AND number = ?3
            """,
            old.merchant, old.profile, old.number, account.record.handle, account.record.match,
            account.record.sealedContent.keyID, account.record.sealedContent.bytes)
        return try saved(account, isDefault: change.isDefault)
    }

    /// The account as it is answered, after it became the default if it is to be.
    func saved(_ account: StoredAccount, isDefault: Bool) throws -> AccountOutcome {
        guard isDefault, !account.isDefault else { return .saved(account) }
        try change(
            "UPDATE profile_accounts SET is_default = 0 WHERE merchant = ? AND profile = ? AND is_default = 1",
            account.merchant, account.profile)
        try changeOne(
            "UPDATE profile_accounts SET is_default = 1 WHERE merchant = ? AND profile = ? AND number = ?",
            account.merchant, account.profile, account.number)
        var account = account
        account.isDefault = true
        return .saved(account)
    }

    private func made(
        _ change: AccountChange, _ binding: AssociatedData, _ old: AccountRecord?
    ) throws(SQLError) -> AccountRecord {
        do {
            return try change.record(binding, old)
        } catch {
            // Without the vault nothing can be written.
            throw .unavailable
        }
    }
}

extension RowColumns {
    static let account = """
        merchant, profile, number, is_default, handle, match_hash, content_key, sealed_content
        """

    mutating func account() throws -> StoredAccount {
        try StoredAccount(
            merchant: merchant(), profile: ProfileID(text()).orCorrupt, number: Int(integer()),
            isDefault: flag(),
            record: AccountRecord(handle: handle(), match: bytes(), sealedContent: sealed()))
    }
}

extension ProfileID: ColumnValue {
    package var sqlValue: SQLValue { value.sqlValue }
}
