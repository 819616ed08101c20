import DialectKit
import Merchants
import PaymentDomain
import Testing
import WebPayments

@Suite("A merchant's configuration for pages and apps", .timeLimit(.minutes(5)))
struct ConfigTests {
    private let dialect = ConfigDialect { merchant, origin in
        guard origin == nil || origin == "https://shop.example" else { return nil }
        return PageConfiguration(
            appleMerchantIdentifier: "merchant.\(merchant)", storefront: .standard(for: merchant))
    }

    @Test(
        "An app and an allowed page get what Apple's request needs",
        arguments: [[], ["https://shop.example"]])
    func allowed(origins: [String]) async throws {
        let reply = try #require(await answer(origins))
        #expect(reply.status == 200)
        #expect(reply.headers["Cache-Control"] == "no-store")
        #expect(
            String(decoding: reply.body, as: UTF8.self) == """
                {"version":3,"merchantIdentifier":"merchant.flowers","displayName":"flowers",\
                "countryCode":"US","currencyCode":"USD",\
                "supportedNetworks":["visa","masterCard","amex","discover"],\
                "merchantCapabilities":["supports3DS"]}
                """)
    }

    @Test(
        "Any other page gets 403",
        arguments: [["https://evil.example"], ["null"], ["https://shop.example", "null"]])
    func refused(origins: [String]) async throws {
        let reply = try #require(await answer(origins))
        #expect(reply.status == 403)
        #expect(reply.outcomeCode == "origin-not-allowed")
    }

    @Test("A request names its merchant by a publishable key, and proves nothing")
    func credential() throws {
        #expect(dialect.clientNamespace == RelayCaller.namespace)
        guard case .head(let presented) = dialect.credential(in: head([])) else {
            Issue.record("the key wasn't found")
            return
        }
        #expect(presented.identity == "cpk_a" && presented.secret.isEmpty)
    }

    private func head(_ origins: [String]) -> RequestHead {
        RequestHead(
            route: dialect.routes[0], parameters: [:], query: "key=cpk_a",
            headers: origins.map { ("origin", $0) }, receivedAt: Timestamp(milliseconds: 0))
    }

    private func answer(_ origins: [String]) async -> DialectReply? {
        switch dialect.decode(DialectRequest(head: head(origins), body: [])) {
        case .question(_, let reply): await reply(MerchantID("flowers"))
        case .reply(let reply): reply
        case .command, .answer, .proof: nil
        }
    }
}
