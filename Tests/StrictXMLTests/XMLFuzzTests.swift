import SeededRandom
import Testing

@testable import StrictXML

@Suite("Random damage", .timeLimit(.minutes(5)))
struct XMLFuzzTests {
    private static let good = Array(
        """
        <?xml version="1.0" encoding="UTF-8"?><!-- c --><r xmlns="u" xmlns:p="v" id="1" p:x="2">
        <a currencyCode="USD">14.99</a><b><![CDATA[x]]>&amp;&#65;</b><p:c d='e'/>ü</r>
        """.utf8)
    static let pieces = [
        "<", ">", "&", ";", "<!DOCTYPE r [", "]>", "<![CDATA[", "]]>", "<!--", "-->", "<?x", "?>",
        "&a;", "&#0;", "xmlns:p=''", "\u{0}", "encoding='UTF-16'", "<a><b>", "</a>", "\u{FFFE}",
    ].map { Array($0.utf8) }

    @Test("of a document never traps and always ends in a tree or an error")
    func mutations() {
        var generator = SeededGenerator.printed()
        let seed = generator.seed
        var readable = 0
        for _ in 0..<20_000 {
            let bytes = generator.damaged(Self.good, with: Self.pieces)
            if (try? XMLDocument.root(of: bytes)) != nil { readable += 1 }
        }
        #expect(readable > 0, "seed \(seed)")
    }
}
