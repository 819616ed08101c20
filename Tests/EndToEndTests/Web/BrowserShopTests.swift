import Foundation
import Testing

/// The shop of `examples/web-shop` in a browser, with its own server between the page and the sandbox.
@Suite(
    "A customer pays in the example's web shop", .timeLimit(.minutes(20)), .serialized,
    .withBrowser, .server())
struct BrowserShopTests {
    private typealias Step = BrowserCustomer.Step

    /// What a customer does, and what must have come of it.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The socks' price; the post costs 2.99 more.
        var price = "12.00"
        let steps: [BrowserCustomer.Step]
        /// What the page says in the end.
        let outcome: String
        /// The captured amount in the books.
        var captured: String?
        /// How many payments there are.
        var payments = 1
    }

    private static let button = "Pay with Apple Pay"
    /// How the shop pays, as its page names them.
    private static let ways = [
        "An order at Coster", "Vantiv, through eProtect", "CardPointe, through CardSecure",
    ]

    private static func total(_ amount: String) -> BrowserCustomer.Step {
        .init("see", "dialog .total", .text(amount))
    }

    static let rows =
        ways.flatMap { way in
            [
                Row(
                    testDescription: "\(way): pays",
                    steps: [
                        .init("check", .text(way)), .init("press", .text(button)),
                        total("14.99"), .init("press", "Pay"), .init("see", ".mark.tick"),
                    ],
                    outcome: "paid", captured: "14.99"),
                Row(
                    testDescription: "\(way): changes shipping and uses a coupon, then pays",
                    steps: [
                        .init("check", .text(way)), .init("press", .text(button)),
                        .init("choose", "Shipping", "courier"), total("21.99"),
                        .init("fill", "Coupon", "TEN"), total("20.79"), .init("press", "Pay"),
                    ],
                    outcome: "paid", captured: "20.79"),
                Row(
                    testDescription: "\(way): is declined", price: "6997.06",
                    steps: [
                        .init("check", .text(way)), .init("press", .text(button)),
                        .init("press", "Pay"),
                    ],
                    outcome: "declined"),
            ]
        } + [
            Row(
                testDescription: "a coupon that nobody knows changes nothing",
                steps: [
                    .init("press", .text(button)), .init("fill", "Coupon", "FREE"),
                    .init("see", "dialog .error", "This coupon isn't known."), total("14.99"),
                    .init("press", "Cancel"),
                ],
                outcome: "cancelled", payments: 0),
            Row(
                testDescription: "loads the page again while it pays",
                steps: [
                    .init("check", .text(ways[1])), .init("hold", "/pay"),
                    .init("press", .text(button)), .init("press", "Pay"), .init("held_reply"),
                    .init("reload"),
                ],
                outcome: "paid", captured: "14.99"),
        ]

    @Test("and page and books agree", arguments: rows)
    func outcome(_ row: Row) async throws {
        let server = try #require(RunningServer.ofSuite)
        let before = try await server.booked { _ in true }.count
        let script = Places.repository.appending(path: "examples/web-shop/shop.py").path
        let arguments = [script, "0", "http://127.0.0.1:\(server.port)", row.price]
        try await ExampleShop.lend(python: arguments, called: "shop") { shop in
            let open = [
                Step("open", .text(shop.absoluteString)), Step("enabled", .text(Self.button)),
            ]
            let end = [Step("see", .text("body[data-outcome='\(row.outcome)']"))]
            let visit = try await BrowserCustomer().visit(open + row.steps + end)
            let complaints = visit.complaints.filter {
                !(row.outcome == "cancelled" && $0.hasPrefix("Failed to load resource"))
            }
            #expect(complaints == [])
        }
        let booked = try await server.booked { _ in true }
        #expect(booked.count - before == row.payments, "\(booked)")
        let newest = booked.prefix(row.payments).compactMap(\.captured)
        #expect(newest == [row.captured].compactMap { $0 })
    }
}
