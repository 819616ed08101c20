import Foundation
import Testing

/// The simulated `ApplePaySession` by itself: what a shop's page gets wrong must fail here as it does in Safari.
@Suite(
    "The simulated ApplePaySession", .timeLimit(.minutes(20)), .serialized, .withBrowser,
    .server())
struct BrowserDeviceTests {
    private typealias Step = BrowserCustomer.Step

    /// A change of a good request, the session's version, and what becomes of the constructor.
    struct Row: Sendable {
        let find: String
        let replace: String
        var version = 3
        let result: String

        init(_ find: String, _ replace: String, version: Int = 3, _ result: String) {
            (self.find, self.replace, self.version, self.result) = (find, replace, version, result)
        }
    }

    private static let good =
        #"{"countryCode":"US","currencyCode":"USD","merchantCapabilities":["supports3DS"],"#
        + #""supportedNetworks":["visa"],"total":{"label":"Shop","amount":"14.99"}}"#

    static let rows = [
        Row("", "", "made"), Row("", "", version: 1, "made"), Row("", "", version: 14, "made"),
        Row("", "", version: 0, "InvalidAccessError"),
        Row("", "", version: 15, "InvalidAccessError"),
        Row("\"US\"", "\"us\"", "TypeError"), Row("\"US\"", "\"USA\"", "TypeError"),
        Row("\"USD\"", "\"dollar\"", "TypeError"), Row(#""countryCode":"US","#, "", "TypeError"),
        Row("supports3DS", "supportsCredit", "TypeError"),
        Row("supports3DS", "supports4DS", "TypeError"),
        Row(#"["supports3DS"]"#, "[]", "TypeError"), Row(#"["visa"]"#, "[]", "TypeError"),
        Row("visa", "VISA", "made"), Row("visa", "visacard", "TypeError"),
        Row("visa", "jcb", version: 1, "TypeError"), Row("visa", "jcb", version: 2, "made"),
        Row("visa", "bancontact", version: 13, "TypeError"),
        Row("visa", "bancontact", version: 14, "made"),
        Row("14.99", "0.00", "TypeError"), Row("14.99", "0.00", version: 4, "made"),
        Row("14.99", "-1.00", version: 4, "TypeError"), Row("14.99", "14,99", "TypeError"),
        Row("14.99", "", "TypeError"), Row(#""label":"Shop","#, "", "TypeError"),
        Row(#""label":"Shop""#, #""label":"""#, "TypeError"),
        Row("{\"country", #"{"supportsCouponCode":true,"country"#, version: 11, "TypeError"),
        Row("{\"country", #"{"supportsCouponCode":true,"country"#, version: 12, "made"),
        Row("{\"country", #"{"merchantIdentifier":"merchant.shop","country"#, "TypeError"),
        Row("{\"country", #"{"requiredShippingContactFields":["address"],"country"#, "TypeError"),
        Row("{\"country", #"{"requiredShippingContactFields":["email"],"country"#, "made"),
        Row("{\"country", #"{"lineItems":[{"label":"Tax"}],"country"#, "TypeError"),
        Row("{\"country", #"{"lineItems":[{"label":"Tax","type":"pending"}],"country"#, "made"),
        Row(
            "{\"country", #"{"shippingMethods":[{"label":"Post","amount":"1.00"}],"country"#,
            "TypeError"),
        Row("{\"country", #"{"applicationData":"no base64!","country"#, "TypeError"),
    ]

    @Test("a request is taken or refused as WebKit does it")
    func requests() async throws {
        let steps =
            try await [Self.page()]
            + Self.rows.map { row in
                let request =
                    row.find.isEmpty ? Self.good : Self.good.replacing(row.find, with: row.replace)
                return Step("construct", .number(row.version), .text(request))
            }
        let visit = try await BrowserCustomer().visit(steps)
        try #require(visit.texts.count == Self.rows.count)
        for (row, result) in zip(Self.rows, visit.texts) {
            #expect(result == row.result, "\(row.replace) for \(row.find) in \(row.version)")
        }
    }

    /// What a page calls, and what it gets.
    static let calls = [
        ("ApplePaySession.supportsVersion(14)", "True"),
        ("ApplePaySession.supportsVersion(15)", "False"),
        ("ApplePaySession.canMakePayments()", "True"),
        ("ApplePaySession.STATUS_SUCCESS", "0"), ("ApplePaySession.STATUS_FAILURE", "1"),
        ("'onvalidatemerchant' in ApplePaySession.prototype", "True"),
        (
            "ApplePaySession.applePayCapabilities('merchant.shop').then((c) => c.paymentCredentialStatus)",
            "paymentCredentialsAvailable"
        ),
        ("new ApplePayError('couponCodeInvalid', undefined, 'no').message", "no"),
        (
            "(() => { try { new ApplePayError('nonsense') } catch (error) { return error.name } })()",
            "TypeError"
        ),
    ]

    @Test("the class answers what pages ask it first")
    func statics() async throws {
        let steps = try await [Self.page()] + Self.calls.map { Step("call", .text($0.0)) }
        let visit = try await BrowserCustomer().visit(steps)
        #expect(visit.texts == Self.calls.map(\.1))
        #expect(visit.complaints == [])
    }

    private static func page() async throws -> Step {
        let shop = WebOrderShop(server: try #require(RunningServer.ofSuite))
        let order = try await shop.order("14.99")
        return Step("open", .text("http://localhost:\(shop.server.port)\(order.link)"))
    }
}
