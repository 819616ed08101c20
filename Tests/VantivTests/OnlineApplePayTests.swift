import DialectKit
import PaymentDomain
import Testing

@testable import Vantiv

@Suite("Apple Pay in LitleXML and cnpAPI", .timeLimit(.minutes(5)))
struct OnlineApplePayTests {
    private static let registration = RequestRandomness(open: 1, secret: 2)
        .registrationID(ofWallet: true).value
    private static let cardRegistration = RequestRandomness(open: 1, secret: 2)
        .registrationID(ofWallet: false).value

    private static func paypage(_ id: String) -> String {
        "<paypage><paypageRegistrationId>\(id)</paypageRegistrationId></paypage>"
    }

    private func request(
        _ transaction: String, _ source: String, _ card: String
    ) -> String {
        """
        <\(transaction) \(OnlineSamples.attributes)><orderId>o1</orderId><amount>1499</amount>\
        <orderSource>\(source)</orderSource>\(card)</\(transaction)>
        """
    }

    @Test(
        "as a registration pays under orderSource applepay alone",
        arguments: ["authorization", "sale"])
    func orderSource(_ transaction: String) {
        let card = Self.paypage(Self.registration)
        for (source, code) in [("applepay", nil), ("ecommerce", "322"), ("recurring", "322")]
            as [(String, String?)]
        {
            let decoded = OnlineSamples.decode(request(transaction, source, card), in: "12.34")
            #expect(decoded.reply?.outcomeCode == code, "\(source) \(decoded.text)")
        }
    }

    @Test("asks nothing of a card's registration, of a credit, or of the element applepay")
    func others() {
        for (transaction, card) in [
            ("sale", Self.paypage(Self.cardRegistration)),
            ("credit", Self.paypage(Self.registration)), ("sale", Self.paypage("5")),
            ("sale", OnlineSamples.applePay),
        ] {
            let decoded = OnlineSamples.decode(
                request(transaction, "ecommerce", card), in: "12.34")
            #expect(decoded.command != nil, "\(decoded.text)")
        }
    }

    @Test(
        "begins with 8.29, 9.2 and 10.0",
        arguments: [
            ("8.28", "unknown-version"), ("8.29", nil), ("9.0", "element-not-in-version"),
            ("9.1", "element-not-in-version"), ("9.2", nil), ("10.0", nil), ("12.0", nil),
        ] as [(String, String?)])
    func versions(_ version: String, _ code: String?) {
        let decoded = OnlineSamples.decode(
            request("sale", "applepay", OnlineSamples.applePay), in: version)
        #expect(decoded.reply?.outcomeCode == code, "\(decoded.text)")
    }

    @Test("decrypted by the merchant begins there too")
    func decrypted() {
        for (version, code) in [("9.1", "unknown-word"), ("9.2", nil)] as [(String, String?)] {
            let decoded = OnlineSamples.decode(
                request("sale", "applepay", OnlineSamples.card), in: version)
            #expect(decoded.reply?.outcomeCode == code)
        }
    }

    @Test("is answered with the amount inside the token, and without card data")
    func answer() throws {
        let approved = try #require(OnlineResults.named("approved", order: "o1"))
        for card in [OnlineSamples.applePay, Self.paypage(Self.registration)] {
            let decoded = OnlineSamples.decode(request("sale", "applepay", card), in: "12.34")
            let reply = OnlineSamples.production.encode(
                approved, for: try #require(decoded.exchange))
            let text = String(decoding: reply.body, as: UTF8.self)
            #expect(
                value(of: "applepayResponse", in: text)
                    == "<currencyCode>840</currencyCode><transactionAmount>1499</transactionAmount>"
            )
        }
        let keyed = try #require(OnlineSamples.transactions[.sale])
        let exchange = try #require(OnlineSamples.decode(keyed, in: "12.34").exchange)
        let reply = OnlineSamples.production.encode(approved, for: exchange)
        #expect(!String(decoding: reply.body, as: UTF8.self).contains("applepayResponse"))
    }
}
