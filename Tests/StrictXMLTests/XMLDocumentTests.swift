import Testing

@testable import StrictXML

@Suite("A document", .timeLimit(.minutes(5)))
struct XMLDocumentTests {
    private func root(_ text: String) throws -> XMLNode {
        try XMLDocument.root(of: Array(text.utf8))
    }

    @Test("gives names, namespaces, attributes and text")
    func tree() throws {
        let node = try root(
            """
            <?xml version="1.0" encoding="utf-8" standalone="yes"?>
            <!-- before --><p:r xmlns:p="urn:one" a="1 &amp; 2" p:b="3">
            <p:c>x<!-- inside -->y</p:c><d xmlns="urn:two">&#x20AC;&lt;</d><e/></p:r><!-- after -->
            """)
        #expect(node.isNamed("r", in: "urn:one"))
        #expect(node.attributes.map(\.value) == ["1 & 2", "3"])
        #expect(node.attributes.map(\.namespace) == ["", "urn:one"])
        #expect(node.children.map(\.name) == ["c", "d", "e"])
        #expect(node.children.map(\.namespace) == ["urn:one", "urn:two", ""])
        #expect(node.children.map(\.text) == ["xy", "€<", ""])
    }

    @Test("joins CDATA sections with the text around them")
    func characterData() throws {
        #expect(try root("<r>a<![CDATA[<b>&]]>c</r>").text == "a<b>&c")
    }

    @Test("may begin with a byte order mark of UTF-8")
    func byteOrderMark() throws {
        #expect(try root("\u{FEFF}<?xml version=\"1.0\"?><r>ü</r>").text == "ü")
    }

    @Test("keeps a text that is longer than libxml2's pieces in one")
    func longText() throws {
        let text = String(repeating: "0123456789abcdef&amp;ü", count: 4000)
        let expected = String(repeating: "0123456789abcdef&ü", count: 4000)
        #expect(try root("<r>\(text)</r>").text == expected)
    }

    @Test("may be exactly as deep as the limit")
    func depth() throws {
        var limits = XMLLimits()
        limits.depth = 3
        let open = Array("<a><a><a/></a></a>".utf8)
        #expect(try XMLDocument.root(of: open, limits: limits).children.count == 1)
        #expect(throws: XMLReadError(.tooDeep)) {
            try XMLDocument.root(of: Array("<a><a><a><a/></a></a></a>".utf8), limits: limits)
        }
    }

    @Test("prints nothing of its content")
    func redacted() throws {
        let node = try root("<r a=\"4111111111111111\">4111111111111111<c>4111111111111111</c></r>")
        var dumped = ""
        dump(node, to: &dumped)
        for text in [dumped, "\(node)", String(reflecting: node), "\(node.attributes)"] {
            #expect(!text.contains("4111"))
        }
    }
}
