import Database
import PaymentDomain
import PaymentEngine

enum PaymentColumns {
    static let payment = """
        p.currency, p.id, p.authorization_id, p.merchant, p.line, p.order_reference, p.handle, p.requested,
        p.state, p.authorized, p.released, p.releasing, p.captured, p.capturing, p.refunded,
        p.refunding, p.uncapturing, p.unrefunding, p.created_at, p.authorized_at,
        p.closing
        """
    static let details = """
        p.issuer_prefix, p.last_four, p.original_last_four, p.network, p.expiry, p.entry_mode,
        p.dialect, p.merchant_number, p.terminal_number, p.category_code, p.metadata
        """
    static let authorization = payment + ", " + details + ", p.authorization_code"
}

extension RowColumns {
    /// A payment, from ``PaymentColumns/payment``.
    ///
    /// - Throws: ``SQLError/corrupt`` if its amounts cannot be: a damaged row is not a payment of which nothing is left.
    mutating func payment() throws -> Payment {
        let payment = try unjudgedPayment()
        guard payment.amounts.isSound,
            payment.amounts.authorized <= payment.requested.minorUnits
        else { throw SQLError.corrupt }
        return payment
    }

    /// The same, whatever its amounts are.
    mutating func unjudgedPayment() throws -> Payment {
        let currency = try currency()
        return try Payment(
            id: paymentID(), authorizationID: operationID(), merchant: merchant(), line: line(),
            orderReference: text(), handle: handle(), requested: money(in: currency),
            state: named(), amounts: amounts(), createdAt: timestamp(),
            authorizedAt: timestampOrNil(), isClosed: flag())
    }

    private mutating func amounts() throws -> PaymentAmounts {
        var amounts = PaymentAmounts()
        amounts.authorized = try integer()
        amounts.released = try integer()
        amounts.releasing = try integer()
        amounts.captured = try integer()
        amounts.capturing = try integer()
        amounts.refunded = try integer()
        amounts.refunding = try integer()
        amounts.uncapturing = try integer()
        amounts.unrefunding = try integer()
        return amounts
    }

    /// The details of a card that aren't secret, from ``PaymentColumns/details``.
    mutating func details() throws -> AuthorizationDetails {
        var details = try AuthorizationDetails(
            issuerPrefix: text(), lastFour: text(), originalLastFour: textOrNil(),
            network: namedOrNil(), expiry: expiryOrNil(), entryMode: named(), dialect: text(),
            merchant: acquirerMerchant())
        details.metadata = try textOrNil()
        return details
    }

    mutating func authorization() throws -> StoredAuthorization {
        try StoredAuthorization(
            payment: payment(), details: details(), authorizationCode: textOrNil())
    }
}

extension AcquirerChecks {
    /// The issuer's checks and the processor's code as one text of one word for each, `-` for one that is missing; nil if
    /// all are.
    var stored: String? {
        guard self != AcquirerChecks() else { return nil }
        let words = [
            address?.rawValue, securityCode?.rawValue, amex?.name.rawValue, amex?.phone.rawValue,
            amex?.email.rawValue, processorCode?.text,
        ]
        return words.map { $0 ?? "-" }.joined(separator: " ")
    }

    /// Reads ``stored``.
    ///
    /// - Throws: ``SQLError/corrupt`` if a word is unknown.
    init(stored: String?) throws {
        self.init()
        guard let stored else { return }
        let words = stored.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 6 else { throw SQLError.corrupt }
        address = try AcquirerChecks.word(words[0])
        securityCode = try AcquirerChecks.word(words[1])
        let name: AmexChecks.Check? = try AcquirerChecks.word(words[2])
        let phone: AmexChecks.Check? = try AcquirerChecks.word(words[3])
        let email: AmexChecks.Check? = try AcquirerChecks.word(words[4])
        if let name, let phone, let email {
            amex = AmexChecks(name: name, phone: phone, email: email)
        }
        if words[5] != "-" { processorCode = try ProcessorCode(words[5]).orCorrupt }
    }

    private static func word<Word: RawRepresentable<String>>(_ text: String) throws -> Word? {
        guard text != "-" else { return nil }
        return try Word(rawValue: text).orCorrupt
    }
}
