import DialectKit
import PaymentDomain

extension CardPointeDialect {
    /// auth: an authorization, a sale, a check of the card, or a forced credit.
    func authorization(
        _ fields: CardConnectFields, _ exchange: inout CardPointeExchange
    ) throws(CardPointeProblem) -> PaymentCommand {
        try readOrder(fields, &exchange)
        try refuseUnsupported(fields)
        try checkCurrency(fields)
        guard let text = try fields.value("amount"),
            let amount = CardPointeAmount(text, currency)
        else { throw .answer(.invalidAmount) }
        let source = try source(fields, &exchange, isCheck: amount.money.isZero)
        let billing = try billing(fields)
        let accountToSave = try accountToSave(fields, exchange)
        let order = exchange.orderID ?? exchange.number.description
        let magic = isSandbox ? try magic(fields, amount.money, exchange) : nil
        exchange.magic = magic?.words ?? CardPointeTestWords()
        if amount.isCredit {
            guard accountToSave == nil else { throw .answer(.invalidField) }
            var credit = CreditCommand(
                source: source, orderReference: order, amount: amount.money)
            credit.script = magic?.script
            return .credit(credit)
        }
        var command = AuthorizeCommand(
            source: source, orderReference: order, amount: amount.money,
            // Source: CardPointe Gateway API: an amount of 0 is an account verification.
            checksCardOnly: amount.money.isZero, allowsPartialApproval: allowsPartialApproval,
            billing: billing)
        command.setProfileUse(saving: accountToSave)
        command.capturesAtOnce = try capturesAtOnce(fields) && !amount.money.isZero
        if let code = try fields.value(
            "authcode", upTo: CardConnectLimits.authorizationCode, else: .invalidField)
        {
            guard !amount.money.isZero else { throw .answer(.invalidAmount) }
            command.priorApproval = PriorApproval(code: code)
        }
        command.script = magic?.script
        return .authorize(command)
    }

    /// Reads the order's fields that the reply repeats.
    private func readOrder(
        _ fields: CardConnectFields, _ exchange: inout CardPointeExchange
    ) throws(CardPointeProblem) {
        if let order = try fields.value(
            "orderid", upTo: CardConnectLimits.orderID, else: .invalidField)
        {
            exchange.orderID = maskedOrder(order)
        }
        switch try fields.value("receipt") {
        case "Y", "y": exchange.receipt = .text
        case "json": exchange.receipt = .object
        case .some, nil: break
        }
    }

    /// An order name that would pass for a card number, as `account` may write one, keeps its last four digits: what
    /// looks like one is kept nowhere in the clear, and does not come back. It cannot be asked for by its name any more.
    ///
    /// Source: CardPointe Gateway API, orderid.
    func maskedOrder(_ order: String) -> String {
        let digits = order.filter { $0 != " " && $0 != "-" }
        guard (try? PAN(digits: digits)) != nil else { return order }
        return String(repeating: "X", count: order.utf8.count - 4) + order.suffix(4)
    }

    /// Refuses card readers' data, and fields that aren't a card's. Ignoring them silently would make
    /// another request of it.
    func refuseUnsupported(_ fields: CardConnectFields) throws(CardPointeProblem) {
        guard try fields.value("bankaba") == nil else { throw .answer(.bankAccountsNotSupported) }
        switch try fields.value("accttype") {
        case "ECHK", "ESAV": throw .answer(.bankAccountsNotSupported)
        case "PDEBIT": throw .answer(.unknownCardType)
        case .some, nil: break
        }
        guard try fields.value("track", upTo: CardConnectLimits.deviceData) == nil else {
            throw .answer(.invalidTrack)
        }
    }

    /// capture: Y or N, or a truth value of JSON. Taking another word for N would leave a sale without its capture.
    private func capturesAtOnce(_ fields: CardConnectFields) throws(CardPointeProblem) -> Bool {
        switch try fields.value("capture") {
        case "Y", "y", "true": true
        case "N", "n", "false", nil: false
        case .some: throw .answer(.invalidField)
        }
    }

    /// currency: the merchid's, if it is sent. Source: PPS 31 and 32.
    private func checkCurrency(_ fields: CardConnectFields) throws(CardPointeProblem) {
        guard let text = try fields.value("currency") else { return }
        guard let given = Currency(code: text) else { throw .answer(.invalidCurrency) }
        guard given == currency else { throw .answer(.wrongCurrency) }
    }

    /// The cardholder's name, address and contacts.
    private func billing(_ fields: CardConnectFields) throws(CardPointeProblem) -> BillingDetails {
        var billing = BillingDetails()
        billing.setName(try fields.value("name"))
        billing.street = try fields.value("address")
        billing.city = try fields.value("city")
        billing.region = try fields.value("region")
        billing.postalCode = try postal(fields)
        billing.country = try fields.value("country")
        billing.phone = try fields.value("phone")
        billing.email = try fields.value("email")
        return billing
    }

    /// postal, without spaces and hyphens, which its nine characters have no room for.
    func postal(_ fields: CardConnectFields) throws(CardPointeProblem) -> String? {
        guard let text = try fields.value("postal") else { return nil }
        let postal = text.filter { $0 != " " && $0 != "-" }
        guard postal.utf8.count <= CardConnectLimits.postal else { throw .answer(.invalidZip) }
        return postal.isEmpty ? nil : postal
    }
}

extension AuthorizeCommand {
    /// Says what is done with a profile, and gives an address to a payment that has none.
    ///
    /// Source: CardPointe Gateway API, postal: "55555" if neither request nor profile has one; the United States likewise.
    fileprivate mutating func setProfileUse(saving account: SaveAccountCommand?) {
        var others = BillingDetails()
        others.postalCode = "55555"
        others.country = "US"
        if case .account = source {
            profileUse = .pays(defaultBilling: others)
        } else {
            billing.fillAddress(from: others)
            profileUse = account.map { .saves($0) }
        }
    }
}
