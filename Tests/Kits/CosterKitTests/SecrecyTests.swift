import CosterKit
import Foundation
import Testing

@Suite(
    "No token, card number or security code is in a log or a description", .timeLimit(.minutes(5)))
struct SecrecyTests {
    private static let secrets = [
        Samples.data, Samples.signature, Samples.key, Samples.transactionID, Samples.keyHash,
        "3603111878329732873", "4111111111111111", "987654", "Doe", "pk_test",
        Samples.data.replacingOccurrences(of: "/", with: "\\/"),
    ]

    /// Every value of the kit that holds a secret.
    private static func values() throws -> [Any] {
        let token = try Samples.token()
        let reference = try Samples.reference()
        let url = try Samples.url("https://pay.example.com/")
        let card = try Samples.value(CardDetails(number: "4111111111111111", securityCode: "9876"))
        let request = try CardSecureClient(url: url).request(token)
        let response = HTTPResponse(status: 200, body: Data(Samples.json().utf8))
        var details = SheetDetails()
        details.billingContact = Contact(familyName: "Doe")
        let payment = AuthorizedPayment(
            orderID: "A-1", amount: try Amount("1", .usd), credential: .token(token),
            details: details)
        var options = Checkout.Options()
        options.shippingContact = Contact(familyName: "Doe")
        let relay = Relay(server: url, publishableKey: "none", bundleIdentifier: "b")
        let read: SheetEvent = .tokenRead(.success(token))
        return [
            token, reference, card, request, response, payment, details, read, relay,
            try Samples.checkout(options), SheetEvent.tokenized(.success(reference)),
            SheetEvent.authorized(Redacted(Data(Samples.json().utf8))),
            SheetAction.tokenize(token), SheetAction.authorize(.reference(reference)),
            SheetAction.readToken(Redacted(Data(Samples.json().utf8))),
            HTTPRequest.Field("Authorization", "Bearer pk_test"),
            RadialRequest(token: token, orderID: "1", requestID: "1", details: details),
            Result<ApplePayToken, TokenError>.success(token), Optional(card) as Any, [token],
        ]
    }

    @Test("descriptions, debug descriptions, interpolations and dumps show none")
    func descriptions() throws {
        for value in try Self.values() {
            var dumped = ""
            dump(value, to: &dumped)
            let texts = [String(describing: value), String(reflecting: value), "\(value)", dumped]
            for text in texts {
                for secret in Self.secrets where text.contains(secret) {
                    Issue.record("\(type(of: value)) shows a secret")
                }
                #expect(!text.contains("9876"))
            }
        }
    }

    @Test("errors say what to do, and hold no input")
    func errors() {
        let clients: [ClientError] = [
            .insecureURL, .unsupportedVersion, .notSent, .noAnswer, .unreadableReply(status: 500),
            .refused(ReplyCode("4111111111111111")),
        ]
        let texts =
            TokenError.allCases.map(\.description) + CheckoutError.allCases.map(\.description)
            + clients.map(\.description)
        for text in texts {
            #expect(!text.contains("4111"))
            #expect(text.split(separator: " ").count > 5 && text.hasSuffix("."), "\(text)")
        }
        let codes = TokenError.allCases.map(\.code) + CheckoutError.allCases.map(\.code)
        #expect(Set(codes).count == codes.count)
    }

    @Test("a log line is one of a closed set, with the prefix and Bolt's own words")
    func log() async {
        await confirmation(expectedCount: 3) { confirmed in
            let log = CosterLog(prefix: "CCCSDK: ") { line in
                #expect(Self.boltLines.contains(line))
                confirmed()
            }
            for line in [.merchantIdentifierMissing, .totalMissing, .deviceUnsupported]
                as [CosterLog.Line]
            {
                log.log(line)
            }
        }
        CosterLog.off.log(.busy)
    }

    private static let boltLines = [
        "CCCSDK: applePayMerchantID not set.", "CCCSDK: total not set or <= $0.",
        "CCCSDK: Device\u{20}doesn\u{2019}t support payments.",
    ]
}
