import AppleSimulator
import PaymentDomain

/// The messages of a shop that uses CardConnect: its app tokenizes at CardSecure, its server pays at the CardPointe
/// Gateway.
package struct CardConnectShop: Sendable {
    private static let json = (name: "Content-Type", value: "application/json")
    package let client: ShopClient

    package init(client: ShopClient) {
        self.client = client
    }

    /// The app's request: an Apple Pay token for a wallet token.
    func tokenize(_ token: SimulatedToken) -> ShopMessage {
        ShopMessage(
            title: "CardSecure", path: "/cardsecure/api/v1/ccn/tokenize",
            headers: [Self.json] + (client.site.map { [("Host", $0)] } ?? []),
            body: object([
                ("devicedata", Self.deviceData(of: token)), ("encryptionhandler", "EC_APPLE_PAY"),
            ]))
    }

    /// A token as CardSecure's devicedata.
    ///
    /// Source: CardConnect, Apple Pay guide: raw base64 and hex, the data first.
    static func deviceData(of token: SimulatedToken) -> String {
        let fields = token.fields
        return [
            fields.data, "ectype=apple", "ecsig=\(fields.signature)",
            "eckey=\(fields.ephemeralPublicKey ?? "")", "ectid=\(fields.transactionId)",
            "echash=\(fields.applicationData ?? "")", "ecpublickeyhash=\(fields.publicKeyHash)",
        ].joined(separator: "&")
    }

    /// The server's requests, from here on: pays with the wallet token.
    package func authorize(_ walletToken: String, amount: Money, order: String) -> ShopMessage {
        message(
            "auth",
            [
                ("account", walletToken), ("amount", amount.decimal), ("orderid", order),
                ("ecomind", "E"), ("name", "John Smith"), ("address", "123 Main St"),
                ("city", "Philadelphia"), ("region", "PA"), ("postal", "19019"),
                ("country", "US"),
            ])
    }

    /// Takes (part of) the hold.
    package func capture(_ retref: String, amount: Money) -> ShopMessage {
        message("capture", [("retref", retref), ("amount", amount.decimal)])
    }

    /// Takes back all that was held, captured or refunded under a retref.
    package func void(_ retref: String) -> ShopMessage {
        message("void", [("retref", retref)])
    }

    /// Gives back (part of) a settled capture.
    package func refund(_ retref: String, amount: Money) -> ShopMessage {
        message("refund", [("retref", retref), ("amount", amount.decimal)])
    }

    /// Asks for the state of a payment.
    func inquire(_ retref: String) -> ShopMessage {
        ShopMessage(
            title: "inquire", method: .get,
            path: "/cardconnect/rest/inquire/\(retref)/\(client.merchid)",
            headers: [credential], body: "")
    }

    private var credential: (name: String, value: String) {
        ShopMessage.basic(client.user, client.secret)
    }

    private func message(_ endpoint: String, _ fields: [(String, String)]) -> ShopMessage {
        ShopMessage(
            title: endpoint, method: .put, path: "/cardconnect/rest/\(endpoint)",
            headers: [Self.json, credential],
            body: object([("merchid", client.merchid)] + fields))
    }

    /// A JSON object of texts; none of ours holds a character that would have to be escaped.
    private func object(_ fields: [(String, String)]) -> String {
        "{" + fields.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + "}"
    }
}
