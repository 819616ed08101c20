import Crypto
import Foundation
import LineHosts
import Programs
import Testing

/// An operator at a running sandbox, and a merchant's receiver beside it.
struct WebhookOffice: Sendable {
    let server: RunningServer
    let receiver: WebhookReceiver

    /// Lends both.
    static func lend(
        _ environment: [String: String] = [:],
        _ body: @escaping (WebhookOffice) async throws -> Void
    ) async throws {
        let receiver = try await WebhookReceiver.start()
        try await RunningServer.lend(environment) { server in
            try await body(WebhookOffice(server: server, receiver: receiver))
        }
        await receiver.stop()
    }

    /// Runs a command on the server's folder, and expects how it ends.
    @discardableResult
    func callAsFunction(_ words: String, _ code: Int32 = 0) async throws -> CommandRun {
        try await expect(
            code, words.split(separator: " ").map(String.init) + ["--data", server.folder])
    }

    /// Creates an endpoint of the sandbox's merchant.
    func create(
        _ url: String, _ more: String = ""
    ) async throws -> (id: String, secret: String) {
        let made = try await self(
            "webhook create --merchant sandbox --url \(url) --json \(more)"
        ).json
        return (
            try #require(made["id"] as? String), made["secret"] as? String ?? ""
        )
    }

    /// Pays once.
    func pay(_ words: String = "vantiv --capture") async throws {
        try await self("pay \(words) --url http://127.0.0.1:\(server.port)")
    }

    /// The deliveries as their operator sees them.
    func deliveries(_ words: String = "") async throws -> [[String: Any]] {
        let run = try await self("webhook deliveries --json --limit 1000 \(words)")
        let array = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        return try #require(array as? [[String: Any]])
    }

    /// Waits until something holds.
    func wait(until condition: () async throws -> Bool) async throws {
        let tries = 1_000
        for _ in 0..<tries {
            if try await condition() { return }
            try await server.glance()
        }
        Issue.record("it never held")
    }

    /// The requests, once there are as many.
    func received(
        atLeast count: Int, at path: String? = nil
    ) async throws -> [WebhookReceiver.Request] {
        var found: [WebhookReceiver.Request] = []
        try await wait {
            found = try await receiver.received().filter { path == nil || $0.path == path }
            return found.count >= count
        }
        return found
    }
}

extension WebhookReceiver.Request {
    /// The text that signatures are of.
    private var signedText: String { "\(id).\(headers["webhook-timestamp"] ?? "").\(body)" }

    /// Whether one of its signatures is of a shared secret.
    ///
    /// Source: Standard Webhooks 1.0.0, "Signature scheme".
    func isSigned(with secret: String) throws -> Bool {
        let bytes = try #require(Data(base64Encoded: String(secret.dropFirst("whsec_".count))))
        let code = HMAC<SHA256>.authenticationCode(
            for: Data(signedText.utf8), using: SymmetricKey(data: bytes))
        return signatures.contains("v1," + Data(code).base64EncodedString())
    }

    /// Whether one of its signatures is of a public key.
    func isSigned(by publicKey: String) throws -> Bool {
        let bytes = try #require(Data(base64Encoded: String(publicKey.dropFirst("whpk_".count))))
        let key = try Curve25519.Signing.PublicKey(rawRepresentation: bytes)
        return signatures.contains { text in
            guard text.hasPrefix("v1a,"), let bytes = Data(base64Encoded: String(text.dropFirst(4)))
            else { return false }
            return key.isValidSignature(bytes, for: Data(signedText.utf8))
        }
    }

    var signatures: [String] {
        (headers["webhook-signature"] ?? "").split(separator: " ").map(String.init)
    }

    /// The kind of event in the body.
    var kind: String {
        let object = try? JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
        return object?["type"] as? String ?? ""
    }
}
