import Foundation
import MerchantStorage
import PaymentDomain
import PaymentStorage
import StrictCoding
import Testing
import WebPayments

@testable import CosterServer

@Suite(
    "Refusals of orders", .timeLimit(.minutes(20)),
    .server(WebOrderShop.environment))
struct OrderRefusalTests {
    @Test(
        "each has the status and the message of docs/reference/refusals",
        arguments: OrderRefusalRow.all)
    func refused(row: OrderRefusalRow) async throws {
        let shop = WebOrderShop(server: try #require(RunningServer.ofSuite))
        let reply = try await row.reply(shop)
        let object = try JSONValue(reading: reply.body).object
        #expect(object?["code"]?.text == row.code, "\(reply.text)")
        let text = "HTTP \(reply.status). \(object?["message"]?.text ?? "")"
        #expect(text == (try RefusalPage.text(of: row.code, in: .orders)))
    }
}

/// A code, and a request that is refused with it.
struct OrderRefusalRow: Sendable, CustomTestStringConvertible {
    let code: String
    let reply: @Sendable (WebOrderShop) async throws -> HTTPReply

    var testDescription: String { code }

    /// All of the page.
    static let all =
        requests + [
            Self(code: "scope-missing") { shop in
                _ = try await OwnMerchant.setUp(on: shop.server)
                let run = try await CommandRun.coster([
                    "merchant", "credential", "create", OwnMerchant.name, "native", "--user",
                    "reader", "--scopes", "read", "--data", shop.server.folder,
                ])
                let key = run.output.trimmingCharacters(in: .whitespacesAndNewlines)
                return try await WebOrderShop(server: shop.server, key: key).create("1.00")
            },
            Self(code: "client-secret-missing") { shop in
                try await shop.ask("POST", "/applepay/order", [WebOrderShop.json], "{}")
            },
            Self(code: "token-missing") { try await $0.pay("ord_", "7") },
            Self(code: "path-not-found") { try await $0.ask("GET", "/assets/none.js") },
            Self(code: "order-unknown") { try await $0.seen("ord_unknown") },
            Self(code: "idempotency-conflict") { shop in
                let key = newName()
                _ = try await shop.create("1.00", idempotencyKey: key)
                return try await shop.create("2.00", idempotencyKey: key)
            },
            Self(code: "order-expired") { try await $0.pay(expired(by: $0), "1.00") },
            Self(code: "order-paid") { shop in
                let order = try await shop.order("3.00")
                _ = try await shop.pay(order, "3.00")
                return try await shop.pay(order, "3.00")
            },
            Self(code: "order-in-progress") { shop in
                let order = try await shop.order("7100.02")
                async let first = shop.pay(order, "7100.02")
                while try await shop.seen(order.clientSecret).member("state") != "paying" {
                    try await shop.server.glance()
                }
                let second = try await shop.pay(order, "7100.02")
                _ = try await first
                return second
            },
            Self(code: "order-outcome-unknown") { shop in
                let order = try await shop.order("7100.01")
                _ = try await shop.pay(order, "7100.01")
                return try await shop.pay(order, "7100.01")
            },
            Self(code: "order-too-many-tries") { shop in
                let order = try await shop.order("7000.05")
                for _ in 0..<WebOrderLimits.tries { _ = try await shop.pay(order, "7000.05") }
                return try await shop.pay(order, "7000.05")
            },
        ]

    /// Requests for an order with something wrong in them.
    private static let requests: [Self] = [
        Self("unknown-member", more: #","note":"x""#),
        Self("bad-amount", amount: "1.999"), Self("bad-currency", currency: "usd"),
        Self("bad-reference", reference: ""),
        Self("bad-description", more: #","description":"""#),
        Self("bad-items", more: #","items":[{"amount":"1.00"}]"#),
        Self("bad-capture", more: #","capture":"later""#),
        Self("bad-expires-in", more: #","expires_in":1"#),
        Self("order-looks-like-card", reference: "4111111111111111"),
        Self(code: "idempotency-key-malformed") {
            try await $0.create("1.00", idempotencyKey: "a b")
        },
        Self(code: "content-type-not-json") { shop in
            try await shop.ask("POST", "/applepay/pay", [("Content-Type", "text/plain")], "{}")
        },
    ]

    private init(
        code: String, reply: @escaping @Sendable (WebOrderShop) async throws -> HTTPReply
    ) {
        self.code = code
        self.reply = reply
    }

    private init(
        _ code: String, amount: String = "1.00", currency: String = "USD", reference: String = "o",
        more: String = "", body: String? = nil
    ) {
        self.init(code: code) { shop in
            let usual =
                #"{"amount":"\#(amount)","currency":"\#(currency)","reference":"\#(reference)"\#(more)}"#
            return try await shop.ask(
                "POST", "/orders", [WebOrderShop.json, ("Authorization", "Bearer \(shop.key)")],
                body ?? usual)
        }
    }

    /// An order that was created two days ago.
    private static func expired(by shop: WebOrderShop) async throws -> PlacedOrder {
        let store = try await SQLPaymentStore(folder: shop.server.folder)
        let master = try MasterKeySource.inFile(DataFolder(shop.server.folder).masterKey)
        let vault = try await VaultKeyring(store: store, master: master).vault
        let orders = WebOrders(store: store, vault: vault, earliestSigning: { nil })
        let view = try await orders.create(
            try NewWebOrder(amount: "1.00", currency: "USD", reference: "o"),
            for: SandboxMerchant.id, at: presentTime().adding(seconds: -2 * 86_400))
        try store.close()
        return PlacedOrder(
            id: view.order.id.value, clientSecret: view.clientSecret, link: view.path)
    }
}
