import DialectKit
import SeededRandom
import Testing

@testable import Vantiv

@Suite("Random damage to eProtect's requests", .timeLimit(.minutes(5)))
struct EProtectFuzzTests {
    private static let pieces = [
        "&", "=", "%", "%2", "%00", "%E2%80%A8", "+", "<script>", "&id=1", "&cvv=", "applepay.",
        "&jsoncallback=a", "\"", "\\", "99999999999999999999", "é", "\u{0}", "&&", "%C3",
    ].map { Array($0.utf8) }

    @Test("never traps, and gives a command or a safe answer that shows no card")
    func mutations() throws {
        let dialect = EProtectDialect()
        var generator = SeededGenerator.printed()
        let seed = generator.seed
        let good = [EProtectSamples.card, EProtectSamples.token].map {
            Array(EProtectSamples.form($0 + [("jsoncallback", "cb")]).utf8)
        }
        var refused = 0
        for _ in 0..<5000 {
            let index = Int.random(in: 0..<2, using: &generator)
            let bytes = generator.damaged(good[index], with: Self.pieces)
            for request in Self.requests(bytes) {
                guard let reply = dialect.decode(request).reply else { continue }
                refused += 1
                #expect(reply.status == 200, "seed \(seed)")
                var members = try EProtectScriptTests.members(ofSafe: reply)
                // Damage may make a card number a part of a name, which is mirrored.
                for name in ["reportGroup", "id", "orderId"] { members[name] = nil }
                let text = members.values.joined()
                #expect(!text.contains("411111111111"), "seed \(seed)")
            }
        }
        #expect(refused > 500, "seed \(seed)")
    }

    private static func requests(_ bytes: [UInt8]) -> [DialectRequest] {
        let post = EProtectSamples.head("POST", "/LitlePayPage/paypage")
        let get = EProtectSamples.head(
            "GET", "/eProtect/paypage", query: String(decoding: bytes, as: UTF8.self))
        return [DialectRequest(head: post, body: bytes), DialectRequest(head: get, body: [])]
    }
}
