import DialectKit
import PaymentDomain

// profile: customers' stored cards.
//
// Source: CardPointe Gateway API, profile; recorded exchanges with the public test environment.

extension CardPointeDialect {
    /// A request for a profile.
    func profile(
        _ request: DialectRequest, _ exchange: inout CardPointeExchange
    ) throws(CardPointeProblem) -> AccountCommand {
        let head = request.head
        guard let profile = head.parameters["profileid"] else {
            let fields = try fields(of: request)
            try readMerchid(fields, &exchange)
            return .save(try profileAccount(fields, exchange))
        }
        try readMerchid(head.parameters["merchid"], &exchange)
        let reference = try accountReference(profile, account: head.parameters["acctid"])
        return head.route.method == "DELETE" ? .delete(reference) : .read(reference)
    }

    /// An account that is created, added or updated. Which it is, the form of `profile` and `profileupdate` say.
    private func profileAccount(
        _ fields: CardConnectFields, _ exchange: CardPointeExchange
    ) throws(CardPointeProblem) -> SaveAccountCommand {
        try refuseUnsupported(fields)
        let isUpdate = try fields.isYes("profileupdate")
        var command = SaveAccountCommand(.newProfile(exchange.newProfile))
        if let reference = try namedAccount(fields) {
            let isExisting = isUpdate || reference.number != nil
            command.target = isExisting ? .existing(reference) : .newAccount(reference.profile)
            command.keepsOthers = isUpdate
        }
        let isCardSent = try fields.value("account") != nil
        if isCardSent || !command.keepsOthers {
            let account = try account(fields)
            if let token = CardSecureToken(account) {
                guard let registration = token.registration, let handle = token.handle else {
                    throw .answer(.invalidToken)
                }
                command.source = .token(registration, handle, expiry: nil, securityCode: nil)
            } else {
                command.source = .keyed(KeyedCard(pan: try cardNumber(account), expiry: nil))
            }
        }
        command.expiry = try expiry(fields)
        command.holder = try holder(fields)
        command.isDefault = try fields.isYes("defaultacct")
        return command
    }

    /// The account that an authorization pays with; nil if it names none.
    func payingAccount(
        _ fields: CardConnectFields
    ) throws(CardPointeProblem) -> AccountReference? {
        guard var reference = try namedAccount(fields) else { return nil }
        // Source: ActiveMerchant, which sends the account's number apart.
        if reference.number == nil, let number = try fields.value("acctid") {
            reference = try accountReference(reference.profile.value, account: number)
        }
        return reference
    }

    /// The account to be kept if an authorization is approved: `"profile":"Y"`.
    func accountToSave(
        _ fields: CardConnectFields, _ exchange: CardPointeExchange
    ) throws(CardPointeProblem) -> SaveAccountCommand? {
        guard try fields.isYes("profile") else { return nil }
        // The cryptogram is a wallet's, and its card number is for one payment.
        guard try fields.value("securevalue") == nil else { throw .answer(.invalidField) }
        var command = SaveAccountCommand(.newProfile(exchange.newProfile))
        command.holder = try holder(fields)
        command.isDefault = try fields.isYes("defaultacct")
        return command
    }

    /// `profile`, if it names one: profileid, or profileid/acctid.
    private func namedAccount(
        _ fields: CardConnectFields
    ) throws(CardPointeProblem) -> AccountReference? {
        switch try fields.value("profile") {
        case "Y", "y", "true", "N", "n", "false", nil: return nil
        case .some(let text):
            let parts = text.split(
                separator: "/", maxSplits: 1, omittingEmptySubsequences: false
            ).map(String.init)
            return try accountReference(parts[0], account: parts.count > 1 ? parts[1] : nil)
        }
    }

    private func accountReference(
        _ profile: String, account: String?
    ) throws(CardPointeProblem) -> AccountReference {
        guard let id = ProfileID(profile) else { throw .answer(.profileNotFound) }
        guard let account, !account.isEmpty else { return AccountReference(id) }
        guard account.isDigits, account.utf8.count <= CardConnectLimits.accountNumber,
            let number = Int(account)
        else { throw .answer(.profileNotFound) }
        return AccountReference(id, number: number)
    }

    /// The holder of a profile's card. A text that is too long is refused: nobody would notice what was cut.
    private func holder(
        _ fields: CardConnectFields
    ) throws(CardPointeProblem) -> AccountHolder {
        var holder = AccountHolder()
        for field in AccountHolder.Field.allCases where field != .postalCode {
            holder.texts[field] = try fields.value(
                field.cardPointeName, upTo: field.cardPointeLimit, else: .invalidField)
        }
        holder.texts[.postalCode] = try postal(fields)
        holder.declinesUpdates = try flag("auoptout", fields)
        holder.consents = try flag("cofpermission", fields)
        return holder
    }

    private func flag(
        _ name: String, _ fields: CardConnectFields
    ) throws(CardPointeProblem) -> Bool? {
        try fields.value(name) == nil ? nil : fields.isYes(name)
    }
}

extension AccountHolder.Field {
    fileprivate var cardPointeName: String {
        switch self {
        case .name: "name"
        case .company: "company"
        case .street: "address"
        case .city: "city"
        case .region: "region"
        case .country: "country"
        case .postalCode: "postal"
        case .phone: "phone"
        case .email: "email"
        }
    }

    fileprivate var cardPointeLimit: Int {
        switch self {
        case .name, .street, .city: CardConnectLimits.holderName
        case .region: CardConnectLimits.region
        case .country: CardConnectLimits.country
        case .postalCode: CardConnectLimits.postal
        case .phone: CardConnectLimits.phone
        case .company, .email: CardConnectLimits.email
        }
    }
}
