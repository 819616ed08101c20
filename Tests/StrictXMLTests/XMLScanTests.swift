import CXMLReader
import Testing

@testable import StrictXML

/// A way to have libxml2 take for a start tag what is none: so much of a document, then attributes,
/// then the rest.
struct Evasion: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let before: String
    let after: String
    let rule: XMLReadError.Rule

    init(
        _ name: String, _ before: String, _ after: String, _ rule: XMLReadError.Rule = .malformed
    ) {
        testDescription = name
        self.before = before
        self.after = after
        self.rule = rule
    }

    func document(attributes count: Int) -> [UInt8] {
        Array((before + attributes(count) + after).utf8)
    }
}

/// Attributes with names so short that 37,000 of them fit into the longest document.
private func attributes(_ count: Int) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    let perLetter = 36 * 36
    return (0..<count).map { number in
        " \(letters[number / perLetter])\(String(number % perLetter, radix: 36))=''"
    }.joined()
}

private let evasions: [Evasion] = [
    .init("behind a quote in a tag", "<r><a \"<b", "/></r>"),
    .init("behind an apostrophe in a tag", "<r><a '<b", "/></r>"),
    .init("behind a value without quotes", "<r><a b=x \"<b", "/>\"></r>"),
    .init("behind two attributes without a space", "<r><a b='1'c=\"><b", "/>\"></r>"),
    .init("in a tag", "<r><a <b", "/></r>"),
    .init("in a value", "<r><a b='<b", "/>'></a></r>"),
    .init("behind a tag without a name", "<r>< <b", "/></r>"),
    .init("behind a reference that is none", "<r><a b='& \"' <b", "/></r>"),
    .init("behind <!", "<r><!a <b", "/></r>"),
    .init("in a declaration of an element", "<r><!ELEMENT '<b", "/>'></r>"),
    .init("in a DOCTYPE inside", "<r><!DOCTYPE '<b", "/>'></r>", .doctype),
    .init("in a declaration of an element before the root", "<!ELEMENT '<b", "/>'><r/>", .doctype),
    .init("behind <! behind the root", "<r/><!a <b", "/>", .doctype),
    .init("in a CDATA section that does not end", "<r><![CDATA[<b", "/></r>"),
    .init("in a CDATA section, behind a control character", "<r><![CDATA[\u{1}<b", "/>]]></r>"),
    .init("in a CDATA section, behind U+FFFE", "<r><![CDATA[\u{FFFE}<b", "/>]]></r>"),
    .init("in a comment that does not end", "<r><!-- <b", "/></r>"),
    .init("in a comment, behind a control character", "<r><!-- \u{1}<b", "/>--></r>"),
    .init("in a comment, behind two hyphens", "<r><!-- -- <b", "/>--></r>"),
    .init("in an instruction", "<r><?a <b", "/>?></r>", .processingInstruction),
    .init("in an instruction without a name", "<r><?1 <b", "/>?></r>", .processingInstruction),
    .init("in an instruction that does not end", "<r><?a <b", "/></r>", .processingInstruction),
    .init("in a declaration inside", "<r><?xml <b", "/>?></r>", .lateDeclaration),
    .init("in the declaration, behind its end for libxml2", "<?xml version='1.0'><b", "/>?><r/>"),
    .init("behind an end tag with a quote", "<r></a '<b", "/>'></r>", .tooManyAttributes),
]

/// What libxml2 would go on behind, a hundred thousand times in one document.
private let errors: [RefusedDocument] = [
    .init("an ampersand", "<r>a & b</r>", .malformed),
    .init("an ampersand at the end", "<r>&", .malformed),
    .init("an ampersand in a value", "<r a='a & b'/>", .malformed),
    .init("an ampersand in a tag", "<r &></r>", .malformed),
    .init("an empty reference", "<r>&;</r>", .malformed),
    .init("an entity", "<r>&a;</r>", .entity),
    .init("an entity in a value", "<r a='&a;'/>", .entity),
    .init("a reference that does not end", "<r>&lt</r>", .entity),
    .init("a reference in capitals", "<r>&LT;</r>", .entity),
    .init("a number of no character", "<r>&#0;</r>", .malformed),
    .init("a number of a surrogate", "<r>&#xD800;</r>", .malformed),
    .init("a number beyond Unicode", "<r>&#x110000;</r>", .malformed),
    .init("a number beyond all", "<r>&#99999999999999999999;</r>", .malformed),
    .init("no number", "<r>&#;</r>", .malformed),
    .init("no hexadecimal number", "<r>&#x;</r>", .malformed),
    .init("a decimal number with letters", "<r>&#4A;</r>", .malformed),
    .init("a number that does not end", "<r>&#65", .malformed),
    .init("the end of a CDATA section in text", "<r>]]></r>", .malformed),
    .init(
        "elements too deep behind an error",
        "<r a='' a=''>\(String(repeating: "<a>", count: 24))", .tooDeep),
    .init(
        "too many elements behind an error",
        "<r a='' a=''>\(String(repeating: "<a/>", count: 16_384))", .tooManyElements),
]

private let wholesome: [String] = [
    "<?xml version='1.0'?><r/>", "<?xml\nversion='1.0'\t?>\n<r a=\"'>\" b='\">' />", " \r\n\t<r/>",
    "<r\n></r\n>", "<r><![CDATA[<b \" & ' ?> <? <! ]] > <!-- -->]]></r>",
    "<r><!-- <b \" & ' ?> <? <! ]]> - > --></r><!---->",
    "<r a=']]>' b='?>'>] ]] ]> > = ' \" ?></r>",
    "<r a='&lt;&gt;&amp;&quot;&apos;&#65;'>&lt;&gt;&amp;&quot;&apos;&#65;&#x41;&#xe9;&#xE9;</r>",
    "<r>&#0000065;&#x10FFFF;&#xFFFD;&#9;&#13;</r>", "<r>\t\n\r\u{7F}\u{85}\u{D7FF}\u{E000}</r>",
    "<r ü='ö'>\u{FFFD}\u{10000}\u{10FFFF}</r>", "<r\(attributes(16))/>",
    "\(String(repeating: "<r>", count: 23))<r/>\(String(repeating: "</r>", count: 23))",
    "<r>\(String(repeating: "<a/>", count: 4095))</r>",
]

@Suite("Before libxml2 sees a document, the scan", .timeLimit(.minutes(5)))
struct XMLScanTests {
    /// What the scan says by itself.
    private func verdict(_ document: [UInt8]) -> XMLReadError.Rule? {
        XMLDocument.rule(
            of: cxml_scan(document, UInt32(clamping: document.count), XMLLimits().ofReader))
    }

    @Test(
        "refuses attributes where libxml2 alone would find them",
        arguments: evasions, [17, 37_000])
    func evasion(_ row: Evasion, _ count: Int) {
        let document = row.document(attributes: count)
        #expect(document.count <= XMLLimits().documentBytes)
        #expect(verdict(document) == row.rule)
        #expect(throws: XMLReadError.self) { try XMLDocument.root(of: document) }
    }

    @Test("refuses what libxml2 would find wrong again and again", arguments: errors)
    func repeatedError(_ row: RefusedDocument) {
        #expect(verdict(Array(row.text.utf8)) == row.rule)
        #expect(throws: XMLReadError(row.rule)) { try XMLDocument.root(of: Array(row.text.utf8)) }
    }

    @Test("lets similar documents through", arguments: wholesome)
    func wholesomeDocument(_ text: String) throws {
        #expect(verdict(Array(text.utf8)) == nil)
        #expect(try XMLDocument.root(of: Array(text.utf8)).name == "r")
    }

    @Test(
        "a document that is not XML is refused with the line and the cause, and nothing of its text",
        arguments: [
            ("<r>\n<a>Smith & Sons</a>\n</r>", "Line 2 has an & that is not escaped; write &amp;."),
            ("<r>AT&T</r>", "Line 1 has an & that is not escaped; write &amp;."),
            ("<r a='b&c'/>", "Line 1 has an & that is not escaped; write &amp;."),
            (
                "<r><!-- & --><![CDATA[&]]>\n\n&amp;&#65; & </r>",
                "Line 3 has an & that is not escaped; write &amp;."
            ),
            ("<r>\n\u{1}</r>", "Line 2 has a control character, which XML does not allow."),
            (
                "<r>&nbsp;</r>",
                "Only the five predefined entities and character references are allowed."
            ),
            ("<r>", "The document is not well-formed XML."),
        ])
    func place(_ text: String, _ sentence: String) {
        #expect(self.sentence(of: Array(text.utf8)) == sentence)
    }

    @Test("a byte that is not UTF-8 is named with its line")
    func latin1() {
        let bytes = Array("<r>\n\n<a>Jos".utf8) + [0xE9] + Array("</a></r>".utf8)
        #expect(
            sentence(of: bytes)
                == "Line 3 has a byte that is not UTF-8; encode the document in UTF-8.")
    }

    private func sentence(of bytes: [UInt8]) -> String? {
        do throws(XMLReadError) {
            _ = try XMLDocument.root(of: bytes)
            return nil
        } catch {
            return error.sentence
        }
    }

    private static let controls: [[UInt8]] = (UInt8(0)..<0x20)
        .filter { byte in byte != 0x09 && byte != 0x0A && byte != 0x0D }
        .map { byte in [byte] }

    /// Not UTF-8, or characters that XML does not hold. Source: The Unicode Standard, table 3-7; XML
    /// 1.0, production 2.
    private static let strangers: [[UInt8]] = [
        [0x80], [0xBF], [0xFF], [0xC0, 0xAF], [0xC1, 0xBF], [0xC3], [0xC3, 0x28],
        [0xE0, 0x9F, 0xBF], [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80],
        [0xEF, 0xBF, 0xBE], [0xEF, 0xBF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98],
        [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
    ]

    @Test(
        "refuses bytes that are no characters of XML, wherever they are",
        arguments: controls + strangers)
    func strange(_ bytes: [UInt8]) {
        for place in 0..<70 {
            let before = Array("<r>".utf8) + Array(repeating: UInt8(ascii: "a"), count: place)
            #expect(verdict(before + bytes + Array("</r>".utf8)) == .malformed)
            #expect(verdict(before + bytes) == .malformed)
            #expect(verdict(before + Array("ü€😀</r>".utf8)) == nil)
        }
    }
}
