import DialectKit
import Testing

@testable import Vantiv

/// A small generator whose seed is printed, so that a failure can be repeated (SplitMix64).
private struct EProtectGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

@Suite("Random damage to eProtect's requests")
struct EProtectFuzzTests {
    private static let pieces = [
        "&", "=", "%", "%2", "%00", "%E2%80%A8", "+", "<script>", "&id=1", "&cvv=", "applepay.",
        "&jsoncallback=a", "\"", "\\", "99999999999999999999", "é", "\u{0}", "&&", "%C3",
    ].map { Array($0.utf8) }

    @Test("never traps, and gives a command or a safe answer that shows no card")
    func mutations() throws {
        let dialect = EProtectDialect()
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var generator = EProtectGenerator(state: seed)
        let good = [EProtectSamples.card, EProtectSamples.token].map {
            Array(EProtectSamples.form($0 + [("jsoncallback", "cb")]).utf8)
        }
        var refused = 0
        for _ in 0..<5000 {
            var bytes = good[Int.random(in: 0..<2, using: &generator)]
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                Self.damage(&bytes, using: &generator)
            }
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

    private static func damage(
        _ bytes: inout [UInt8], using generator: inout EProtectGenerator
    ) {
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
