import AppleSimulator
import Foundation
import PaymentDomain
import Testing

@Suite(
    "Orders of web shops", .timeLimit(.minutes(20)),
    .server(WebOrderShop.environment))
struct OrderTests {
    private let shop: WebOrderShop

    init() throws {
        shop = WebOrderShop(server: try #require(RunningServer.ofSuite))
    }

    @Test("an order is paid once, and everybody who asks hears the same")
    func paid() async throws {
        let order = try await shop.order("14.99")
        let token = try shop.server.token(try dollars("14.99")).pkPaymentTokenJSON
        let paid = try await shop.pay(order.clientSecret, token)
        #expect(paid.status == 200 && paid.member("outcome") == "paid", "\(paid.text)")
        #expect(try await shop.pay(order.clientSecret, token).text == paid.text)
        let found = try await shop.found(order)
        #expect(found.member("state") == "paid" && found.member("payment_id") != nil)
        #expect(try await shop.seen(order.clientSecret).member("state") == "paid")
        let page = try await shop.ask("GET", order.link)
        #expect(page.status == 200 && page.text.contains(#"data-state="paid""#))
        let both = try await EachDatabase.settled(shop.server)
        let id = found.member("payment_id")
        let payment = try #require(both.ours.first { $0.payment.id.value == id }).payment
        #expect(payment.amounts.captured == 1499)
    }

    /// What the acquirer makes of an amount, what the page hears, and the state after it.
    private static let outcomes = [
        ("7000.05", 200, "declined", "declined"), ("7100.04", 200, "failed", "declined"),
        ("7100.01", 202, "unknown", "unknown"), ("12.00", 200, "paid", "paid"),
    ]

    @Test("each outcome is the page's, the shop's and the order's", arguments: outcomes)
    func outcome(amount: String, status: Int, outcome: String, state: String) async throws {
        let order = try await shop.order(amount)
        let reply = try await shop.pay(order, amount)
        #expect(reply.status == status && reply.member("outcome") == outcome, "\(reply.text)")
        #expect(try await shop.found(order).member("state") == state)
        #expect(try await shop.seen(order.clientSecret).member("state") == state)
        #expect(try await shop.ask("GET", order.link).text.contains(#"data-state="\#(state)""#))
        if state == "unknown" {
            let again = try await shop.pay(order, amount)
            #expect(again.status == 409 && again.member("code") == "order-outcome-unknown")
        }
    }

    @Test("an order that isn't captured at once is authorized, and the shop captures it")
    func manual() async throws {
        let order = try await shop.order("20.00", more: #","capture":"manual""#)
        #expect(try await shop.pay(order, "20.00").member("outcome") == "paid")
        let id = try #require(try await shop.found(order).member("payment_id"))
        let native = NativeTestShop(server: shop.server)
        #expect(try await native.get("/v1/payments/\(id)").member("state") == "authorized")
        let capture = try await native.send(native.messages.capture(id, try dollars("20.00")))
        #expect(capture.member("state") == "done", "\(capture.text)")
    }

    @Test("a token for another amount or currency, a spent one and another merchant's pay nothing")
    func refused() async throws {
        let order = try await shop.order("14.99")
        let other = try await shop.pay(order, "14.98")
        #expect(other.status == 422 && other.member("code") == "amount-mismatch")
        let spent = try shop.server.token(try dollars("14.99")).json
        let first = try await shop.order("14.99")
        #expect(try await shop.pay(first.clientSecret, spent).member("outcome") == "paid")
        let replayed = try await shop.pay(order.clientSecret, spent)
        #expect(replayed.status == 409 && replayed.member("code") == "replayed", "\(replayed.text)")
        let apple = SimulatedAppleStore(directory: shop.server.folder)
        let stranger = SimulatedDevice(
            apple: try apple.apple(), merchant: try apple.merchant("merchant.coster.stranger"))
        let foreign = try stranger.pay(
            SimulatedOrder(amount: try dollars("14.99"), at: presentTime()))
        let unknown = try await shop.pay(order.clientSecret, foreign.json)
        #expect(unknown.status == 422 && unknown.member("code") == "unknown-key", "\(unknown.text)")
        let euros = try SimulatedOrder(
            amount: Money(decimal: "14.99", currency: #require(Currency(code: "EUR"))),
            at: presentTime())
        let mixed = try await shop.pay(order.clientSecret, try shop.server.device.pay(euros).json)
        #expect(mixed.member("code") == "currency-mismatch", "\(mixed.text)")
        #expect(try await shop.found(order).member("state") == "open")
    }

    @Test("what a page adds to its request changes nothing")
    func changed() async throws {
        let order = try await shop.order("14.99")
        let token = try shop.server.token(try dollars("1.00")).json
        for more in [#","amount":"1.00""#, #","currency":"EUR","total":{"amount":"1.00"}"#] {
            let reply = try await shop.pay(order.clientSecret, token, more: more)
            #expect(reply.member("code") == "amount-mismatch", "\(reply.text)")
        }
    }

    @Test("64 pages that pay one order at once, each with a token of its own, pay it once")
    func atOnce() async throws {
        let order = try await shop.order("33.00")
        let tokens = try (0..<64).map { _ in try shop.server.token(try dollars("33.00")).json }
        let replies = try await withThrowingTaskGroup(of: HTTPReply.self) { group in
            for token in tokens {
                group.addTask { [shop] in try await shop.pay(order.clientSecret, token) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(replies.count { $0.member("outcome") == "paid" } == 1)
        let others = Set(replies.compactMap { $0.member("code") })
        #expect(
            others.isSubset(of: ["order-paid", "order-in-progress", "overloaded"]), "\(others)")
        #expect(try await shop.found(order).text.contains(#""tries":1"#))
    }

    @Test("the same Idempotency-Key gets the same order, and is refused to another one")
    func repeated() async throws {
        let key = newName()
        let reference = newName()
        let first = try await shop.create("5.00", reference: reference, idempotencyKey: key)
        let again = try await shop.create("5.00", reference: reference, idempotencyKey: key)
        #expect(first.status == 201 && again.text == first.text)
        let other = try await shop.create("6.00", reference: reference, idempotencyKey: key)
        #expect(other.status == 422 && other.member("code") == "idempotency-conflict")
    }

    @Test("only the right secret, link or key shows an order")
    func secrets() async throws {
        let order = try await shop.order("14.99")
        for secret in [
            "", order.id, String(order.clientSecret.dropLast()), order.clientSecret + "a",
            order.id + "_secret_" + String(repeating: "A", count: 24),
        ] {
            let seen = try await shop.seen(secret)
            #expect(seen.status == 404 && seen.member("code") == "order-unknown", "\(secret)")
        }
        for link in ["/pay/abc", String(order.link.dropLast()) + "_", "/pay/" + order.id] {
            #expect(try await shop.ask("GET", link).status == 404)
        }
        let keyless = WebOrderShop(server: shop.server, key: "csk_other_secret")
        #expect(try await keyless.found(order).member("code") == "unauthorized")
        #expect(try await keyless.create("1.00").status == 401)
        let missing = try await shop.ask(
            "GET", "/orders/ord_" + String(repeating: "A", count: 24),
            [("Authorization", "Bearer csk_sandbox")])
        #expect(missing.status == 404 && missing.member("code") == "order-unknown")
    }

    @Test("an order of another merchant isn't shown, and its link pays for that merchant")
    func foreign() async throws {
        _ = try await OwnMerchant.setUp(on: shop.server)
        let run = try await CommandRun.coster([
            "order", "create", OwnMerchant.name, "--amount", "9.00", "--currency", "USD",
            "--reference", "r", "--json", "--data", shop.server.folder,
        ])
        #expect(run.ending == .exited(0), "\(run.errors)")
        let reply = HTTPReply(status: 200, headers: [:], body: Array(run.output.utf8))
        let id = try #require(reply.member("id"))
        let link = try #require(reply.member("link"))
        let hidden = try await shop.ask(
            "GET", "/orders/\(id)", [("Authorization", "Bearer csk_sandbox")])
        #expect(hidden.status == 404)
        #expect(try await shop.ask("GET", link).text.contains(OwnMerchant.name))
        // A token for the sandbox's merchant isn't one for that merchant.
        let paid = try await shop.pay(
            try #require(reply.member("client_secret")),
            try shop.server.token(try dollars("9.00")).json)
        #expect(paid.member("code") == "unknown-key", "\(paid.text)")
    }

    @Test("the log has no secret, no link and no token of an order")
    func log() async throws {
        let order = try await shop.order("14.99")
        let token = try shop.server.token(try dollars("14.99"))
        _ = try await shop.ask("GET", order.link)
        _ = try await shop.pay(order.clientSecret, token.json)
        let log = try String(
            contentsOfFile: RunningServer.logFile(shop.server.folder), encoding: .utf8)
        let secrets = [
            String(order.clientSecret.suffix(24)), String(order.link.suffix(24)),
            token.fields.data, token.fields.transactionId,
        ]
        for secret in secrets { #expect(!log.contains(secret)) }
    }
}
