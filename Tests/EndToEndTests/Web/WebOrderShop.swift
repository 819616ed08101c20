import AppleSimulator
import Foundation
import PaymentDomain
import Testing

/// A shop whose server creates orders, and whose page pays them.
struct WebOrderShop: Sendable {
    let server: RunningServer
    var key = "csk_sandbox"

    /// The environment of a server that all customers of a test reach from one address.
    static let environment = [
        "COSTER_ACQUIRER_TIMEOUT_SECONDS": "2", "COSTER_MAX_PAGE_REQUESTS_PER_SECOND": "1000000",
    ]
    static let json = ("Content-Type", "application/json")

    /// Creates an order; the reply.
    func create(
        _ amount: String, reference: String = newName(), more: String = "",
        idempotencyKey: String? = nil
    ) async throws -> HTTPReply {
        let body =
            #"{"amount":"\#(amount)","currency":"USD","reference":"\#(reference)"\#(more)}"#
        let headers =
            [Self.json, ("Authorization", "Bearer \(key)")]
            + (idempotencyKey.map { [("Idempotency-Key", $0)] } ?? [])
        return try await ask("POST", "/orders", headers, body)
    }

    /// Creates an order, which must succeed.
    func order(_ amount: String, more: String = "") async throws -> PlacedOrder {
        let reply = try await create(amount, more: more)
        #expect(reply.status == 201, "\(reply.text)")
        return PlacedOrder(
            id: try #require(reply.member("id")),
            clientSecret: try #require(reply.member("client_secret")),
            link: try #require(reply.member("link")).replacing("\\/", with: "/"))
    }

    /// Pays with a token's JSON.
    func pay(_ clientSecret: String, _ token: String, more: String = "") async throws -> HTTPReply {
        let body = #"{"client_secret":"\#(clientSecret)","token":\#(token)\#(more)}"#
        return try await ask("POST", "/applepay/pay", [Self.json], body)
    }

    /// Pays with a fresh token of an amount.
    func pay(_ order: PlacedOrder, _ amount: String) async throws -> HTTPReply {
        try await pay(order.clientSecret, server.token(try dollars(amount)).pkPaymentTokenJSON)
    }

    /// The state that the shop's server hears of.
    func found(_ order: PlacedOrder) async throws -> HTTPReply {
        try await ask("GET", "/orders/\(order.id)", [("Authorization", "Bearer \(key)")])
    }

    /// The state that a page hears of.
    func seen(_ clientSecret: String) async throws -> HTTPReply {
        try await ask(
            "POST", "/applepay/order", [Self.json], #"{"client_secret":"\#(clientSecret)"}"#)
    }

    func ask(
        _ method: String, _ path: String, _ headers: [(String, String)] = [], _ body: String = ""
    ) async throws -> HTTPReply {
        let port = server.port
        return try await onThread {
            try HTTPConnection(port: port).exchange(
                method, path, headers: headers, body: Array(body.utf8))
        }
    }
}

/// An order that a shop has created.
struct PlacedOrder: Sendable {
    let id: String
    let clientSecret: String
    let link: String
}
