import PaymentDomain

/// Worldpay's number of a transaction, and what kind of transaction it is: `A82827170811986124`.
struct WorldpayReference: Sendable, Hashable {
    /// The kinds, by the letters that a query has for them.
    ///
    /// Source: cnpTransaction XSD, actionTypeEnum.
    enum Kind: String, Sendable, Hashable {
        case authorization = "A"
        /// A capture.
        case deposit = "D"
        /// A refund, or a credit without a payment.
        case refund = "R"
    }

    let kind: Kind
    /// The cnpTxnId.
    let number: Int64

    init(_ kind: Kind, _ number: Int64) {
        self.kind = kind
        self.number = number
    }

    /// Reads a reference that this line made; nil for a missing one, and for another line's.
    init?(_ reference: AcquirerReference?) {
        guard let reference else { return nil }
        let text = String(decoding: reference.bytes, as: UTF8.self)
        guard let kind = Kind(rawValue: String(text.prefix(1))),
            let number = Int64(text.dropFirst()), number > 0
        else { return nil }
        self.init(kind, number)
    }

    /// The reference as the database has it.
    var acquirerReference: AcquirerReference? {
        AcquirerReference(Array("\(kind.rawValue)\(number)".utf8))
    }
}
