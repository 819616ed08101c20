import AppleSimulator
import Foundation
import PaymentDomain

/// A shop that uses CardConnect: its app tokenizes at CardSecure, its server pays at the CardPointe Gateway.
struct CardConnectTestShop: Sendable {
    static let merchid = "496160873888"

    let server: RunningServer
    var user = "testing"
    var password = "testing123"
    var merchid = CardConnectTestShop.merchid

    /// An Apple Pay token, as the guide wants it written.
    func deviceData(_ token: SimulatedToken) -> String {
        let fields = token.fields
        return [
            fields.data, "ectype=apple", "ecsig=\(fields.signature)",
            "eckey=\(fields.ephemeralPublicKey ?? "")", "ectid=\(fields.transactionId)",
            "echash=\(fields.applicationData ?? "")", "ecpublickeyhash=\(fields.publicKeyHash)",
        ].joined(separator: "&")
    }

    /// The app's body with a token.
    func tokenization(_ token: SimulatedToken) -> String {
        Self.object([
            ("devicedata", deviceData(token)), ("encryptionhandler", "EC_APPLE_PAY"),
        ])
    }

    /// Posts a body to CardSecure.
    func tokenize(
        _ body: String, at path: String = "/cardsecure/api/v1/ccn/tokenize"
    ) async throws -> HTTPReply {
        try await send("POST", path, body, headers: [("Content-Type", "application/json")])
    }

    /// A wallet token for a fresh Apple Pay token, which must succeed.
    func walletToken(_ token: SimulatedToken) async throws -> String {
        let reply = try await tokenize(tokenization(token))
        guard reply.status == 200, let wallet = reply.member("token") else {
            throw NotApproved(reply: reply.text)
        }
        return wallet
    }

    /// Sends fields to an endpoint of the gateway, the merchid before them.
    func put(
        _ endpoint: String, _ fields: [(String, String)], method: String = "PUT"
    ) async throws -> HTTPReply {
        try await rest(method, endpoint, Self.object([("merchid", merchid)] + fields))
    }

    /// Sends any request to the gateway.
    func rest(_ method: String, _ path: String, _ body: String = "") async throws -> HTTPReply {
        try await send(method, "/cardconnect/rest/\(path)", body, headers: headers)
    }

    /// The headers of a request to the gateway.
    var headers: [(String, String)] {
        let credential = Data("\(user):\(password)".utf8).base64EncodedString()
        return [("Content-Type", "application/json"), ("Authorization", "Basic \(credential)")]
    }

    /// Asks how a payment stands.
    func inquire(_ retref: String) async throws -> HTTPReply {
        try await rest("GET", "inquire/\(retref)/\(merchid)")
    }

    /// Pays with a fresh token, which must be approved; the retref.
    func approved(_ amount: Money, order: String = newName()) async throws -> String {
        let wallet = try await walletToken(try server.token(amount))
        let reply = try await put(
            "auth", [("account", wallet), ("amount", amount.decimal), ("orderid", order)])
        guard reply.member("respstat") == "A", let retref = reply.member("retref") else {
            throw NotApproved(reply: reply.text)
        }
        return retref
    }

    private func send(
        _ method: String, _ path: String, _ body: String, headers: [(String, String)]
    ) async throws -> HTTPReply {
        let port = server.port
        return try await onThread {
            try HTTPConnection(port: port).exchange(
                method, path, headers: headers, body: Array(body.utf8))
        }
    }

    /// A JSON object of texts; none of ours holds a character that would have to be escaped.
    static func object(_ fields: [(String, String)]) -> String {
        "{" + fields.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + "}"
    }
}

extension RunningServer {
    /// Closes the open batch, as an operator does while the server works.
    func closeBatch() async throws {
        let run = try await CommandRun.coster(["settle", "--data", folder])
        guard run.ending == .exited(0) else { throw NotApproved(reply: run.errors) }
    }
}
