import DialectKit
import Testing

@testable import Radial

/// A small generator whose seed is printed, so that a failure can be repeated (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

@Suite("Random damage")
struct FuzzTests {
    private static let pieces = [
        "<", ">", "&amp;", "<OrderId>", "</OrderId>", "-", ".", "0", "99999999999999999999", "é",
        "true", "<PaymentContext>", "isToken='1'", "\u{0}", "]]>", "<![CDATA[", "&#xD800;",
    ].map { Array($0.utf8) }

    @Test("of a request never traps, and gives a command or a Fault that shows nothing of it")
    func mutations() throws {
        let dialect = RadialDialect()
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var generator = SeededGenerator(state: seed)
        let good = try ExchangeFile.all.map { try #require($0.dialectRequest(dialect)) }
        var faults = 0
        for _ in 0..<10_000 {
            let request = good[Int.random(in: 0..<good.count, using: &generator)]
            var body = request.body
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                Self.damage(&body, using: &generator)
            }
            let decoded = dialect.decode(DialectRequest(head: request.head, body: body))
            guard let fault = decoded.fault else { continue }
            faults += 1
            let text = String(decoding: fault.body, as: UTF8.self)
            #expect((400..<500).contains(fault.status), "seed \(seed)")
            #expect(!text.contains("4111") && !text.contains("Smith"), "seed \(seed)")
        }
        #expect(faults > 1000, "seed \(seed)")
    }

    private static func damage(
        _ bytes: inout [UInt8], using generator: inout SeededGenerator
    ) {
        guard !bytes.isEmpty else { return }
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        let end = min(bytes.count, index + Int.random(in: 1...40, using: &generator))
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
