import Foundation
import Testing

/// Every state of each page, in every look: no fault by the rules of WCAG 2.2 A and AA that a program can check.
///
/// With COSTER_SCREENSHOTS=FOLDER each state is kept as a picture.
@Suite(
    "Pages can be used by everyone", .timeLimit(.minutes(20)), .serialized, .withBrowser,
    .server(["COSTER_ACQUIRER_TIMEOUT_SECONDS": "2"]))
struct BrowserLookTests {
    private typealias Step = BrowserCustomer.Step

    /// A screen.
    struct Look: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let width: Int
        let height: Int
        let scheme: String
    }

    static let looks = [
        Look(testDescription: "phone, light", width: 390, height: 844, scheme: "light"),
        Look(testDescription: "phone, dark", width: 390, height: 844, scheme: "dark"),
        Look(testDescription: "desktop, light", width: 1280, height: 900, scheme: "light"),
        Look(testDescription: "desktop, dark", width: 1280, height: 900, scheme: "dark"),
        // Source: WCAG 2.2, 1.4.10: content fits a width of 320 pixels.
        Look(testDescription: "zoomed four times", width: 320, height: 256, scheme: "light"),
    ]

    private static let button = "Pay with Apple Pay"
    private static let items =
        #","description":"Two pairs of socks","items":[{"label":"Wool socks","amount":"12.00"},{"label":"Post","amount":"2.99"}]"#

    @Test("the hosted page and the sheet", arguments: looks)
    func hostedPage(_ look: Look) async throws {
        let shop = WebOrderShop(server: try #require(RunningServer.ofSuite))
        let page = { (order: PlacedOrder) in
            Self.open("http://localhost:\(shop.server.port)\(order.link)", look)
        }
        let paid = try await shop.order("14.99", more: Self.items)
        let declined = try await shop.order("7000.05")
        let unknown = try await shop.order("7100.01")
        let refused = try await shop.order("14.99")
        let steps =
            page(paid) + Self.audit("open", look) + [Step("press", .text(Self.button))]
            + [Step("enabled", "Pay")] + Self.audit("sheet", look) + [Step("press", "Cancel")]
            + Self.audit("cancelled", look, "cancelled")
            + [Step("set", "trouble", "other-environment"), Step("press", .text(Self.button))]
            + [Step("press", "Pay"), Step("see", ".mark.cross")] + Self.audit("cross", look)
            + [Step("gone", "apple-pay-simulator"), Step("set", "trouble", "")]
            + [Step("hold", "/applepay/pay"), Step("press", .text(Self.button))]
            + [Step("press", "Pay"), Step("held_reply")] + Self.audit("paying", look, "paying")
            + [Step("set", "resultMilliseconds", 10_000), Step("release")]
            + [Step("see", ".mark.tick")] + Self.audit("tick", look)
            + page(paid) + Self.audit("paid", look, "paid")
            + page(declined) + Self.pay + Self.audit("declined", look, "declined")
            + page(unknown) + Self.pay + Self.audit("unknown", look, "unknown")
            + page(refused) + [Step("set", "trouble", "refused")]
            + [Step("press", .text(Self.button))] + Self.audit("failed", look, "failed")
            + page(refused) + [Step("refuse", "order-expired")] + Self.pay
            + Self.audit("expired", look, "expired")
            + page(refused) + [Step("refuse", "order-too-many-tries")] + Self.pay
            + Self.audit("closed", look, "closed")
            + page(refused)
            + [Step("tamper", "/sandbox/apple-pay.js", "window.ApplePaySession =", "window.none =")]
            + Self.audit("unsupported", look, "unsupported")
            + page(refused)
            + [Step("tamper", "/assets/coster-pay.*", "CosterPay", "NoPay")]
            + Self.audit("no-script", look, "failed")
            + Self.open("http://localhost:\(shop.server.port)/pay/none", look)
            + Self.audit("no-order", look)
        _ = try await BrowserCustomer().visit(steps)
    }

    @Test("the sandbox's start page", arguments: looks)
    func startPage(_ look: Look) async throws {
        let shop = WebOrderShop(server: try #require(RunningServer.ofSuite))
        _ = try await shop.order("14.99")
        let steps =
            Self.open("http://localhost:\(shop.server.port)/", look)
            + [Step("press", "Make a payment link"), Step("see", "#made a")]
            + [Step("open_first", "#exchanges summary")] + Self.audit("start", look)
        let visit = try await BrowserCustomer().visit(steps)
        #expect(visit.complaints == [])
    }

    @Test("the example's web shop", arguments: looks)
    func shop(_ look: Look) async throws {
        let server = try #require(RunningServer.ofSuite)
        let script = Places.repository.appending(path: "examples/web-shop/shop.py").path
        let arguments = [script, "0", "http://127.0.0.1:\(server.port)"]
        try await ExampleShop.lend(python: arguments, called: "shop") { shop in
            let steps =
                Self.open(shop.absoluteString, look) + [Step("enabled", .text(Self.button))]
                + Self.audit("shop-open", look) + [Step("press", .text(Self.button))]
                + [Step("fill", "Coupon", "FREE"), Step("see", "dialog .error", "isn't known")]
                + Self.audit("shop-sheet", look) + [Step("press", "Pay")]
                + [Step("see", "body[data-outcome=paid]"), Step("gone", "apple-pay-simulator")]
                + Self.audit("shop-paid", look)
            _ = try await BrowserCustomer().visit(steps)
        }
    }

    private static let pay = [Step("press", .text(button)), Step("press", "Pay")]

    private static func open(_ address: String, _ look: Look) -> [Step] {
        [
            Step(
                "open", .text(address), .number(look.width), .number(look.height),
                .text(look.scheme))
        ]
    }

    /// Waits for a state of the hosted page, if one is named, and looks for faults.
    private static func audit(_ name: String, _ look: Look, _ state: String? = nil) -> [Step] {
        let look = look.testDescription.filter { $0 != "," }.replacing(" ", with: "-")
        let wait = state.map { [Step("see", .text("main[data-state='\($0)']"))] } ?? []
        return wait + [Step("audit", .text("\(name)-\(look)"))]
    }
}
