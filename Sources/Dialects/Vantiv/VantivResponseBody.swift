import DialectKit
import PaymentDomain
import StrictXML

/// The content of a transaction's reply, before a version decides what it may hold.
struct VantivResponseBody: Sendable {
    /// tokenResponse, or the token of registerTokenResponse.
    struct Token: Sendable {
        var code: VantivCode
        var handle: VaultHandle?
        var network: CardNetwork?
        var issuerPrefix: String?
    }

    var code: VantivCode
    var number: TransactionNumber
    var at: Timestamp
    var orderID: String?
    var authorizationCode: String?
    /// Set with 010, and with a 251 for such a payment. Source: Vantiv, approvedAmount, has it with 010 alone; the
    /// place is in every reply to an authorization or a sale.
    var approvedAmount: Money?
    var address: String?
    var securityCode: String?
    var networkReference: String?
    var token: Token?
    /// The amount inside an Apple Pay token: it is the order's.
    var applePayAmount: Money?
    /// What a sandbox says of a test card.
    var enhanced: EnhancedAuthorization?
    /// Whether it is an earlier answer once more.
    var isDuplicate = false

    init(_ code: VantivCode, number: TransactionNumber, at: Timestamp) {
        self.code = code
        self.number = number
        self.at = at
    }
}

extension XMLWriter {
    /// The root of a reply to a request that was understood.
    mutating func vantivRoot(_ dialog: VantivSession, _ content: (inout XMLWriter) -> Void) {
        root(
            dialog.family.response, namespace: dialog.family.namespace,
            attributes: [
                ("version", dialog.version), ("response", "0"), ("message", "Valid Format"),
            ], content)
    }

    /// The element of a transaction's reply, with the attributes of the request.
    ///
    /// - Parameter name: Its name, where that is not the transaction's usual one.
    mutating func transaction(
        _ exchange: VantivExchange, as name: StaticString? = nil, isDuplicate: Bool = false,
        _ content: (inout XMLWriter) -> Void
    ) {
        element(
            name ?? exchange.transaction.response,
            attributes: [
                ("id", exchange.id), ("reportGroup", exchange.reportGroup),
                ("customerId", exchange.customerID), ("duplicate", isDuplicate ? "true" : nil),
            ], content)
    }

    /// The inside of a transaction's reply: one order that every release's schema accepts.
    ///
    /// applepayResponse has no device account number and no cryptogram: these leave this service to acquirers only.
    mutating func write(_ answer: VantivResponseBody, _ exchange: VantivExchange, isSandbox: Bool) {
        let family = exchange.version.family
        let release = exchange.version.release
        let kind = exchange.transaction
        // The reply to a query has no number of its own.
        if kind != .queryTransaction {
            element(family.transactionNumber, answer.number.description)
        }
        if kind.hasOrderID(release) {
            element("orderId", answer.order(in: exchange.version))
        }
        if kind == .registerTokenRequest, let token = answer.token {
            write(registered: token, family)
        }
        element("response", answer.code.code)
        element("responseTime", answer.at.vantivDateTime)
        if kind.hasPostDate { element("postDate", answer.at.vantivDate) }
        element("message", exchange.message(of: answer.code))
        if isSandbox, exchange.version.hasLocation { element("location", "sandbox") }
        if kind.asksIssuer {
            if let code = answer.authorizationCode {
                element("authCode", code.prefix(in: VantivLimits.authorizationCode))
            }
            if let amount = answer.approvedAmount {
                element("approvedAmount", String(amount.minorUnits))
            }
        }
        if kind == .registerTokenRequest {
            if answer.token?.handle != nil, ProcessorSandbox.isAndroidPay(exchange) {
                element("androidpayResponse") { ProcessorSandbox.writeAndroidPay(to: &$0) }
            }
            return
        }
        if answer.address != nil || answer.securityCode != nil {
            element("fraudResult") { result in
                if let address = answer.address { result.element("avsResult", address) }
                if let code = answer.securityCode { result.element("cardValidationResult", code) }
            }
        }
        if let token = answer.token {
            element("tokenResponse") { $0.write(token, family) }
        }
        guard kind.asksIssuer else { return }
        if let amount = answer.applePayAmount {
            element("applepayResponse") { response in
                response.element("currencyCode", amount.currency.numeric)
                response.element("transactionAmount", String(amount.minorUnits))
            }
        }
        if let enhanced = answer.enhanced {
            element("enhancedAuthResponse") { enhanced.write(to: &$0) }
        }
        if let reference = answer.networkReference, VantivReleases.cardOnFile.contains(release) {
            element("networkTransactionId", reference.prefix(in: VantivLimits.networkReference))
        }
        if let isUsed = ProcessorSandbox.usesNetworkToken(exchange) {
            element("authMax") { ProcessorSandbox.writeAuthMax(isUsed, to: &$0) }
        }
    }

    /// Source: Vantiv, tokenResponseType: a sequence.
    private mutating func write(_ token: VantivResponseBody.Token, _ family: VantivFamily) {
        if let handle = token.shownHandle { element(family.token, handle) }
        element("tokenResponseCode", token.code.code)
        element("tokenMessage", token.code.message(in: family))
        if let network = token.network { element("type", network.vantivCode) }
        if let bin = token.issuerPrefix { element("bin", bin) }
    }

    /// Source: Vantiv, registerTokenResponse.
    private mutating func write(registered token: VantivResponseBody.Token, _ family: VantivFamily)
    {
        if let handle = token.shownHandle { element(family.token, handle) }
        if let bin = token.issuerPrefix { element("bin", bin) }
        if let network = token.network { element("type", network.vantivCode) }
    }
}

extension VantivResponseBody.Token {
    /// The card token, if it has a length that the schema allows.
    fileprivate var shownHandle: String? {
        guard let handle, VantivLimits.token.contains(handle.value.utf8.count) else { return nil }
        return handle.value
    }
}

extension VantivResponseBody {
    /// The order as a version can hold it: one that was made in a later version may be longer.
    fileprivate func order(in version: VantivVersion) -> String {
        orderID?.prefix(in: version.longestOrderID) ?? ""
    }
}

extension String {
    /// At most so many characters, as XML Schema counts them.
    fileprivate func prefix(in length: Int) -> String {
        guard utf8.count > length, unicodeScalars.count > length else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.prefix(length)))
    }
}
