import Foundation
import Testing

/// A token that Apple signed, and the moment at which the shop received it.
struct ReceivedToken: Sendable, CustomTestStringConvertible {
    let name: String
    let at: String
    /// The merchant identifier, if no certificate was published.
    var merchantIdentifier: String?

    var testDescription: String { name }

    static let opened = [
        ReceivedToken(name: "gala-2014", at: "2014-10-27T19:52:00Z"),
        ReceivedToken(name: "gala-2021", at: "2021-09-01T19:03:30Z"),
        ReceivedToken(name: "basis-theory-rsa", at: "2024-01-08T17:55:00Z"),
        ReceivedToken(
            name: "payu-2018", at: "2018-01-26T13:55:30Z",
            merchantIdentifier: "merchant.sandbox.payu"),
    ]
    static let verified = [
        ReceivedToken(name: "source-radial", at: "2015-12-10T17:44:10Z"),
        ReceivedToken(name: "source-instamed", at: "2015-05-29T16:36:51Z"),
    ]

    var file: String { Places.vector("\(name).token.json") }

    var keys: [String] {
        let key = ["--key", Places.vector("\(name).key.pem")]
        return key
            + (merchantIdentifier.map { ["--merchant-id", $0] }
                ?? ["--certificate", Places.vector("\(name).cert.pem")])
    }
}

@Suite(
    "coster token with tokens that Apple signed", .timeLimit(.minutes(20)),
    .enabled(if: Places.hasVectors, "the genuine tokens are not beside the repository"))
struct GenuineTokenTests {
    @Test("a genuine token opens to the published plaintext", arguments: ReceivedToken.opened)
    func opens(_ token: ReceivedToken) async throws {
        let open = ["token", "open"] + token.keys + ["--at", token.at]
        let revealed = try await CommandRun.coster(open + ["--reveal", token.file])
        #expect(revealed.ending == .exited(0), "\(revealed.errors)")
        let published = try Data(
            contentsOf: URL(filePath: Places.vector("\(token.name).plaintext.json")))
        let text = String(decoding: published, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(revealed.output.contains("\"payload\":\(text)}"))

        let masked = try await CommandRun.coster(open + [token.file])
        let plaintext = try #require(
            try JSONSerialization.jsonObject(with: published) as? [String: Any])
        let number = try #require(plaintext["applicationPrimaryAccountNumber"] as? String)
        let proof = try #require(plaintext["paymentData"] as? [String: Any])
        let cryptogram = try #require(proof["onlinePaymentCryptogram"] as? String)
        #expect(masked.ending == .exited(0))
        #expect(!masked.output.contains(number) && !masked.output.contains(cryptogram))
        #expect(masked.output.contains("*\(number.suffix(4))"))
    }

    @Test(
        "a genuine token verifies at its time",
        arguments: ReceivedToken.opened + ReceivedToken.verified)
    func verifies(_ token: ReceivedToken) async throws {
        let run = try await CommandRun.coster(["token", "verify", "--at", token.at, token.file])
        #expect(run.ending == .exited(0), "\(run.errors)")
        #expect(run.json["valid"] as? Bool == true)
    }

    @Test(
        "a genuine token of long ago is stale today",
        arguments: ReceivedToken.opened + ReceivedToken.verified)
    func isStale(_ token: ReceivedToken) async throws {
        expectRefused(
            try await CommandRun.coster(["token", "verify", token.file]), "stale-signing-time")
    }

    @Test("a genuine token to be opened is stale today", arguments: ReceivedToken.opened)
    func isStaleToOpen(_ token: ReceivedToken) async throws {
        expectRefused(
            try await CommandRun.coster(["token", "open"] + token.keys + [token.file]),
            "stale-signing-time")
    }

    @Test("another's key does not open a genuine token")
    func foreignKey() async throws {
        let (token, other) = (ReceivedToken.opened[0], ReceivedToken.opened[1])
        let run = try await CommandRun.coster(
            ["token", "open"] + other.keys + ["--at", token.at, token.file])
        expectRefused(run, "unknown-key")
    }
}
