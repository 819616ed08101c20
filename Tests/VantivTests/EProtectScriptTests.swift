import DialectKit
import Foundation
import PaymentDomain
import Testing

@testable import Vantiv

@Suite("A script's request to eProtect", .timeLimit(.minutes(5)))
struct EProtectScriptTests {
    private let dialect = EProtectDialect()

    static let callbacks: [(name: String, isTaken: Bool)] = [
        ("cb", true), ("jQuery1102_1636689875123", true), ("$", true), ("_a9", true),
        (String(repeating: "a", count: 128), true), (String(repeating: "a", count: 129), false),
        ("", false), ("9a", false), ("a.b", false), ("a[0]", false), ("a(b)", false),
        ("alert(1);//", false), ("a b", false), ("a\n", false), ("ü", false), ("a-b", false),
        ("<script>", false), ("a\u{2028}", false), ("cb;x", false), ("cb\u{0}", false),
    ]

    @Test("is answered by a call of its function, if the name is one", arguments: callbacks)
    func callback(_ name: String, _ isTaken: Bool) throws {
        let fields = EProtectSamples.card + [("jsoncallback", name)]
        let decoded = dialect.decode(EProtectSamples.get(fields))
        guard isTaken else {
            let reply = try #require(decoded.reply)
            #expect(reply.outcomeCode == "callback-invalid")
            #expect(reply.contentType.hasPrefix("application/json"))
            #expect(reply.body.first == UInt8(ascii: "{"))
            return
        }
        let command = try #require(decoded.registerCommand)
        let reply = dialect.encode(
            EProtectSamples.registered(command), for: try #require(decoded.exchange))
        let text = String(decoding: reply.body, as: UTF8.self)
        #expect(text.hasPrefix("\(name)({") && text.hasSuffix("})"))
        #expect(reply.contentType.hasPrefix("application/javascript"))
        #expect(reply.headers["X-Content-Type-Options"] == "nosniff")
        #expect(reply.headers["Cache-Control"] == "no-store")
    }

    @Test("is answered in its function when it is refused, too")
    func refused() throws {
        let fields =
            EProtectSamples.changing(EProtectSamples.card, ["accountNumber": "1"])
            + [("jsoncallback", "cb")]
        let reply = try #require(dialect.decode(EProtectSamples.get(fields)).reply)
        #expect(String(decoding: reply.body, as: UTF8.self).hasPrefix("cb({"))
        let good = EProtectSamples.card + [("jsoncallback", "cb")]
        let request = EProtectSamples.get(good)
        let exchange = try #require(dialect.decode(request).exchange)
        let stranger = dialect.refuse(.unauthorized, on: request.head, exchange: exchange)
        #expect(String(decoding: stranger.body, as: UTF8.self).hasPrefix("cb({"))
    }

    /// Queries that cannot be read, and that name a function all the same.
    static let unreadable: [String] = [
        "id=a&id=b&jsoncallback=cb", "jsoncallback=cb&id=a&id=b", "id=%zz&jsoncallback=cb",
        "jsoncallback=cb&id=%", "jsoncallback=cb&orderId=%FF", "=1&jsoncallback=%63b",
        "jsoncallback=cb&" + (0...128).map { "a\($0)=1" }.joined(separator: "&"),
    ]

    @Test("is answered in its function, whatever else in the query is wrong", arguments: unreadable)
    func unreadableField(_ query: String) throws {
        for path in ["/eProtect/paypage", "/LitlePayPage/ppstats"] {
            let head = EProtectSamples.head("GET", path, query: query, contentType: nil)
            let reply = try #require(dialect.decode(DialectRequest(head: head, body: [])).reply)
            #expect(String(decoding: reply.body, as: UTF8.self).hasPrefix("cb({"))
            #expect(try Self.members(ofSafe: reply)["response"] == "889")
            #expect(reply.status == 200 && reply.outcomeCode.hasPrefix("form-"))
        }
    }

    @Test(
        "that names two functions, or none that is one, is answered in plain JSON",
        arguments: [
            "jsoncallback=cb&jsoncallback=cb", "id=%&jsoncallback=a.b", "jsoncallback=%",
            "id=%&JSONCALLBACK=cb", "id=%&jsoncallback", "jsoncallback=cb&jsoncallback=%",
        ])
    func noFunction(_ query: String) throws {
        let head = EProtectSamples.head(
            "GET", "/eProtect/paypage", query: query, contentType: nil)
        let reply = try #require(dialect.decode(DialectRequest(head: head, body: [])).reply)
        #expect(reply.contentType.hasPrefix("application/json"))
        #expect(try Self.members(ofSafe: reply)["response"] == "889")
    }

    @Test(
        "that the gateway stopped is answered in its function, with 200: browsers run nothing else",
        arguments: GatewayRefusal.allCases)
    func stopped(_ refusal: GatewayRefusal) throws {
        let plain = EProtectSamples.head(
            "GET", "/eProtect/paypage", query: "id=1", contentType: nil)
        let script = EProtectSamples.head(
            "GET", "/eProtect/paypage", query: "id=1&jsoncallback=cb", contentType: nil)
        let text = dialect.refuse(refusal, on: plain, exchange: nil)
        #expect(text.contentType.hasPrefix("application/json"))
        #expect((text.status == 200) == (refusal == .unauthorized))
        let call = dialect.refuse(refusal, on: script, exchange: nil)
        #expect(call.status == 200 && call.outcomeCode == refusal.rawValue)
        #expect(String(decoding: call.body, as: UTF8.self).hasPrefix("cb({"))
        #expect(call.headers["Retry-After"] == text.headers["Retry-After"])
        #expect(try Self.members(ofSafe: call) == Self.members(ofSafe: text))
    }

    static let hostile = [
        "</script><script>alert(1)</script>", "\u{2028}alert(1)//", "\"});alert(1)//",
        "\\\"});alert(1)//", "<!--", "]]>", "*/alert(1)/*", "&lt;",
    ]

    @Test("gets back what it sent, as text and never as script", arguments: hostile)
    func injection(_ text: String) throws {
        let changes: [String: String?] = ["reportGroup": text, "id": text, "orderId": text]
        let fields =
            EProtectSamples.changing(EProtectSamples.token, changes) + [("jsoncallback", "cb")]
        let decoded = dialect.decode(EProtectSamples.get(fields))
        let command = try #require(decoded.registerCommand)
        let reply = dialect.encode(
            EProtectSamples.registered(command), for: try #require(decoded.exchange))
        let members = try Self.members(ofSafe: reply)
        for name in ["reportGroup", "id", "orderId"] {
            #expect(members[name].map { Array($0.utf8) } == Array(text.utf8))
        }
    }

    /// Checks that a reply calls a function with one object of texts, and holds nothing that ends a script.
    static func members(ofSafe reply: DialectReply) throws -> [String: String] {
        let body = String(decoding: reply.body, as: UTF8.self)
        for scalar in body.unicodeScalars {
            #expect(scalar.value >= 0x20 && scalar.value != 0x2028 && scalar.value != 0x2029)
            #expect(scalar != "<" && scalar != ">")
        }
        var json = Substring(body)
        if reply.contentType.hasPrefix("application/javascript") {
            let open = try #require(body.firstIndex(of: "("))
            #expect(EProtectCallback(String(body[..<open])) != nil)
            #expect(body.hasSuffix(")"))
            json = body[body.index(after: open)...].dropLast()
        }
        return try #require(
            try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: String])
    }

    static let beacons: [(query: String, body: String)] = [
        ("jsoncallback=cb&paypageId=a&responseTime=120&responseCode=870", "cb({})"),
        ("errorHandler=x&jsoncallback=jQuery1_2&_=1", "jQuery1_2({})"),
        ("", "{}"), ("jsoncallback=alert(1)", "{}"), ("jsoncallback=%3Cscript%3E", "{}"),
    ]

    @Test("for statistics is answered with an empty object", arguments: beacons)
    func statistics(_ query: String, _ body: String) throws {
        for path in ["/eProtect/ppstats", "/LitlePayPage/ppstats"] {
            let head = EProtectSamples.head("GET", path, query: query, contentType: nil)
            let reply = try #require(dialect.decode(DialectRequest(head: head, body: [])).reply)
            #expect(reply.status == 200 && String(decoding: reply.body, as: UTF8.self) == body)
            #expect(reply.outcomeCode == "statistics")
        }
    }

    @Test("that names no function is answered in plain JSON")
    func plain() throws {
        let decoded = dialect.decode(EProtectSamples.get(EProtectSamples.card))
        #expect(try #require(decoded.exchange).callback == nil)
    }

    @Test("names no function when it is a POST: its body is not a script's")
    func post() throws {
        let fields = EProtectSamples.card + [("jsoncallback", "cb")]
        let decoded = dialect.decode(EProtectSamples.post(fields))
        #expect(try #require(decoded.exchange).callback == nil)
    }
}
