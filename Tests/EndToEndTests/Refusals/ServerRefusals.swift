import Foundation
import StrictCoding
import Testing

/// A request of an app to the relay, and the status and code of its refusal.
struct RelayRefusalRow: Sendable, CustomTestStringConvertible {
    let code: String
    let cause: String
    /// Sends the request to a server that takes one request a second, and whose merchant roses has an app.
    let send: @Sendable (RelayApp) async throws -> HTTPReply

    var testDescription: String { "\(code): \(cause)" }

    static let all: [RelayRefusalRow] = [
        RelayRefusalRow(code: "unauthorized", cause: "a key that was never made") { app in
            try await RelayApp(server: app.server, key: "cpk_none").radial("<x/>")
        },
        RelayRefusalRow(code: "app-not-registered", cause: "the key of another app") { app in
            try await RelayApp(server: app.server, key: app.key, bundle: "com.other")
                .radial("<x/>")
        },
        RelayRefusalRow(code: "rate-limited", cause: "sixteen requests at once") { app in
            // One after another, a slow machine may send them a second apart.
            try await withThrowingTaskGroup(of: HTTPReply.self) { group in
                for _ in 0..<16 { group.addTask { try await app.radial("<x/>") } }
                var limited: HTTPReply?
                for try await reply in group where reply.status == 429 { limited = reply }
                let reply = try #require(limited)
                #expect(reply.headers["retry-after"] != nil)
                return reply
            }
        },
    ]

    func expectRefusal() async throws {
        try await RunningServer.lend(["COSTER_MAX_REQUESTS_PER_SECOND": "1"]) { server in
            let data = ["--data", server.folder]
            let create = ["merchant", "create", "roses", "--apple-merchant-id", "merchant.roses"]
            try await expect(0, create + data)
            let key = ["merchant", "publishable-key", "create", "roses"]
            let made = try await expect(0, key + ["--bundle-id", "com.example.roses"] + data)
            let app = RelayApp(
                server: server, key: made.output.trimmingCharacters(in: .whitespacesAndNewlines),
                bundle: "com.example.roses")
            let reply = try await send(app)
            let text = try RefusalPage.text(of: code, in: .relay)
            #expect(text.hasPrefix("HTTP \(reply.status). "), "\(reply.text)")
            #expect(reply.text.contains("[\(code)]"), "\(reply.text)")
            // A protocol has its own sentence about too many requests.
            let sentence = text.dropFirst("HTTP 401. ".count)
            #expect(reply.status == 429 || reply.text.contains(sentence), "\(reply.text)")
        }
    }
}

/// A request for a token of the sandbox with one thing replaced, and the code of its refusal.
struct MintRefusalRow: Sendable, CustomTestStringConvertible {
    let find: String
    let replace: String
    let code: String

    var testDescription: String { "\(code): \(replace.prefix(40)) for \(find)" }

    init(_ find: String, _ replace: String, _ code: String) {
        (self.find, self.replace, self.code) = (find, replace, code)
    }

    static let good =
        #"{"amount":"14.99","applicationData":"b3JkZXIgNw==","currency":"USD","#
        + #""merchantIdentifier":"merchant.coster.sandbox"}"#

    static let all: [MintRefusalRow] = [
        MintRefusalRow("14.99", "14.999", "bad-amount"),
        MintRefusalRow("14.99", "-1", "bad-amount"),
        MintRefusalRow("14.99", "", "bad-amount"), MintRefusalRow("14.99", "1e3", "bad-amount"),
        MintRefusalRow("14.99", String(repeating: "1", count: 41), "bad-amount"),
        MintRefusalRow(#""14.99""#, "14.99", "bad-amount"),
        MintRefusalRow(#""amount":"14.99","#, "", "bad-amount"),
        MintRefusalRow("USD", "US", "bad-currency"), MintRefusalRow("USD", "XYZ", "bad-currency"),
        MintRefusalRow("USD", "", "bad-currency"),
        MintRefusalRow(#","currency":"USD""#, "", "bad-currency"),
        MintRefusalRow("USD", "JPY", "bad-amount"),
        MintRefusalRow("coster.sandbox", "other", "merchant-identifier-unknown"),
        MintRefusalRow("merchant.coster", "../..", "merchant-identifier-unknown"),
        MintRefusalRow("merchant.coster.sandbox", "", "merchant-identifier-unknown"),
        MintRefusalRow(#""merchant.coster.sandbox""#, "7", "merchant-identifier-unknown"),
        MintRefusalRow("b3JkZXIgNw==", "b3Jk?", "bad-application-data"),
        MintRefusalRow(#""b3JkZXIgNw==""#, "7", "bad-application-data"),
        MintRefusalRow("{", #"{"card":"diners","#, "bad-card"),
        MintRefusalRow("{", #"{"card":7,"#, "bad-card"),
        MintRefusalRow("{", #"{"device":"phone","#, "unknown-member"),
        MintRefusalRow("}", "", "json-malformed"),
        MintRefusalRow("{", #"{"amount":"1","#, "json-duplicate-key"),
        MintRefusalRow(#""USD""#, "[[]]", "json-too-deep"),
        MintRefusalRow("b3JkZXIgNw==", String(repeating: "A", count: 8196), "json-value-too-long"),
        MintRefusalRow("{", "{" + String(repeating: " ", count: 16_384), "json-too-large"),
        MintRefusalRow(#""14.99""#, "[]", "json-too-deep"),
        MintRefusalRow(good, "[]", "json-not-an-object"), MintRefusalRow(good, "", "json-empty"),
        MintRefusalRow(good, "\"x\"", "json-not-an-object"),
    ]

    /// The codes of malformed JSON, which the page leaves out.
    static let ofJSON: Set = [
        "json-malformed", "json-duplicate-key", "json-too-deep", "json-value-too-long",
        "json-too-large", "json-empty", "json-not-an-object",
    ]

    func expectRefusal(by server: RunningServer) async throws {
        let bad = Self.good.replacing(find, with: replace)
        try #require(bad != Self.good)
        let reply = try await RelayApp(server: server).mint(bad)
        try Self.expect(reply, 400, code)
        let folder = try fileNames(in: "\(server.folder)/simulator/merchants")
        #expect(folder == [RunningServer.merchantIdentifier])
    }

    /// Expects a refusal with the text of the page.
    static func expect(_ reply: HTTPReply, _ status: Int, _ code: String) throws {
        let object = try JSONValue(reading: reply.body).object
        #expect(reply.status == status && object?["code"]?.text == code, "\(reply.text)")
        let message = object?["message"]?.text ?? ""
        #expect(message.hasSuffix("."))
        guard !ofJSON.contains(code) else { return }
        #expect(message == (try RefusalPage.text(of: code, in: .sandbox)))
    }
}
