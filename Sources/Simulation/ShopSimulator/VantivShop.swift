import AppleSimulator
import DialectKit
import PaymentDomain
import StrictXML

/// The messages of a shop that uses Vantiv: its app posts the token to eProtect, its server sends cnpAPI 12.34.
package struct VantivShop: Sendable {
    package static let namespace = "http://www.vantivcnp.com/schema"
    private static let version = "12.34"
    private static let reportGroup = "Coster"
    package let client: ShopClient

    package init(client: ShopClient) {
        self.client = client
    }

    /// The app's request: a token for a registration id.
    package func register(_ token: SimulatedToken, order: String) -> ShopMessage {
        let form = [
            ("paypageId", client.paypageID), ("reportGroup", Self.reportGroup),
            ("orderId", order), ("id", requestID()),
        ]
        return ShopMessage(
            title: "eProtect", path: "/eProtect/paypage",
            headers: [("Content-Type", "application/x-www-form-urlencoded")],
            body: ShopMessage.form(form.map { (name: $0, value: $1) } + Self.fields(of: token)))
    }

    /// A token as the fields of eProtect's form.
    static func fields(of token: SimulatedToken) -> [(name: String, value: String)] {
        let fields = token.fields
        return [
            ("applepay.data", fields.data), ("applepay.signature", fields.signature),
            ("applepay.version", fields.version),
            ("applepay.header.applicationData", fields.applicationData ?? ""),
            ("applepay.header.ephemeralPublicKey", fields.ephemeralPublicKey ?? ""),
            ("applepay.header.publicKeyHash", fields.publicKeyHash),
            ("applepay.header.transactionId", fields.transactionId),
        ]
    }

    /// The server's requests, from here on: pays with the registration id.
    package func authorize(_ registration: String, amount: Money, order: String) -> ShopMessage {
        message(
            "Authorization", "authorization",
            """
            <orderId>\(order)</orderId><amount>\(amount.minorUnits)</amount>\
            <orderSource>applepay</orderSource>\
            <billToAddress><name>John Smith</name><addressLine1>123 Main St</addressLine1>\
            <city>Philadelphia</city><state>PA</state><zip>19019</zip><country>US</country>\
            </billToAddress>\
            <paypage><paypageRegistrationId>\(registration)</paypageRegistrationId></paypage>
            """)
    }

    /// Takes (part of) the hold.
    package func capture(_ number: String, amount: Money, isPartial: Bool) -> ShopMessage {
        message(
            "Capture", "capture", referenced(number, amount),
            attributes: isPartial ? " partial=\"true\"" : "")
    }

    /// Gives back (part of) a capture.
    func credit(_ number: String, amount: Money) -> ShopMessage {
        message("Credit", "credit", referenced(number, amount))
    }

    /// Takes back a capture or a credit.
    package func void(_ number: String) -> ShopMessage {
        message("Void", "void", referenced(number, nil))
    }

    /// Releases the authorization.
    func reverse(_ number: String) -> ShopMessage {
        message("Reversal", "authReversal", referenced(number, nil))
    }

    private func referenced(_ number: String, _ amount: Money?) -> String {
        let amount = amount.map { "<amount>\($0.minorUnits)</amount>" } ?? ""
        return "<cnpTxnId>\(XMLWriter.escaped(number))</cnpTxnId>\(amount)"
    }

    private func message(
        _ title: String, _ element: String, _ content: String, attributes: String = ""
    ) -> ShopMessage {
        let merchantID = XMLWriter.escaped(client.merchantID)
        let passwordElement = "<password>\(XMLWriter.escaped(client.secret))</password>"
        let body = """
            <?xml version="1.0" encoding="utf-8"?>\
            <cnpOnlineRequest version="\(Self.version)" merchantId="\(merchantID)" \
            xmlns="\(Self.namespace)">\
            <authentication><user>\(XMLWriter.escaped(client.user))</user>\
            \(passwordElement)</authentication>\
            <\(element) id="\(requestID())" reportGroup="\(Self.reportGroup)"\(attributes)>\
            \(content)</\(element)></cnpOnlineRequest>
            """
        return ShopMessage(
            title: title, path: "/vap/communicator/online",
            headers: [("Content-Type", "text/xml; charset=UTF-8")], body: body,
            shownBody: body.replacing(passwordElement, with: "<password>***</password>"))
    }

    /// Source: cnpAPI 12 XSD: at most 36 characters.
    private func requestID() -> String { OperationID().value }
}
