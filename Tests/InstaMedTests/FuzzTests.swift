import DialectKit
import Testing

@testable import InstaMed

@Suite("Random damage to InstaMed's requests")
struct FuzzTests {
    private static let pieces = [
        "&", "=", "%", "%2", "%00", "%E2%80%A8", "+", "&amount=1", "&AMOUNT=", "&merchantID=X",
        "&transactionAction=Void", "\"", "\\", "-", "99999999999999999999", "é", "\u{0}", "&&",
        "%C3", "&allowPartialPayment=1", "&cardNumber=4111111111111111", "%2B",
    ].map { Array($0.utf8) }

    @Test("never traps, and gives a command or an error that shows no card")
    func mutations() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var generator = SeededGenerator(state: seed)
        let good =
            InstaMedAction.allCases.map { Array(Samples.good($0).utf8) }
            + [Array((Samples.keyed + "&cardVerificationNumber=987&cardHolderName=J").utf8)]
        var refused = 0
        var commands = 0
        for _ in 0..<5000 {
            var bytes = good[Int.random(in: 0..<good.count, using: &generator)]
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                Self.damage(&bytes, using: &generator)
            }
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
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var generator = SeededGenerator(state: seed)
        let plain = Samples.head(user: nil)
        var readable = 0
        for _ in 0..<5000 {
            var bytes = Array(Samples.basic("sandbox@coster").utf8)
            Self.damage(&bytes, using: &generator)
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

    private static func damage(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
        guard !bytes.isEmpty else { return }
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        let end = min(bytes.count, index + Int.random(in: 1...30, using: &generator))
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.removeSubrange(index..<end)
        case 2: bytes.insert(contentsOf: bytes[index..<end], at: index)
        default:
            let piece = pieces[Int.random(in: 0..<pieces.count, using: &generator)]
            bytes.insert(contentsOf: piece, at: index)
        }
    }
}
