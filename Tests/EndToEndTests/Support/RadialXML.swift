import PaymentDomain

/// A message of a shop that speaks Radial's XML.
struct RadialMessage: Sendable {
    /// Under `/v1.0/stores/{store}/payments/`.
    var path: String
    var body: String
    var store = RunningServer.store
    /// Besides the key.
    var headers = [("Content-Type", "text/xml")]
    /// The header with the key, or nil to leave it out.
    var key: (name: String, value: String)? = ("apikey", RunningServer.apiKey)

    /// The same message with another body.
    func with(body: String) -> RadialMessage {
        var copy = self
        copy.body = body
        return copy
    }

    /// The same message with a piece of its body replaced.
    func replacing(_ piece: String, with other: String) -> RadialMessage {
        with(body: body.replacing(piece, with: other))
    }
}

/// The bodies of those messages.
enum RadialXML {
    static let namespace = "http://api.gsicommerce.com/schema/checkout/1.0"
    static let postalCode = "19019"
    private static let address = """
        <Line1>123 Main St</Line1><City>Philadelphia</City><MainDivision>PA</MainDivision>\
        <CountryCode>US</CountryCode><PostalCode>\(postalCode)</PostalCode>
        """
    /// The run of elements about the customer.
    static let customer = """
        <BillingFirstName>John</BillingFirstName><BillingLastName>Smith</BillingLastName>\
        <BillingPhoneNo>6101234567</BillingPhoneNo><BillingAddress>\(address)</BillingAddress>\
        <CustomerEmail>customer@sample.com</CustomerEmail>\
        <CustomerIPAddress>208.247.73.130</CustomerIPAddress>\
        <ShipToFirstName>John</ShipToFirstName><ShipToLastName>Smith</ShipToLastName>\
        <ShippingAddress>\(address)</ShippingAddress>
        """

    /// An element with a currency.
    static func money(_ name: String, _ amount: Money?) -> String {
        amount.map { "<\(name) currencyCode=\"\($0.currency)\">\($0.decimal)</\(name)>" } ?? ""
    }

    /// A root with its attributes and what is in it.
    static func root(_ name: String, request: String, _ inner: String) -> String {
        "<\(name) xmlns=\"\(namespace)\" requestId=\"\(request)\">\(inner)</\(name)>"
    }

    /// WalletPaymentInformation.
    static func wallet(_ fields: ApplePayFields) -> String {
        """
        <WalletPaymentInformation>\
        <ApplePayTransactionId>\(fields.transactionId)</ApplePayTransactionId>\
        <EphemeralPublicKey>\(fields.ephemeralPublicKey ?? "")</EphemeralPublicKey>\
        <PublicKeyHash>\(fields.publicKeyHash)</PublicKeyHash><Version>\(fields.version)</Version>\
        <Data>\(fields.data)</Data><Signature>\(fields.signature)</Signature>\
        </WalletPaymentInformation>
        """
    }

    /// The end of an authorization that wants every element of the reply.
    static let fullTail = """
        <SchemaVersion>1.2</SchemaVersion><Features>\
        <IncludePaymentAccountInformation>true</IncludePaymentAccountInformation></Features>
        """

    /// PaymentContext; PaymentContextBase, an order alone, where the account is empty.
    static func context(_ order: String, _ account: String, isToken: Bool = true) -> String {
        guard !account.isEmpty else {
            return "<PaymentContextBase><OrderId>\(order)</OrderId></PaymentContextBase>"
        }
        return """
            <PaymentContext><OrderId>\(order)</OrderId>\
            <PaymentAccountUniqueId isToken="\(isToken)">\(account)</PaymentAccountUniqueId>\
            </PaymentContext>
            """
    }

    /// SecureVerificationData with a cryptogram.
    static func proof(_ cryptogram: String, indicator: String) -> String {
        """
        <SecureVerificationData><AuthenticationAvailable>Y</AuthenticationAvailable>\
        <AuthenticationStatus>Y</AuthenticationStatus><CavvUcaf>\(cryptogram)</CavvUcaf>\
        <TransactionId></TransactionId><ECI>\(indicator)</ECI>\
        <PayerAuthenticationResponse></PayerAuthenticationResponse></SecureVerificationData>
        """
    }
}

/// A new name of at most twenty characters: an order, a request.
func newName() -> String { String(PaymentID().value.prefix(16)) }

/// An amount of dollars.
func dollars(_ text: String) throws -> Money { try Money(decimal: text, currency: .usd) }
