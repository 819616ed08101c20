import PaymentDomain

/// The result of decoding that a reply of LitleXML or cnpAPI needs.
package struct VantivExchange: Sendable {
    /// The version that the client speaks.
    let version: VantivVersion
    /// The requested transaction.
    let transaction: VantivTransaction
    /// The attribute `merchantId`: whose request it is among the shops of one merchant.
    var merchantID = ""
    /// The attribute `id`, mirrored; nil if there was none.
    var id: String?
    /// The attribute `reportGroup`, mirrored.
    var reportGroup = ""
    /// The attribute `customerId`, mirrored.
    var customerID: String?
    /// The order, if the request names it.
    var orderID: String?
    /// The number that is proposed: that of a reply to what was refused.
    let number: TransactionNumber
    /// When the request arrived.
    let receivedAt: Timestamp
    /// Whether the card came as something other than a token, so that the reply has its token.
    var bringsCard = false
    /// Whether it came as a registration id.
    var bringsRegistration = false
    /// Whether the card came in an Apple Pay token.
    var isApplePay = false
    /// The number of the transaction that this one names.
    var referenced: TransactionNumber?
    /// Whether the request is answered as Vantiv's own sandbox answers, and not by the rules of production: see
    /// ``VantivDialect/processorSandboxPaths``.
    var isProcessorSandbox = false
    /// The words of the sandbox's test values.
    var magic: VantivTestTriggers?

    init(
        version: VantivVersion, transaction: VantivTransaction, number: TransactionNumber,
        receivedAt: Timestamp
    ) {
        self.version = version
        self.transaction = transaction
        self.number = number
        self.receivedAt = receivedAt
    }

    /// The database's name of a request's `id`: two shops of one merchant may use the same numbers.
    func clientName(_ id: String) -> String { "\(merchantID)/\(id)" }

    /// The `id` of a request by its name in the database; nil if it was another shop's, or had none.
    func id(ofClientName name: String?) -> String? {
        guard let name, name.hasPrefix("\(merchantID)/") else { return nil }
        return String(name.dropFirst(merchantID.count + 1))
    }

    /// The message of a code.
    func message(of code: VantivCode) -> String {
        let own = isProcessorSandbox ? ProcessorSandbox.messages[code] : nil
        return own ?? code.message(in: version.family)
    }

    /// The protocol of the reply.
    var dialog: VantivSession { VantivSession(family: version.family, version: version.text) }
}

/// The literal words of a reply if the sandbox did as the script asked.
struct VantivTestTriggers: Sendable, Hashable {
    var decline: VantivCode?
    /// The code of an approval.
    var acknowledged: VantivCode?
    /// The approval code, with the spaces of Vantiv's certification table.
    var authorizationCode: String?
    /// `avsResult`.
    var address: String?
    /// `cardValidationResult`.
    var securityCode: String?
    /// `enhancedAuthResponse`.
    var enhanced: EnhancedAuthorization?
    /// The code if the registration is unknown.
    var unknownRegistration: VantivCode?
    /// How many transactions a query is said to have found, if it found none.
    var matchCount: Int?
    /// Whether it is said to have found one in progress.
    var isInProgress = false
    /// The code if nothing is left to release.
    var nothingLeft: VantivCode?
}
