import DialectKit
import PaymentDomain
import Testing
import WebPayments

@Suite("The association file is served by host, byte for byte", .timeLimit(.minutes(5)))
struct AssociationTests {
    private let dialect = AssociationDialect { $0 == "shop.example" ? [0x37, 0x42, 0x0A] : nil }

    @Test(
        "A registered host gets its file, whatever case and port the client writes",
        arguments: ["shop.example", "SHOP.example", "shop.example:443"])
    func registered(host: String) throws {
        let reply = try #require(answer(hosts: [host]))
        #expect(reply.status == 200)
        #expect(reply.body == [0x37, 0x42, 0x0A])
        #expect(reply.contentType == "text/plain")
    }

    @Test(
        "Any other host gets 404",
        arguments: [[], ["other.example"], ["shop.example", "shop.example"], [""], [":443"]])
    func unknown(hosts: [String]) throws {
        let reply = try #require(answer(hosts: hosts))
        #expect(reply.status == 404)
        #expect(reply.outcomeCode == "domain-unknown")
    }

    @Test("Apple's two names are answered, to GET and HEAD")
    func routes() {
        #expect(dialect.routes.count == 4)
        #expect(Set(dialect.routes.map(\.path)).contains(AssociationDialect.path + ".txt"))
    }

    private func answer(hosts: [String]) -> DialectReply? {
        let head = RequestHead(
            route: dialect.routes[0], parameters: [:], query: "",
            headers: hosts.map { ("host", $0) }, receivedAt: Timestamp(milliseconds: 0))
        guard case .reply(let reply) = dialect.decode(DialectRequest(head: head, body: [])) else {
            return nil
        }
        return reply
    }
}
