import Foundation
import StrictCoding
import Testing

/// The hosted page, as a customer sees it. Page, order and books must agree on one outcome.
@Suite(
    "A customer pays on the hosted page", .timeLimit(.minutes(20)), .serialized, .withBrowser,
    .server(["COSTER_ACQUIRER_TIMEOUT_SECONDS": "2"]))
struct BrowserPageTests {
    private typealias Step = BrowserCustomer.Step

    /// What a customer does after the page has opened, and what must have come of it.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var amount = "14.99"
        /// Settings of the simulated device.
        var simulator: [String: String] = [:]
        let steps: [BrowserCustomer.Step]
        /// The state of the order in the end.
        let state: String
        /// How many payments the order has.
        let payments: Int
        /// Whether the browser may complain of a reply that isn't 200; nothing else is ever allowed.
        var hasFailedReply = false
    }

    private static let button = "Pay with Apple Pay"

    private static func page(shows state: String) -> BrowserCustomer.Step {
        .init("see", .text("main[data-state='\(state)']"))
    }

    static let rows = [
        Row(
            testDescription: "by clicks: sheet, Pay, tick",
            steps: [
                .init("press", .text(button)), .init("press", "Pay"), .init("see", ".mark.tick"),
                page(shows: "paid"), .init("gone", "apple-pay-simulator"),
            ],
            state: "paid", payments: 1),
        Row(
            testDescription: "by keyboard alone",
            steps: [
                .init("enabled", .text(button)), .init("key", "Tab"), .init("key", "Enter"),
                .init("enabled", "Pay"), .init("key", "Enter"), page(shows: "paid"),
            ],
            state: "paid", payments: 1),
        Row(
            testDescription: "with two clicks on each button",
            steps: [
                .init("press_twice", .text(button)), .init("press_twice", "Pay"),
                page(shows: "paid"),
            ],
            state: "paid", payments: 1),
        Row(
            testDescription: "is declined", amount: "7000.05",
            steps: [
                .init("press", .text(button)), .init("press", "Pay"), page(shows: "declined"),
                .init("enabled", .text(button)),
            ],
            state: "declined", payments: 1),
        Row(
            testDescription: "is declined with one card, and pays with another",
            steps: [
                .init("press", .text(button)), .init("choose", "Card", "expired"),
                .init("press", "Pay"), page(shows: "declined"), .init("press", .text(button)),
                .init("choose", "Card", "amex"), .init("press", "Pay"), page(shows: "paid"),
            ],
            state: "paid", payments: 2),
        Row(
            testDescription: "cancels by the button",
            steps: [
                .init("press", .text(button)), .init("enabled", "Pay"), .init("press", "Cancel"),
                page(shows: "cancelled"), .init("enabled", .text(button)),
            ],
            state: "open", payments: 0),
        Row(
            testDescription: "cancels by Escape, and then pays",
            steps: [
                .init("press", .text(button)), .init("enabled", "Pay"), .init("key", "Escape"),
                page(shows: "cancelled"), .init("press", .text(button)), .init("press", "Pay"),
                page(shows: "paid"),
            ],
            state: "paid", payments: 1),
        Row(
            testDescription: "waits longer than the sheet does, and has paid",
            steps: [
                .init("hold", "/applepay/pay"), .init("press", .text(button)),
                .init("enabled", "Pay"), .init("set", "clockSeconds", 1), .init("press", "Pay"),
                .init("see", ".mark.cross"),
                .init("gone", "apple-pay-simulator"), .init("release"), page(shows: "paid"),
            ],
            state: "paid", payments: 1),
        Row(
            testDescription: "hears that the outcome is unknown", amount: "7100.01",
            steps: [
                .init("press", .text(button)), .init("press", "Pay"), page(shows: "unknown"),
            ],
            state: "unknown", payments: 1),
        Row(
            testDescription: "loads the page again while it pays",
            steps: [
                .init("hold", "/applepay/pay"), .init("press", .text(button)),
                .init("press", "Pay"), .init("held_reply"), .init("reload"), page(shows: "paid"),
            ],
            state: "paid", payments: 1),
        Row(
            testDescription: "gets no session, since Apple refuses",
            simulator: ["trouble": #""refused""#],
            steps: [
                .init("press", .text(button)), page(shows: "failed"),
                .init("gone", "apple-pay-simulator"),
            ],
            state: "open", payments: 0, hasFailedReply: true),
        Row(
            testDescription: "waits for a session that Apple is too slow to give",
            simulator: ["trouble": #""slow""#],
            steps: [
                .init("press", .text(button)), page(shows: "failed"),
                .init("gone", "apple-pay-simulator"),
            ],
            state: "open", payments: 0, hasFailedReply: true),
        Row(
            testDescription: "pays another amount, which the page was changed to",
            steps: [
                .init("tamper", "/pay/*", "14.99", "1.00"), .init("press", .text(button)),
                .init("see", "dialog .total", "1.00"), .init("press", "Pay"),
                page(shows: "failed"),
            ],
            state: "open", payments: 0, hasFailedReply: true),
        Row(
            testDescription: "gets a session that has expired",
            simulator: ["trouble": #""expired""#],
            steps: [.init("press", .text(button)), page(shows: "cancelled")],
            state: "open", payments: 0, hasFailedReply: true),
        Row(
            testDescription: "gets a session of the other environment, whose sheet fails",
            simulator: ["trouble": #""other-environment""#],
            steps: [
                .init("press", .text(button)), .init("press", "Pay"), .init("see", ".mark.cross"),
                page(shows: "cancelled"),
            ],
            state: "open", payments: 0),
    ]

    @Test("and page, order and books agree", arguments: rows)
    func outcome(_ row: Row) async throws {
        let shop = WebOrderShop(server: try #require(RunningServer.ofSuite))
        let order = try await shop.order(row.amount)
        let open = Step("open", .text("http://localhost:\(shop.server.port)\(order.link)"))
        let visit = try await BrowserCustomer(simulator: row.simulator)
            .visit([open, Step("enabled", .text(Self.button))] + row.steps)
        try await shop.expect(order, row.state, payments: row.payments)
        let complaints = visit.complaints.filter {
            !(row.hasFailedReply && $0.hasPrefix("Failed to load resource"))
        }
        #expect(complaints == [])
    }

    @Test("what the page's policy stops, the browser reports, and the server counts")
    func policyReport() async throws {
        let shop = WebOrderShop(server: try #require(RunningServer.ofSuite))
        let order = try await shop.order("14.99")
        let visit = try await BrowserCustomer().visit([
            Step("open", .text("http://localhost:\(shop.server.port)\(order.link)")),
            Step("call", "void (new Image().src = 'https://evil.example/x')"),
            Step("complained", "policy: img-src"),
        ])
        #expect(visit.complaints.contains { $0.hasPrefix("policy: img-src") })
        let counted = #"operation="policy-report",outcome="policy-img-src"} 1"#
        let isCounted = try await TortureClock.until(within: .seconds(30)) {
            try await shop.server.get("/metrics").text.contains(counted)
        }
        #expect(isCounted)
    }

    @Test("two tabs pay one order once")
    func twoTabs() async throws {
        let shop = WebOrderShop(server: try #require(RunningServer.ofSuite))
        let order = try await shop.order("14.99")
        let open = Step("open", .text("http://localhost:\(shop.server.port)\(order.link)"))
        let click = Step("press", .text(Self.button))
        let pay = Step("press", "Pay")
        let first = Step("turn", 0)
        let second = Step("turn", 1)
        let paid = Self.page(shows: "paid")
        _ = try await BrowserCustomer().visit([
            open, click, open, click, first, pay, second, pay, paid, first, paid,
        ])
        try await shop.expect(order, "paid", payments: 1)
    }
}

extension WebOrderShop {
    /// Expects an order's state, and that the books have as much money and as many payments of it.
    func expect(
        _ order: PlacedOrder, _ state: String, payments: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let found = try await found(order)
        #expect(found.member("state") == state, "\(found.text)", sourceLocation: sourceLocation)
        let reference = try #require(found.member("reference"))
        let booked = try await server.booked { $0.reference == reference }
        #expect(booked.count == payments, "\(booked)", sourceLocation: sourceLocation)
        let wanted = state == "paid" ? [try #require(found.member("amount"))] : []
        #expect(booked.compactMap(\.captured) == wanted, sourceLocation: sourceLocation)
    }
}
