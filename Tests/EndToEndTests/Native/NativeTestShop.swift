import AppleSimulator
import Foundation
import PaymentDomain
import ShopSimulator

/// A shop that uses the JSON API.
struct NativeTestShop: Sendable {
    let server: RunningServer
    var key = "csk_sandbox"

    /// The messages of the shop.
    var messages: NativeShop {
        NativeShop(
            client: ShopClient(
                appleMerchantID: RunningServer.merchantIdentifier, store: "", user: "",
                merchantID: "", storeID: "", terminalID: "", paypageID: "", merchid: "", site: nil,
                secret: key))
    }

    /// Sends a message, with another body or another idempotency key if one is given.
    func send(
        _ message: ShopMessage, body: String? = nil, key: String? = nil
    ) async throws -> HTTPReply {
        let headers = message.headers.map { field in
            (field.name, field.name == "Idempotency-Key" ? key ?? field.value : field.value)
        }
        return try await exchange(
            message.method.rawValue, message.path, headers, body ?? message.body)
    }

    func get(_ path: String) async throws -> HTTPReply {
        try await ask("GET", path)
    }

    /// Sends a request that needs no idempotency key.
    func ask(_ method: String, _ path: String, _ body: String = "") async throws -> HTTPReply {
        try await exchange(method, path, [("Authorization", "Bearer \(key)")], body)
    }

    /// Opens a token.
    func decrypt(_ token: SimulatedToken) async throws -> HTTPReply {
        try await ask("POST", "/v1/tokens/decrypt", #"{"applePayToken":\#(token.json)}"#)
    }

    /// Authorizes with a fresh token, which must be approved; the payment's ID.
    func authorized(_ amount: Money, order: String = newName()) async throws -> String {
        let reply = try await send(
            messages.pay(try server.token(amount), amount, order: order, captures: false))
        guard reply.member("state") == "authorized", let id = reply.member("id") else {
            throw NotApproved(reply: reply.text)
        }
        return id
    }

    private func exchange(
        _ method: String, _ path: String, _ headers: [(String, String)], _ body: String
    ) async throws -> HTTPReply {
        let port = server.port
        return try await onThread {
            try HTTPConnection(port: port).exchange(
                method, path, headers: headers, body: Array(body.utf8))
        }
    }
}
