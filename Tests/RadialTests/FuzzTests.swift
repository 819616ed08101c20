import DialectKit
import GoldenExchanges
import SeededRandom
import Testing

@testable import Radial

@Suite("Random damage", .timeLimit(.minutes(5)))
struct FuzzTests {
    private static let pieces = [
        "<", ">", "&amp;", "<OrderId>", "</OrderId>", "-", ".", "0", "99999999999999999999", "é",
        "true", "<PaymentContext>", "isToken='1'", "\u{0}", "]]>", "<![CDATA[", "&#xD800;",
    ].map { Array($0.utf8) }

    @Test("of a request never traps, and gives a command or a Fault that shows nothing of it")
    func mutations() throws {
        let dialect = RadialDialect()
        var generator = SeededGenerator.printed()
        let seed = generator.seed
        let good = try GoldenExchange.all.map { try #require($0.dialectRequest(dialect)) }
        var faults = 0
        for _ in 0..<10_000 {
            let request = good[Int.random(in: 0..<good.count, using: &generator)]
            let body = generator.damaged(request.body, with: Self.pieces)
            let decoded = dialect.decode(DialectRequest(head: request.head, body: body))
            guard let fault = decoded.fault else { continue }
            faults += 1
            let text = String(decoding: fault.body, as: UTF8.self)
            #expect((400..<500).contains(fault.status), "seed \(seed)")
            #expect(!text.contains("4111") && !text.contains("Smith"), "seed \(seed)")
        }
        #expect(faults > 1000, "seed \(seed)")
    }
}
