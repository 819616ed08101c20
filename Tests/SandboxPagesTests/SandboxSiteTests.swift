import DialectKit
import PaymentDomain
import StrictCoding
import Testing

@testable import SandboxPages

@Suite("The sandbox's pages", .timeLimit(.minutes(5)))
struct SandboxSiteTests {
    private static func head(_ route: DialectRoute, _ query: String = "", second: Int64 = 0)
        -> RequestHead
    {
        RequestHead(
            route: route, parameters: [:], query: query, headers: [],
            receivedAt: Timestamp(seconds: second))
    }

    private static func reply<D: Dialect>(
        of dialect: D, _ route: DialectRoute, _ query: String = ""
    ) throws -> DialectReply {
        let request = DialectRequest(head: head(route, query), body: [])
        guard case .reply(let reply) = dialect.decode(request) else { throw NoReply() }
        return reply
    }

    @Test(
        "each page is there, takes scripts from the sandbox alone, and has no style or script in itself"
    )
    func pages() throws {
        let site = SandboxSite()
        for route in site.routes {
            let reply = try Self.reply(of: site, route)
            #expect(reply.status == 200 && !reply.body.isEmpty, "\(route.path)")
            #expect(
                reply.headers["Content-Security-Policy"]?.contains(
                    "default-src 'none'; script-src 'self'") == true)
            let text = String(decoding: reply.body, as: UTF8.self)
            for part in ["innerHTML", " style=\"", "eval(", "http://", "onclick="] {
                #expect(
                    !text.contains(part) || part == "http://" && text.contains("www.w3.org"),
                    "\(route.path) has \(part)")
            }
        }
    }

    @Test("the log keeps the newest, and no more than a person reads in a second")
    func log() throws {
        let log = ExchangeLog()
        let route = ExchangesDialect(log).routes[0]
        func record(second: Int64, _ outcome: String) {
            let head = Self.head(route, second: second)
            log.record(at: head.receivedAt) {
                SeenExchange(
                    dialect: "native", head: head, body: Array(#"{"amount":"1","cvv":"123"}"#.utf8),
                    reply: .json(200, Array("{}".utf8), "ok"), outcome: outcome, payment: nil)
            }
        }
        for number in 0..<(ExchangeLog.Limits.perSecond + 5) {
            record(second: 1, "first \(number)")
        }
        for second in 2..<Int64(ExchangeLog.Limits.kept + 2) { record(second: second, "later") }
        let all = try #require(
            try JSONValue(reading: Self.reply(of: ExchangesDialect(log), route).body).elements)
        #expect(all.count == ExchangeLog.Limits.kept)
        let total = ExchangeLog.Limits.perSecond + ExchangeLog.Limits.kept
        #expect(all.first?.object?["number"]?.textOrNumber == String(total))
        #expect(
            all.first?.object?["request"]?.text == "{\n  \"amount\": \"1\",\n  \"cvv\": \"•••\"\n}")
        let rest = try JSONValue(
            reading: Self.reply(of: ExchangesDialect(log), route, "after=\(total - 1)").body
        ).elements
        #expect(rest?.count == 1)
        #expect(try Self.reply(of: ExchangesDialect(log), route, "after=x").status == 400)
    }

    private struct NoReply: Error {}
}
