import Testing

@testable import DialectKit

/// A small generator whose seed is printed, so that a failure can be repeated (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

@Suite("Random damage")
struct XMLFuzzTests {
    private static let good = Array(
        """
        <?xml version="1.0" encoding="UTF-8"?><!-- c --><r xmlns="u" xmlns:p="v" id="1" p:x="2">
        <a currencyCode="USD">14.99</a><b><![CDATA[x]]>&amp;&#65;</b><p:c d='e'/>ü</r>
        """.utf8)
    private static let pieces = [
        "<", ">", "&", ";", "<!DOCTYPE r [", "]>", "<![CDATA[", "]]>", "<!--", "-->", "<?x", "?>",
        "&a;", "&#0;", "xmlns:p=''", "\u{0}", "encoding='UTF-16'", "<a><b>", "</a>", "\u{FFFE}",
    ].map { Array($0.utf8) }

    @Test("of a document never traps and always ends in a tree or an error")
    func mutations() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var readable = 0
        for _ in 0..<20_000 {
            var bytes = Self.good
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                Self.damage(&bytes, using: &generator)
            }
            if (try? XMLDocument.root(of: bytes)) != nil { readable += 1 }
        }
        #expect(readable > 0, "seed \(seed)")
    }

    static func damage(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
        guard !bytes.isEmpty else { return }
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: index)
        case 2: bytes.removeSubrange(index...)
        case 3:
            let end = Int.random(in: index..<bytes.count, using: &generator)
            bytes.insert(contentsOf: bytes[index...end], at: index)
        default:
            let piece = pieces[Int.random(in: 0..<pieces.count, using: &generator)]
            bytes.insert(contentsOf: piece, at: index)
        }
    }
}
