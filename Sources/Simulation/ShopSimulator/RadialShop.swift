import AppleSimulator
import DialectKit
import PaymentDomain
import StrictXML

/// The messages of a shop that uses Radial's XML: the single-request wallet flow, capture, refund and cancel.
package struct RadialShop: Sendable {
    package static let namespace = "http://api.gsicommerce.com/schema/checkout/1.0"
    package let client: ShopClient

    package init(client: ShopClient) {
        self.client = client
    }

    package func authorize(_ token: SimulatedToken, amount: Money, order: String) -> ShopMessage {
        let address = """
            <Line1>123 Main St</Line1><City>Philadelphia</City><MainDivision>PA</MainDivision>\
            <CountryCode>US</CountryCode><PostalCode>19019</PostalCode>
            """
        let body = """
            <CreditCardAuthRequest xmlns="\(RadialShop.namespace)" requestId="\(requestID())">\
            \(Self.walletPaymentInformation(of: token))\
            <OrderId>\(order)</OrderId>\
            <Amount currencyCode="\(amount.currency)">\(amount.decimal)</Amount>\
            <BillingFirstName>John</BillingFirstName><BillingLastName>Smith</BillingLastName>\
            <BillingPhoneNo>6101234567</BillingPhoneNo>\
            <BillingAddress>\(address)</BillingAddress>\
            <CustomerEmail>customer@sample.com</CustomerEmail>\
            <CustomerIPAddress>208.247.73.130</CustomerIPAddress>\
            <ShipToFirstName>John</ShipToFirstName><ShipToLastName>Smith</ShipToLastName>\
            <ShippingAddress>\(address)</ShippingAddress>\
            <SchemaVersion>1.2</SchemaVersion>\
            <Features><IncludePaymentAccountInformation>true</IncludePaymentAccountInformation></Features>\
            </CreditCardAuthRequest>
            """
        return message("Authorize", "payments/creditcard/auth/DW.xml", body)
    }

    /// A token as Radial's element.
    static func walletPaymentInformation(of token: SimulatedToken) -> String {
        let fields = token.fields
        // Wallet messages carry an EC_v1 or an RSA_v1 key; the draft schema names only the first.
        let key = fields.ephemeralPublicKey ?? fields.wrappedKey ?? ""
        let keyName = fields.ephemeralPublicKey == nil ? "WrappedKey" : "EphemeralPublicKey"
        return """
            <WalletPaymentInformation>\
            <ApplePayTransactionId>\(fields.transactionId)</ApplePayTransactionId>\
            <\(keyName)>\(key)</\(keyName)>\
            <PublicKeyHash>\(fields.publicKeyHash)</PublicKeyHash>\
            <Version>\(fields.version)</Version><Data>\(fields.data)</Data>\
            <Signature>\(fields.signature)</Signature></WalletPaymentInformation>
            """
    }

    package func settle(
        _ type: String, amount: Money, order: String, card: String, tender: String,
        isFinal: Bool = true
    ) -> ShopMessage {
        let body = """
            <PaymentSettlementRequest xmlns="\(RadialShop.namespace)" requestId="\(requestID())">\
            \(context(order, card))\
            <Amount currencyCode="\(amount.currency)">\(amount.decimal)</Amount>\
            <TaxAmount currencyCode="\(amount.currency)">0.00</TaxAmount>\
            <SettlementType>\(type)</SettlementType>\
            <FinalDebit>\(isFinal && type == "Debit" ? 1 : 0)</FinalDebit>\
            </PaymentSettlementRequest>
            """
        let title = type == "Debit" ? "Capture" : "Refund"
        return message(title, "payments/settlement/create/\(tender).xml", body)
    }

    func cancel(amount: Money, order: String, card: String, tender: String) -> ShopMessage {
        let body = """
            <PaymentAuthCancelRequest xmlns="\(RadialShop.namespace)" requestId="\(requestID())">\
            \(context(order, card))\
            <Amount currencyCode="\(amount.currency)">\(amount.decimal)</Amount>\
            </PaymentAuthCancelRequest>
            """
        return message("Void", "payments/auth/cancel/\(tender).xml", body)
    }

    private func context(_ order: String, _ card: String) -> String {
        """
        <PaymentContext><OrderId>\(order)</OrderId><PaymentAccountUniqueId isToken="true">\
        \(XMLWriter.escaped(card))</PaymentAccountUniqueId></PaymentContext>
        """
    }

    private func message(_ title: String, _ path: String, _ body: String) -> ShopMessage {
        let store = ShopMessage.percentEncoded(client.store)
        return ShopMessage(
            title: title, path: "/v1.0/stores/\(store)/\(path)",
            headers: [("apikey", client.secret), ("Content-Type", "text/xml")], body: body)
    }

    private func requestID() -> String { OperationID().value }
}

extension ShopReply {
    /// Whether Radial took a settlement or a cancel.
    var isRadialAcknowledgement: Bool { status == 200 && body.contains("AckReply") }
}
