import DialectKit
import SeededRandom
import Testing

@testable import InstaMed

@Suite("Random damage to InstaMed's requests", .timeLimit(.minutes(5)))
struct FuzzTests {
    private static let pieces = [
        "&", "=", "%", "%2", "%00", "%E2%80%A8", "+", "&amount=1", "&AMOUNT=", "&merchantID=X",
        "&transactionAction=Void", "\"", "\\", "-", "99999999999999999999", "é", "\u{0}", "&&",
        "%C3", "&allowPartialPayment=1", "&cardNumber=4111111111111111", "%2B",
    ].map { Array($0.utf8) }

    @Test("never traps, and gives a command or an error that shows no card")
    func mutations() throws {
        var generator = SeededGenerator.printed()
        let seed = generator.seed
        let good =
            InstaMedAction.allCases.map { Array(Samples.good($0).utf8) }
            + [Array((Samples.keyed + "&cardVerificationNumber=987&cardHolderName=J").utf8)]
        var refused = 0
        var commands = 0
        for _ in 0..<5000 {
            let index = Int.random(in: 0..<good.count, using: &generator)
            let bytes = generator.damaged(good[index], with: Self.pieces)
            for request in Self.requests(bytes) {
                guard let reply = Samples.sandbox.decode(request).reply else {
                    commands += 1
                    continue
                }
                refused += 1
                let form = try #require(StrictForm(reply.body), "seed \(seed)")
                #expect(form.names == ["errorCode", "errorMessage"], "seed \(seed)")
                #expect(form["errorMessage"]?.contains("411111") == false, "seed \(seed)")
            }
        }
        #expect(refused > 500 && commands > 500, "seed \(seed)")
    }

    @Test("in the header of Basic never traps")
    func credentials() {
        var generator = SeededGenerator.printed()
        let seed = generator.seed
        let plain = Samples.head(user: nil)
        var readable = 0
        for _ in 0..<5000 {
            var bytes = Array(Samples.basic("sandbox@coster").utf8)
            generator.damage(&bytes, with: Self.pieces)
            let head = RequestHead(
                route: plain.route, parameters: [:], query: "",
                headers: [(name: "authorization", value: String(decoding: bytes, as: UTF8.self))],
                receivedAt: plain.receivedAt)
            if case .head = Samples.dialect.credential(in: head) { readable += 1 }
        }
        #expect(readable > 100, "seed \(seed)")
    }

    private static func requests(_ bytes: [UInt8]) -> [DialectRequest] {
        let get = Samples.head(
            "GET", query: String(decoding: bytes, as: UTF8.self), contentType: nil)
        return [
            DialectRequest(head: Samples.head(), body: bytes), DialectRequest(head: get, body: []),
        ]
    }
}
