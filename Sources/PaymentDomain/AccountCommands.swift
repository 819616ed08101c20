/// What is asked of a customer's profile: cards that a merchant keeps with their holders' names and addresses.
package enum AccountCommand: Sendable {
    /// Adds a card to a profile, or changes one.
    case save(SaveAccountCommand)
    /// Reads one card of a profile, or all.
    case read(AccountReference)
    /// Deletes one card of a profile, or all.
    case delete(AccountReference)
}

/// A card to be kept in a profile.
package struct SaveAccountCommand: Sendable {
    /// Which account is written.
    package enum Target: Sendable, Hashable {
        /// The first one of a new profile of this name. If the merchant has an equal account, that one is the answer.
        case newProfile(ProfileID)
        /// A further one of a profile. If the profile has an equal account, that one is the answer.
        case newAccount(ProfileID)
        /// One that is there; without a number the default one.
        case existing(AccountReference)
    }

    package var target: Target
    /// The source of the card; nil leaves it as it is, or takes the card of the payment that saves it.
    package var source: PaymentSource?
    /// The card's end; nil leaves it as it is, or takes the one that the card was stored with.
    package var expiry: CardExpiry?
    package var holder = AccountHolder()
    /// Whether what the request doesn't say stays as it is; otherwise it is erased.
    package var keepsOthers = false
    /// Whether it becomes the profile's default.
    package var isDefault = false

    package init(_ target: Target, source: PaymentSource? = nil) {
        self.target = target
        self.source = source
    }
}

/// What an authorization has to do with a customer's profile. Few have: a count is all that the others copy.
package indirect enum ProfileUse: Sendable {
    /// An account pays, with this address if neither the request nor the account has one.
    case pays(defaultBilling: BillingDetails)
    /// The card is kept in an account once it is approved.
    case saves(SaveAccountCommand)
}

/// A card of a profile.
package struct ProfileAccount: Sendable, Hashable {
    /// Its profile, and its number there.
    package var reference: AccountReference
    /// Whether a request that names the profile alone means it.
    package var isDefault: Bool
    /// The card token.
    package var handle: VaultHandle
    package var network: CardNetwork?
    package var expiry: CardExpiry?
    package var holder: AccountHolder

    package init(
        _ reference: AccountReference, isDefault: Bool, handle: VaultHandle, network: CardNetwork?,
        expiry: CardExpiry?, holder: AccountHolder
    ) {
        self.reference = reference
        self.isDefault = isDefault
        self.handle = handle
        self.network = network
        self.expiry = expiry
        self.holder = holder
    }
}

/// Why a profile's account was not read, written or deleted.
package enum AccountRefusal: String, Sendable, Hashable, CaseIterable {
    /// The merchant has no such profile, or the profile no such account.
    case notFound = "account-not-found"
    /// It is the default of several: another one must become the default first.
    case isDefault = "account-is-default"
    /// The profile has had as many accounts as there are numbers.
    case tooMany = "accounts-too-many"
}
