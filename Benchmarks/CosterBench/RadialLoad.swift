import AppleSimulator
import PaymentDomain

/// An authorization through Radial's XML.
enum RadialLoad: LoadDialect {
    static let name = "radial-authorize"

    /// What a reply holds that approves.
    static let approval = "AP01"

    static func request(_ token: SimulatedToken, _ amount: Money) -> [UInt8] {
        LoadRequest.post(
            "/v1.0/stores/SANDBOX/payments/creditcard/auth/DW.xml", "text/xml",
            body(token.fields, amount), headers: "apikey: sandbox-radial\r\n")
    }

    static func visit(_ token: SimulatedToken, _ amount: Money) -> LoadVisit {
        let request = request(token, amount)
        return LoadVisit { (connection) throws(BenchError) in
            let reply = try connection.exchange(request)
            guard reply.contains(approval) else { throw .unexpectedReply(reply) }
        }
    }

    private static func body(_ fields: ApplePayFields, _ amount: Money) -> String {
        let id = OperationID().value
        let address =
            "<Line1>123 Main St</Line1><City>Philadelphia</City><CountryCode>US</CountryCode><PostalCode>19019</PostalCode>"
        return """
            <CreditCardAuthRequest xmlns="http://api.gsicommerce.com/schema/checkout/1.0" requestId="\(id)">\
            <WalletPaymentInformation>\
            <ApplePayTransactionId>\(fields.transactionId)</ApplePayTransactionId>\
            <EphemeralPublicKey>\(fields.ephemeralPublicKey ?? "")</EphemeralPublicKey>\
            <PublicKeyHash>\(fields.publicKeyHash)</PublicKeyHash><Version>\(fields.version)</Version>\
            <Data>\(fields.data)</Data><Signature>\(fields.signature)</Signature>\
            </WalletPaymentInformation><OrderId>\(id.prefix(20))</OrderId>\
            <Amount currencyCode="\(amount.currency)">\(amount.decimal)</Amount>\
            <BillingFirstName>John</BillingFirstName><BillingLastName>Smith</BillingLastName>\
            <BillingPhoneNo>6101234567</BillingPhoneNo><BillingAddress>\(address)</BillingAddress>\
            <CustomerEmail>customer@sample.com</CustomerEmail>\
            <CustomerIPAddress>208.247.73.130</CustomerIPAddress>\
            <ShipToFirstName>John</ShipToFirstName><ShipToLastName>Smith</ShipToLastName>\
            <ShippingAddress>\(address)</ShippingAddress></CreditCardAuthRequest>
            """
    }
}
