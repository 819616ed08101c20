import CardVault
import PaymentDomain

/// A profile's account in the database: a stored card by its token, and its holder, sealed.
package struct StoredAccount: Sendable, Hashable {
    package var merchant: MerchantID
    package var profile: ProfileID
    package var number: Int
    package var isDefault: Bool
    package var record: AccountRecord

    package init(
        merchant: MerchantID, profile: ProfileID, number: Int, isDefault: Bool,
        record: AccountRecord
    ) {
        self.merchant = merchant
        self.profile = profile
        self.number = number
        self.isDefault = isDefault
        self.record = record
    }

    /// The account's row, to which its sealed content is bound.
    package var binding: AssociatedData {
        StoredAccount.binding(of: number, in: profile, merchant)
    }

    /// The row of an account, whether it is written already or not.
    package static func binding(
        of number: Int, in profile: ProfileID, _ merchant: MerchantID
    ) -> AssociatedData {
        AssociatedData(merchant: merchant, subject: "\(profile)/\(number)", kind: .account)
    }
}

/// What an account's row says of its card and holder.
package struct AccountRecord: Sendable, Hashable {
    package var handle: VaultHandle
    /// A keyed hash of the card and the holder, by which an equal account is found.
    package var match: [UInt8]
    package var sealedContent: SealedRecord

    package init(handle: VaultHandle, match: [UInt8], sealedContent: SealedRecord) {
        self.handle = handle
        self.match = match
        self.sealedContent = sealedContent
    }
}

/// A change of a profile, to be made in one database transaction.
package struct AccountChange: Sendable {
    package var merchant: MerchantID
    package var target: SaveAccountCommand.Target
    package var isDefault: Bool
    /// The keyed hash of a new account.
    package var match: [UInt8]
    /// Makes the record of a row from its old one, which a new row has not. It runs while the profile is held, so that no
    /// change of another request is lost.
    package var record: Record

    /// Makes the record of an account's row.
    package typealias Record =
        @Sendable (AssociatedData, AccountRecord?) throws(VaultError) -> AccountRecord

    package init(
        merchant: MerchantID, target: SaveAccountCommand.Target, isDefault: Bool, match: [UInt8],
        record: @escaping Record
    ) {
        self.merchant = merchant
        self.target = target
        self.isDefault = isDefault
        self.match = match
        self.record = record
    }
}

/// The result of a change of a profile.
package enum AccountOutcome: Sendable, Hashable {
    /// The account as it is now.
    case saved(StoredAccount)
    case deleted
    case refused(AccountRefusal)
}
