import Testing

@testable import StrictXML

@Suite("A writer", .timeLimit(.minutes(5)))
struct XMLWriterTests {
    private func written(_ content: (inout XMLWriter) -> Void) -> String {
        var writer = XMLWriter()
        writer.root("r", namespace: "urn:u", attributes: [("id", "1"), ("none", nil)], content)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test("writes elements, attributes and empty elements without a space between")
    func shape() {
        let text = written { root in
            root.element("a", "1", attributes: [("b", "2")])
            root.element("c") { $0.empty("d") }
            root.element("e", "")
        }
        #expect(
            text == """
                <?xml version="1.0" encoding="UTF-8"?><r xmlns="urn:u" id="1">\
                <a b="2">1</a><c><d/></c><e></e></r>
                """)
    }

    static let texts = [
        "plain", "a & b < c > d \" e '", "]]>", "\t tab \n line \r return", "€ 👩‍👧 ü", "",
        "<!-- no comment -->", "&amp;",
    ]

    @Test("escapes so that a reader gets the same text back", arguments: texts)
    func roundTrip(_ text: String) throws {
        let bytes = Array(written { $0.element("a", text, attributes: [("b", text)]) }.utf8)
        let node = try XMLDocument.root(of: bytes).children[0]
        #expect(node.text == text)
        #expect(node.attributes[0].value == text)
    }

    @Test("leaves out characters that XML cannot hold")
    func illegal() throws {
        let bytes = Array(
            written { $0.element("a", "x\u{0}\u{1}\u{B}\u{1F}\u{FFFE}\u{FFFF}y") }.utf8)
        #expect(try XMLDocument.root(of: bytes).children[0].text == "xy")
    }
}
