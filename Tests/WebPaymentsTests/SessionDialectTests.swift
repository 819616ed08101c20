import DialectKit
import PaymentDomain
import StrictCoding
import Testing

@testable import WebPayments

/// A page's request that is refused before Apple is asked.
struct PageRequestRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var headers = [("origin", "https://shop.example")]
    var body = "{}"
    let refusal: SessionRefusal

    private static let origin = ("origin", "https://shop.example")

    static let all = [
        PageRequestRow(testDescription: "no Origin", headers: [], refusal: .originNotAllowed),
        PageRequestRow(
            testDescription: "two Origins", headers: [origin, origin], refusal: .originNotAllowed),
        PageRequestRow(
            testDescription: "a request that no page caused",
            headers: [origin, ("sec-fetch-site", "none")], refusal: .originNotAllowed),
        PageRequestRow(
            testDescription: "an unknown Sec-Fetch-Site",
            headers: [origin, ("sec-fetch-site", "x")], refusal: .originNotAllowed),
        PageRequestRow(
            testDescription: "two Sec-Fetch-Site, one of them none",
            headers: [origin, ("sec-fetch-site", "cross-site"), ("sec-fetch-site", "none")],
            refusal: .originNotAllowed),
        PageRequestRow(testDescription: "no JSON", body: "x", refusal: .json(.malformed)),
        PageRequestRow(testDescription: "an array", body: "[]", refusal: .json(.notAnObject)),
        PageRequestRow(
            testDescription: "another member", body: #"{"domain":"shop.evil"}"#,
            refusal: .unknownMember),
        PageRequestRow(
            testDescription: "a number as the URL", body: #"{"validationURL":1}"#,
            refusal: .urlNotApples),
        PageRequestRow(
            testDescription: "null as the URL", body: #"{"validationURL":null}"#,
            refusal: .urlNotApples),
        PageRequestRow(
            testDescription: "two URLs", body: #"{"validationURL":"a","validationURL":"b"}"#,
            refusal: .json(.duplicateKey)),
        PageRequestRow(
            testDescription: "a very long URL",
            body: #"{"validationURL":""# + String(repeating: "a", count: 3_000) + #""}"#,
            refusal: .json(.valueTooLong)),
        PageRequestRow(
            testDescription: "a very long body", body: String(repeating: " ", count: 5_000),
            refusal: .json(.tooLarge)),
    ]
}

@Suite("POST /applepay/session", .timeLimit(.minutes(5)))
struct SessionDialectTests {
    private static func head(
        _ headers: [(String, String)], query: String = "key=cpk_1"
    ) -> RequestHead {
        RequestHead(
            route: DialectRoute(method: "POST", path: SessionDialect.path, operation: "session"),
            parameters: [:], query: query, headers: headers.map { ($0.0, $0.1) },
            receivedAt: Timestamp(milliseconds: 0))
    }

    /// What a dialect whose port answers with a session, or with a refusal, replies.
    private func reply(
        _ body: String, _ headers: [(String, String)] = [("origin", "https://shop.example")],
        _ result: Result<[UInt8], SessionRefusal> = .success([0x7B, 0x7D])
    ) async -> (reply: DialectReply?, asked: PageSessionRequest?) {
        let dialect = SessionDialect { _, _ in result }
        let request = DialectRequest(head: Self.head(headers), body: Array(body.utf8))
        switch dialect.decode(request) {
        case .question(_, let answer):
            return (await answer(MerchantID("shop")), try? PageSessionRequest(request))
        case .reply(let reply): return (reply, nil)
        case .answer, .proof, .command: return (nil, nil)
        }
    }

    @Test(
        "a request that isn't a page's is refused, and nobody is asked",
        arguments: PageRequestRow.all)
    func refused(_ row: PageRequestRow) async throws {
        let (reply, asked) = await reply(row.body, row.headers)
        #expect(asked == nil)
        #expect(reply?.outcomeCode == row.refusal.code)
        #expect(reply?.status == row.refusal.status)
    }

    @Test("a page gets Apple's JSON unchanged, and nobody keeps it", arguments: ["", "{}"])
    func session(_ body: String) async throws {
        let (reply, asked) = await reply(body)
        #expect(reply?.status == 200 && reply?.body == [0x7B, 0x7D])
        #expect(reply?.headers["Cache-Control"] == "no-store")
        #expect(asked?.origin == "https://shop.example" && asked?.validationURL == nil)
    }

    @Test(
        "pages of any site may ask, if the browser says that a page does",
        arguments: ["cross-site", "same-site", "same-origin"])
    func sites(_ site: String) async throws {
        let body = #"{"validationURL":"https://apple-pay-gateway.apple.com/x"}"#
        let headers = [("origin", "https://shop.example"), ("sec-fetch-site", site)]
        let (reply, asked) = await reply(body, headers)
        #expect(reply?.status == 200)
        #expect(asked?.validationURL == "https://apple-pay-gateway.apple.com/x")
    }

    @Test("each refusal has its code, a message and a next step", arguments: SessionRefusal.own)
    func refusals(_ refusal: SessionRefusal) async throws {
        let (reply, _) = await reply("", [("origin", "https://shop.example")], .failure(refusal))
        let json = try JSONValue(reading: try #require(reply?.body)).object
        #expect(json?["code"]?.text == refusal.code)
        #expect(json?["message"]?.text == refusal.message)
        #expect((400...504).contains(refusal.status) && reply?.status == refusal.status)
    }

    @Test("Apple's own message is handed on")
    func applesMessage() {
        let refusal = SessionRefusal.apple(status: 417, message: "not registered")
        #expect(refusal.message.contains("(417): not registered"))
        #expect(refusal.status == 502)
    }

    @Test("the publishable key is in the head; a request without one is unauthorized")
    func key() {
        let dialect = SessionDialect { _, _ in .success([]) }
        guard case .head(let presented) = dialect.credential(in: Self.head([])) else {
            Issue.record("the key of the query isn't taken")
            return
        }
        #expect(presented.identity == "cpk_1" && presented.secret.isEmpty)
        guard case .missing = dialect.credential(in: Self.head([], query: "")) else {
            Issue.record("a request without a key is taken")
            return
        }
        #expect(dialect.clientNamespace == "relay" && dialect.limitsAddresses)
        let reply = dialect.refuse(.rateLimited, on: Self.head([]), exchange: nil)
        #expect(reply.status == 429 && reply.outcomeCode == "rate-limited")
    }
}
