import StrictCoding
import DialectKit
import GoldenExchanges
import PaymentDomain
import Testing

@testable import Radial

@Suite("Radial's own sample", .timeLimit(.minutes(5)))
struct SampleTests {
    private let dialect = RadialDialect()

    @Test(
        "of a request gives the token's fields as Apple made them",
        arguments: [
            "authorize-wallet-sample", "authorize-wallet-sample-features",
        ])
    func request(_ name: String) throws {
        let decoded = dialect.decode(Samples.request(.authorize, Samples.body(name)))
        let (command, key, exchange) = try #require(decoded.commanded)
        guard case .authorize(let authorize) = command,
            case .applePay(.fields(let fields)) = authorize.source
        else {
            Issue.record("no wallet")
            return
        }
        #expect(key == "1234567")
        #expect(authorize.orderReference == "1")
        #expect(authorize.amount == nil)
        #expect(fields.version == "EC_v1")
        #expect(fields.signature.hasPrefix("MIAGCSqGSIb3DQEHAqCAMIACAQExDzANBglghkgBZQMEAgEFADC"))
        // The documents leave out the last `=`; that is not ours to mend.
        #expect(fields.signature.utf8.count == 2891)
        #expect(Base64.decode(fields.signature)?.count == 2168)
        #expect(Base64.decode(fields.data)?.count == 320)
        #expect(exchange.hasResponseCode && exchange.hasTenderType && exchange.isWallet)
        #expect(exchange.includesAccountData == name.hasSuffix("features"))
    }

    @Test("of a reply is what we write, but for its line ends, its comments and a digit too many")
    func reply() throws {
        let expected = """
            <?xml version="1.0" encoding="UTF-8"?>
            <CreditCardAuthReply xmlns="http://api.gsicommerce.com/schema/checkout/1.0">
            <PaymentContext>
            <OrderId>1</OrderId>
            <PaymentAccountUniqueId isToken="true">4054131ImpMJ6965</PaymentAccountUniqueId>
            </PaymentContext>
            <ResponseCode>APPROVED</ResponseCode>
            <AuthorizationResponseCode>AP01</AuthorizationResponseCode>
            <BankAuthorizationCode>614653</BankAuthorizationCode>
            <CVV2ResponseCode>0</CVV2ResponseCode>
            <AVSResponseCode>E</AVSResponseCode>
            <PhoneResponseCode></PhoneResponseCode>
            <NameResponseCode></NameResponseCode>
            <EmailResponseCode></EmailResponseCode>
            <AmountAuthorized currencyCode="USD">14.99</AmountAuthorized>
            <TenderType>VC</TenderType>
            <PaymentAccountInformation>
            <BinPrefix>405413</BinPrefix>
            <PanSuffix>6965</PanSuffix>
            <OriginalPanSuffix>3238</OriginalPanSuffix>
            </PaymentAccountInformation>
            </CreditCardAuthReply>
            """
        let file = try #require(
            GoldenExchange.all.first { $0.name == "authorize-wallet-sample-features" })
        #expect(file.replyBody == expected.replacing(">\n<", with: "><"))
    }

    /// SchemaVersion, whether ResponseCode comes, whether TenderType comes.
    static let versions: [(String?, Bool, Bool)] = [
        (nil, false, false), ("1.0", false, false), ("1", false, false), ("0.9", false, false),
        ("1.1", true, false), ("1.1.5", true, false), ("1.2", true, true), ("1.2.0", true, true),
        ("1.10", true, true), ("2", true, true), ("01.2", true, true), ("10.0", true, true),
    ]

    @Test("of SchemaVersion decides which elements a card's reply has", arguments: versions)
    func schemaVersion(_ version: String?, _ response: Bool, _ tender: Bool) throws {
        let element = version.map { "<SchemaVersion>\($0)</SchemaVersion>" } ?? ""
        let body = Samples.body("authorize-card-amex")
            .replacing("<SchemaVersion>1.2</SchemaVersion>", with: element)
        let request = Samples.request(.authorize, body, tender: "AM")
        let exchange = try #require(dialect.decode(request).commanded).exchange
        #expect(exchange.hasResponseCode == response)
        #expect(exchange.hasTenderType == tender)
    }

    /// CavvUcaf and how many bytes it means; nil is refused.
    static let cryptograms: [(String, Int?)] = [
        ("AgAAAAAABk4DWZ4C28yUQAAAAAA=", 20), ("AgAAAAAABk4DWZ4C28yUQAAAAAA", 20),
        ("0102030405060708090a0B0C0D0E0F1011121314", 20), (" AgAAAAAABk4DWZ4C28yUQAAAAAA= ", 20),
        ("!", nil), ("AAAAA", nil), ("AAAB", nil), (String(repeating: "g", count: 40), nil),
        ("AAAAAAAAAAAAAAAAAAAAAAAAAAAA", nil),
        // Mastercard's without its last byte, as genuine tokens have it.
        ("AgAAAAAABk4DWZ4C28yUQAAAAA==", 19),
        // Of gateways' test requests: its last character has bits that belong to no byte.
        ("AAABAWFlmQAAAABjRWWZEEFgFz+=", 20),
    ]

    @Test("of a cryptogram may be in hexadecimal or in base64", arguments: cryptograms)
    func cryptogram(_ text: String, _ count: Int?) throws {
        let body = Samples.body("authorize-card-two-requests")
            .replacing("AgAAAAAABk4DWZ4C28yUQAAAAAA=", with: text)
        let decoded = dialect.decode(Samples.request(.authorize, body, tender: "MC"))
        guard let command = decoded.commanded?.command else {
            #expect(count == nil)
            #expect(decoded.fault?.outcomeCode == "malformed-value")
            return
        }
        guard case .authorize(let authorize) = command, case .keyed(let card) = authorize.source
        else {
            Issue.record("no card")
            return
        }
        #expect(card.cryptogram?.count == count)
    }
}
