import Foundation
import PaymentDomain
import ShopSimulator
import Testing

@Suite("The JSON API of a server", .timeLimit(.minutes(20)), .server())
struct NativeAPITests {
    private let shop: NativeTestShop

    init() throws {
        shop = NativeTestShop(server: try #require(RunningServer.ofSuite))
    }

    @Test("gives the same request the same reply, and refuses its key to another one")
    func repeated() async throws {
        let amount = try dollars("14.99")
        let message = shop.messages.pay(
            try shop.server.token(amount), amount, order: newName(), captures: true)
        let first = try await shop.send(message)
        #expect(first.status == 201 && first.member("state") == "captured", "\(first.text)")
        #expect(try await shop.send(message).text == first.text)
        let other = message.body.replacing(#""value":1499"#, with: #""value":1500"#)
        let refused = try await shop.send(message, body: other)
        #expect(refused.status == 422 && refused.member("code") == "idempotency-conflict")
    }

    @Test("captures in parts, refunds and voids, and shows the payment at each step")
    func life() async throws {
        let messages = shop.messages
        let id = try await shop.authorized(try dollars("10.00"))
        let path = "/v1/payments/\(id)"
        #expect(try await shop.get(path).text.contains(#""capturable":1000"#))
        for state in ["partlyCaptured", "captured"] {
            let reply = try await shop.send(messages.capture(id, try dollars("5.00")))
            #expect(reply.status == 201 && reply.member("state") == "done", "\(reply.text)")
            #expect(try await shop.get(path).member("state") == state)
        }
        let tooMuch = try await shop.send(messages.capture(id, try dollars("0.01")))
        #expect(tooMuch.status == 409 && tooMuch.member("code") == "depleted", "\(tooMuch.text)")
        let refund = try await shop.send(messages.refund(id, try dollars("4.00")))
        #expect(refund.status == 201 && refund.member("type") == "refund", "\(refund.text)")
        #expect(try await shop.get(path).text.contains(#""refundable":600"#))
        let other = try await shop.authorized(try dollars("10.00"))
        #expect(try await shop.send(messages.void(other)).member("state") == "done")
        #expect(try await shop.get("/v1/payments/\(other)").member("state") == "voided")
    }

    @Test("keeps a payment's metadata, and shows it")
    func metadata() async throws {
        let amount = try dollars("2.00")
        let message = shop.messages.pay(
            try shop.server.token(amount), amount, order: newName(), captures: false)
        let body = message.body.replacing(
            #""orderReference""#, with: #""metadata":{"cart":"7"},"orderReference""#)
        let id = try #require(try await shop.send(message, body: body).member("id"))
        let shown = try await shop.get("/v1/payments/\(id)")
        #expect(shown.text.contains(#""metadata":{"cart":"7"}"#), "\(shown.text)")
    }

    @Test("lists payments in pages, newest first")
    func pages() async throws {
        var ids: [String] = []
        for _ in 0..<3 { ids.append(try await shop.authorized(try dollars("1.00"))) }
        let first = try await shop.get("/v1/payments?limit=1")
        let cursor = try #require(first.member("next"))
        let second = try await shop.get("/v1/payments?limit=100&cursor=\(cursor)")
        #expect(second.status == 200 && !second.text.contains(#"{"id":"\#(cursor)""#))
        let all = first.text + second.text
        for id in ids { #expect(all.contains(#"{"id":"\#(id)""#)) }
        let foreign = try await shop.get("/v1/payments?cursor=\(String(repeating: "0", count: 32))")
        #expect(foreign.status == 404 && foreign.member("code") == "cursor-unknown")
    }

    @Test("lists the events of a payment in pages, and shows each")
    func events() async throws {
        let id = try await shop.authorized(try dollars("3.00"))
        _ = try await shop.send(shop.messages.capture(id, try dollars("2.00")))
        _ = try await shop.send(shop.messages.refund(id, try dollars("1.00")))
        var types: [String?] = []
        var path = "/v1/events?payment=\(id)&limit=1"
        for _ in 0..<3 {
            let page = try await shop.get(path)
            types.append(page.member("type"))
            #expect(page.text.contains(#""hasMore":\#(types.count < 3)"#), "\(page.text)")
            path = "/v1/events?limit=1&payment=\(id)&cursor=\(page.member("next") ?? "")"
        }
        #expect(types == ["payment.authorized", "payment.captured", "payment.refunded"])
        #expect(try await shop.get(path).text.hasPrefix(#"{"events":[],"#))
        let first = try await shop.get("/v1/events/evt_\(id)_1")
        #expect(first.status == 200 && first.member("type") == "payment.authorized")
        #expect(try await shop.get("/v1/events?kinds=payment.refunded").text.contains(id))
    }

    @Test("opens a token once, on record, and the token pays no more")
    func opened() async throws {
        let amount = try dollars("14.99")
        let token = try shop.server.token(amount)
        let opened = try await shop.decrypt(token)
        #expect(opened.status == 200 && opened.member("eci") != nil, "\(opened.text)")
        #expect(opened.member("dpan") == (try digits(of: .visa)))
        #expect(opened.headers["cache-control"] == "no-store")
        let again = try await shop.decrypt(token)
        #expect(again.status == 409, "\(again.text)")
        let paid = try await shop.send(
            shop.messages.pay(token, amount, order: newName(), captures: false))
        #expect(paid.status == 409 && paid.member("code") == "replayed", "\(paid.text)")
        let log = try await expect(0, ["audit-log", "--json", "--data", shop.server.folder])
        #expect(log.output.contains("card-data-opened"))
    }

    @Test("creates, tests and removes endpoints of the merchant, and shows each secret once")
    func webhooks() async throws {
        let url = "http://127.0.0.1:\(try FreePort.find())/hooks"
        let body = #"{"url":"\#(url)","events":["payment.captured"]}"#
        let made = try await shop.ask("POST", "/v1/webhooks", body)
        #expect(made.status == 201, "\(made.text)")
        #expect(made.member("secret")?.hasPrefix("whsec_") == true)
        let path = "/v1/webhooks/\(try #require(made.member("id")))"
        let again = try await shop.ask("POST", "/v1/webhooks", body)
        #expect(again.status == 409 && again.member("code") == "webhook-exists")
        let secret = try #require(made.member("secret"))
        for page in [try await shop.get("/v1/webhooks"), try await shop.get(path)] {
            #expect(page.status == 200 && page.text.contains("payment.captured"))
            #expect(!page.text.contains(secret))
        }
        let tested = try await shop.ask("POST", "\(path)/test")
        #expect(tested.status == 200 && tested.text.contains(#""delivered":false"#))
        let rotated = try await shop.ask("POST", "\(path)/rotate", "{}")
        #expect(rotated.status == 201 && rotated.member("secret") != secret)
        #expect(try await shop.get("\(path)/deliveries").text.hasPrefix(#"{"deliveries":["#))
        let refused = try await shop.ask(
            "POST", "/v1/webhooks", #"{"url":"https://10.0.0.1/hooks"}"#)
        #expect(refused.status == 422 && refused.member("code") == "webhook-address-refused")
        #expect(try await shop.ask("DELETE", path).status == 200)
        #expect(try await shop.get(path).member("code") == "webhook-unknown")
        let log = try await expect(0, ["audit-log", "--json", "--data", shop.server.folder])
        #expect(log.output.contains("webhook-created") && !log.output.contains(secret))
    }

    @Test("answers what isn't there, and keys that don't do, with problems")
    func problems() async throws {
        let none = try await shop.get("/v1/nothing")
        #expect(none.status == 404 && none.member("code") == "path-not-found")
        let method = try await shop.get("/v1/tokens/verify")
        #expect(method.status == 405 && method.headers["allow"] == "POST")
        #expect(method.member("code") == "method-not-allowed")
        for key in ["", "csk_sandbox_x", "csk_nobody_x", "cpk_sandbox"] {
            let reply = try await NativeTestShop(server: shop.server, key: key).get("/v1/payments")
            #expect(reply.status == 401 && reply.member("code") == "unauthorized", "\(key)")
        }
    }

    @Test("gives each key its scopes, and each merchant its own payments")
    func keys() async throws {
        let data = ["--data", shop.server.folder]
        let create = ["merchant", "credential", "create", "flowers", "native", "--user"]
        try await expect(
            0, ["merchant", "create", "flowers", "--apple-merchant-id", "merchant.flowers"] + data)
        let id = try await shop.authorized(try dollars("1.00"))
        let made = try await expect(0, create + ["reader", "--scopes", "read"] + data).output
        let key = made.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(key.hasPrefix("csk_reader_"))
        let reader = NativeTestShop(server: shop.server, key: key)
        #expect(try await reader.get("/v1/payments").text == #"{"payments":[]}"#)
        #expect(try await reader.get("/v1/payments/\(id)").status == 404)
        #expect(try await reader.get("/v1/payments?cursor=\(id)").status == 404)
        #expect(try await reader.get("/v1/events").text.hasPrefix(#"{"events":[],"#))
        #expect(try await reader.get("/v1/events/evt_\(id)_1").status == 404)
        #expect(try await reader.get("/v1/events?payment=\(id)").status == 404)
        let cursor = try #require(try await shop.get("/v1/events?limit=1").member("next"))
        let foreign = try await reader.get("/v1/events?cursor=\(cursor)")
        #expect(foreign.status == 404 && foreign.member("code") == "cursor-unknown")
        let refused = try await reader.send(reader.messages.void(id))
        #expect(refused.status == 403 && refused.member("code") == "scope-missing")
        let whole = try await expect(0, create + ["whole"] + data).output
        let usual = NativeTestShop(
            server: shop.server, key: whole.trimmingCharacters(in: .whitespacesAndNewlines))
        let closed = try await usual.decrypt(try shop.server.token(try dollars("1.00")))
        #expect(closed.status == 403 && closed.member("code") == "scope-missing")
        // A new secret of a key has its scopes; others are asked for in vain.
        let rotate = ["merchant", "credential", "rotate", "flowers", "native", "--user", "reader"]
        try await expect(64, rotate + ["--scopes", "read,pay"] + data)
        try await expect(65, create + ["writer", "--scopes", "write"] + data)
        try await expect(65, create + ["Writer"] + data)
    }
}
