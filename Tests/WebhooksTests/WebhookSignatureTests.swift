import Crypto
import Foundation
import PaymentDomain
import StrictCoding
import Testing

@testable import Webhooks

private func secret(_ count: Int, prefix: String = "whsec_") -> String {
    prefix + Base64.encode([UInt8](repeating: 7, count: count))
}

@Suite("Signatures of Standard Webhooks", .timeLimit(.minutes(5)))
struct WebhookSignatureTests {
    private let now = Timestamp(seconds: 1_614_265_330)
    private let body = Array("{\"test\": 2432232314}".utf8)

    /// Source: Standard Webhooks' own libraries, the vector of their tests.
    @Test("the vector of the specification's libraries comes out")
    func vector() throws {
        let secret = try WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
        let message = try #require(
            WebhookMessage(id: "msg_p5jXN8AQM9LWM0D4loKWxJek", body: body))
        let headers = StandardRendering().headers(of: message, with: [secret], at: now)
        #expect(
            headers.map { "\($0.name): \($0.value)" } == [
                "content-type: application/json", "user-agent: Coster",
                "webhook-id: msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp: 1614265330",
                "webhook-signature: v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
            ])
    }

    @Test("during a rotation there is a signature of each secret")
    func rotation() throws {
        let (old, new) = (WebhookSecret(.hmac), WebhookSecret(.ed25519))
        let message = try #require(WebhookMessage(id: "evt_1", body: body))
        let value = StandardRendering().headers(of: message, with: [new, old], at: now)[4].value
        let parts = value.split(separator: " ")
        #expect(parts.count == 2)
        let content = Array("evt_1.1614265330.".utf8) + body
        #expect(old.signature(of: content).map { $0[...] } == parts.last)
        let code = try #require(Base64.decode(String(parts[0].dropFirst("v1a,".utf8.count))))
        let key = try #require(Base64.decode(String(new.verifier.dropFirst("whpk_".utf8.count))))
        let publicKey = try Curve25519.Signing.PublicKey(rawRepresentation: key)
        #expect(publicKey.isValidSignature(code, for: content))
        #expect(!publicKey.isValidSignature(code, for: content + [0]))
    }

    @Test("a stored secret makes the same signatures", arguments: WebhookSecret.Scheme.allCases)
    func stored(scheme: WebhookSecret.Scheme) throws {
        let secret = WebhookSecret(scheme)
        let read = try WebhookSecret(secret.text)
        #expect(read.scheme == scheme)
        #expect(read.verifier == secret.verifier)
        #expect(WebhookSecret(scheme).text != secret.text)
        #expect("\(secret)" == "WebhookSecret")
    }

    @Test(
        "a secret has 24 to 64 bytes and its prefix",
        arguments: [
            (secret(24), true), (secret(64), true), (secret(23), false), (secret(65), false),
            (secret(32, prefix: ""), false), (secret(32, prefix: "whpk_"), false),
            (secret(32, prefix: "whsk_"), true), (secret(31, prefix: "whsk_"), false),
            ("whsec_", false), ("whsec_not base64", false), ("", false),
            ("whlogin_shop:correct horse", false), ("whlogin_shop:correct-horse", true),
            ("whlogin_shop:a:b:c:d:e:f", false), ("whlogin_shop:a:b:c:d:e:f:g", true),
            ("whlogin_:correct-horse", false), ("whlogin_shop", false), ("shop:secret", false),
        ])
    func length(text: String, isGood: Bool) {
        let isRead = (try? WebhookSecret(text)) != nil
        #expect(isRead == isGood)
    }

    @Test("a form has secrets that its receivers know", arguments: WebhookFormat.allCases)
    func schemes(format: WebhookFormat) throws {
        let scheme = try #require(format.schemes.first)
        #expect((WebhookSecret(scheme).login == nil) == (format == .standard))
    }

    @Test("a login is sent as it is, and signs nothing")
    func login() throws {
        let secret = try WebhookSecret("whlogin_shop:correct:horse")
        #expect(secret.verifier == "shop:correct:horse")
        #expect(secret.login?.username == "shop")
        #expect(secret.login?.password == "correct:horse")
        #expect(secret.signature(of: []) == nil)
        #expect("\(secret.login as Any)" == "Optional(WebhookLogin)")
    }

    @Test("a shared secret is shown to the receiver, a private key never")
    func verifier() {
        #expect(WebhookSecret(.hmac).verifier.hasPrefix("whsec_"))
        #expect(WebhookSecret(.ed25519).verifier.hasPrefix("whpk_"))
    }

    @Test("an identifier has no full stop", arguments: ["a.b", "", "a b", "a\n"])
    func identifier(text: String) {
        #expect(WebhookMessage(id: text, body: []) == nil)
    }
}
