import PaymentDomain

/// What decoding learned that a reply of LitleXML or cnpAPI needs.
public struct VantivExchange: Sendable {
    /// The version that the client speaks.
    let version: VantivVersion
    /// What was asked for.
    let transaction: VantivTransaction
    /// The attribute `merchantId`: whose request it is among the shops of one merchant.
    var merchantID = ""
    /// The attribute `id`, mirrored; nil where there was none.
    var id: String?
    /// The attribute `reportGroup`, mirrored.
    var reportGroup = ""
    /// The attribute `customerId`, mirrored.
    var customerID: String?
    /// The order, where the request names it.
    var orderID: String?
    /// The number that is proposed: that of a reply to what was refused.
    let number: TransactionNumber
    /// When the request arrived.
    let receivedAt: Timestamp
    /// Whether the card came as something other than a token, so that the reply tells its token.
    var bringsCard = false
    /// Whether it came as a registration id.
    var bringsRegistration = false
    /// The number of the transaction that this one is tied to.
    var tied: TransactionNumber?
    /// What a sandbox's magic asks for.
    var magic: VantivMagic?

    init(
        version: VantivVersion, transaction: VantivTransaction, number: TransactionNumber,
        receivedAt: Timestamp
    ) {
        self.version = version
        self.transaction = transaction
        self.number = number
        self.receivedAt = receivedAt
    }

    /// What a request's `id` is called in the books: two shops of one merchant number theirs without asking each other.
    func clientName(_ id: String) -> String { "\(merchantID)/\(id)" }

    /// The `id` of a request that the books call so; nil where it was another shop's, or had none.
    func id(ofClientName name: String?) -> String? {
        guard let name, name.hasPrefix("\(merchantID)/") else { return nil }
        return String(name.dropFirst(merchantID.count + 1))
    }

    /// What a reply must speak.
    var dialog: VantivDialog { VantivDialog(family: version.family, version: version.text) }
}

/// What a reply says word for word where the sandbox did as the script asked.
struct VantivMagic: Sendable, Hashable {
    /// The code of a decline.
    var decline: VantivCode?
    /// The approval code, with the spaces of Vantiv's certification table.
    var authorizationCode: String?
    /// `avsResult`.
    var address: String?
    /// `cardValidationResult`.
    var securityCode: String?
    /// The code where the registration is not known.
    var unknownRegistration: VantivCode?
    /// How many transactions a query is said to have found, where it found none.
    var matchCount: Int?
    /// The code where nothing is left to give up.
    var nothingLeft: VantivCode?
}
