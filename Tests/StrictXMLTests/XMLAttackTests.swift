import Testing

@testable import StrictXML

/// A document and the one rule that refuses it.
struct RefusedDocument: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let rule: XMLReadError.Rule

    init(_ name: String, _ text: String, _ rule: XMLReadError.Rule) {
        testDescription = name
        self.text = text
        self.rule = rule
    }
}

private let laughs = """
    <?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">\
    <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;">]><r>&d;</r>
    """

private let quadratic = """
    <!DOCTYPE r [<!ENTITY a "\(String(repeating: "x", count: 50_000))">]>\
    <r>\(String(repeating: "&a;", count: 20_000))</r>
    """

private func attributes(_ count: Int) -> String {
    (0..<count).map { " a\($0)=''" }.joined()
}

private let attacks: [RefusedDocument] = [
    .init("an internal entity", "<!DOCTYPE r [<!ENTITY a \"b\">]><r>&a;</r>", .doctype),
    .init(
        "an external entity",
        "<?xml version='1.0'?>\n<!DOCTYPE r [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><r>&a;</r>",
        .doctype),
    .init(
        "an external DTD", "<!-- x --><!DOCTYPE r SYSTEM \"http://127.0.0.1:1/a.dtd\"><r/>",
        .doctype),
    .init("billion laughs", laughs, .doctype),
    .init("quadratic blow-up", quadratic, .doctype),
    .init("a DOCTYPE after a byte order mark", "\u{FEFF}<!DOCTYPE r><r/>", .doctype),
    .init("a DOCTYPE behind the declaration", "<?xml version='1.0'?> <!DOCTYPE r><r/>", .doctype),
    .init("a DOCTYPE behind the root", "<r/><!DOCTYPE r>", .doctype),
    .init("a part of a DOCTYPE before the root", "<!ELEMENT r ANY><r/>", .doctype),
    .init("a part of a DOCTYPE behind the root", "<r/>\n<!ELEMENT r ANY>", .doctype),
    .init("the beginning of a DOCTYPE", "<!", .doctype),
    .init("an undeclared entity", "<r>&a;</r>", .entity),
    .init("an undeclared entity in an attribute", "<r a=\"&a;\"/>", .entity),
    .init(
        "elements 100,000 deep",
        String(repeating: "<a>", count: 80_000), .tooDeep),
    .init(
        "elements 9,000 deep and closed",
        String(repeating: "<a>", count: 9000) + String(repeating: "</a>", count: 9000), .tooDeep),
    .init(
        "too many elements", "<r>\(String(repeating: "<a/>", count: 17_000))</r>", .tooManyElements),
    .init(
        "too many attributes", "<r\(attributes(40))/>", .tooManyAttributes),
    .init(
        "26,000 attributes in a tag that no parser ends", "<r\(attributes(26_000))",
        .tooManyAttributes),
    .init(
        "too many attributes behind a comment, a CDATA section and an end tag",
        "<r><!-- <a ' - > --><![CDATA[<b \"]]><c/></d><e\(attributes(17))", .tooManyAttributes),
    .init(
        "hyphens in a comment", "<r><!--\(String(repeating: "-", count: 250_000))--></r>",
        .malformed),
    .init(
        "hyphens in a comment before many attributes", "<r><!-- -- --><a\(attributes(17))/></r>",
        .malformed),
    .init("a text too long", "<r>\(String(repeating: "x", count: 140_000))</r>", .textTooLong),
    .init(
        "an attribute too long", "<r a='\(String(repeating: "x", count: 140_000))'/>",
        .textTooLong),
    .init("a name too long", "<r><\(String(repeating: "a", count: 257))/></r>", .malformed),
    .init(
        "an attribute's name of marks without end",
        "<r a\(String(repeating: "\u{301}", count: 20_000))='1'/>", .malformed),
    .init(
        "a long namespace, left and entered four thousand times",
        "<r xmlns='\(String(repeating: "u", count: 150_000))'>"
            + String(repeating: "<a b=''/>", count: 4000) + "</r>", .namespace),
    .init(
        "a document too long", "<r>\(String(repeating: " ", count: 262_144))</r>", .documentTooLarge
    ),
    .init("a processing instruction before the root", "<?php x ?><r/>", .processingInstruction),
    .init("a processing instruction inside", "<r><?php x ?></r>", .processingInstruction),
    .init("a processing instruction at the end", "<r/><?php x ?>", .processingInstruction),
    .init(
        "a processing instruction whose name begins like the declaration's", "<r/><?xml-a x ?>",
        .processingInstruction),
    .init("a declaration behind an empty line", "\n<?xml version='1.0'?><r/>", .lateDeclaration),
    .init("a declaration behind a space, cut short", " <?xml", .lateDeclaration),
    .init(
        "a declaration behind a byte order mark and a comment", "\u{FEFF}<!----><?xml?><r/>",
        .lateDeclaration),
    .init(
        "a declaration in capitals behind a line", "\r\n<?XmL\tversion='1.0'?>", .lateDeclaration),
    .init("two declarations", "<?xml version='1.0'?><?xml version='1.0'?><r/>", .lateDeclaration),
    .init("a declaration in capitals", "<?XML version='1.0'?><r/>", .processingInstruction),
]

private let malformed: [RefusedDocument] = [
    .init("nothing", "", .documentEmpty),
    .init("white space", " \n ", .malformed),
    .init("a byte order mark", "\u{FEFF}", .malformed),
    .init("a declaration", "<?xml version='1.0'?>\n", .malformed),
    .init("a comment", "<!-- c -->", .malformed),
    .init("no XML", "{\"a\":1}", .malformed),
    .init("an element that does not end", "<r><a></r>", .malformed),
    .init("a document that ends early", "<r><a>text</a", .malformed),
    .init("a document that ends within the root", "<r><a>text</a>", .malformed),
    .init("a second root", "<r/><r/>", .malformed),
    .init("text after the root", "<r/>x", .malformed),
    .init("a CDATA section before the root", "<![CDATA[x]]><r/>", .malformed),
    .init("a CDATA section behind the root", "<r/><![CDATA[x]]>", .malformed),
    .init("a comment that does not end", "<!-- ", .malformed),
    .init("a comment with hyphens before the root", "<!-- -- --><r/>", .malformed),
    .init("a declaration that does not end", "<?xml version='1.0' ", .malformed),
    .init("a control character", "<r>\u{01}</r>", .malformed),
    .init("a reference to a control character", "<r>&#1;</r>", .malformed),
    .init("a zero", "<r>abcdef\u{00}</r>", .malformed),
    .init("an attribute without quotes", "<r a=b/>", .malformed),
    .init("an attribute twice", "<r a='1' a='2'/>", .duplicateAttribute),
    .init(
        "an attribute twice by two prefixes",
        "<r xmlns:x='u' xmlns:y='u' x:a='1' y:a='2'/>", .duplicateAttribute),
    .init("a prefix that is not declared", "<x:r/>", .namespace),
    .init("XML 1.1", "<?xml version='1.1'?><r/>", .unsupportedVersion),
    .init("XML 2.0", "<?xml version=\"2.0\"?><r/>", .unsupportedVersion),
    .init("Latin 1", "<?xml version='1.0' encoding='ISO-8859-1'?><r/>", .unsupportedEncoding),
    .init("UTF-16 declared", "<?xml version='1.0' encoding=\"UTF-16\"?><r/>", .unsupportedEncoding),
    .init("UTF-7 declared", "<?xml version='1.0' encoding = 'UTF-7' ?><r/>", .unsupportedEncoding),
]

@Suite("A document that is no plain message", .timeLimit(.minutes(5)))
struct XMLAttackTests {
    @Test("is refused with one clear rule", arguments: attacks + malformed)
    func refused(_ row: RefusedDocument) {
        #expect(throws: XMLReadError(row.rule)) { try XMLDocument.root(of: Array(row.text.utf8)) }
    }

    static let manyEqualsSigns: [String] = [
        "<r\(attributes(16))><a\(attributes(16))/></r>",
        "<r>\(String(repeating: "QUJDRA==\n", count: 100))</r>",
        "<r a=\"\(String(repeating: "'=>", count: 40))\" b='\(String(repeating: "\"=>", count: 40))'/>",
        "<!-- <a\(attributes(40))> --><r/><!-- <a\(attributes(40)) -->",
        "<?xml version='1.0'?><r><!-- <a\(attributes(40)) ' --><a/><!-- \" --></r>",
        "<r><![CDATA[<a\(attributes(40))]]]]><![CDATA[> ']]><a/></r>",
        "<r></r\n><!-- - - ><r\(attributes(40))>-->",
    ]

    @Test("has too many attributes; equals signs elsewhere are none", arguments: manyEqualsSigns)
    func equalsSigns(_ text: String) throws {
        #expect(try XMLDocument.root(of: Array(text.utf8)).name == "r")
    }

    @Test("is refused where its bytes are not UTF-8")
    func bytes() {
        let invalid: [[UInt8]] = [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xE2, 0x82]]
        for bytes in invalid {
            let document = Array("<r>text ".utf8) + bytes + Array(" text</r>".utf8)
            #expect(throws: XMLReadError.self) { try XMLDocument.root(of: document) }
        }
    }

    @Test("is refused in UTF-16 and UTF-32, with and without a byte order mark")
    func wide() {
        let little = "<r/>".utf8.flatMap { byte -> [UInt8] in [byte, 0] }
        let big = "<r/>".utf8.flatMap { byte -> [UInt8] in [0, byte] }
        for document in [little, big, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big] {
            #expect(throws: XMLReadError(.unsupportedEncoding)) {
                try XMLDocument.root(of: document)
            }
        }
    }

    @Test("is refused in EBCDIC, which libxml2 would find by the first four bytes")
    func ebcdic() {
        // <?xml version="1.0"?><r/> in code page 37.
        let document: [UInt8] = [
            0x4C, 0x6F, 0xA7, 0x94, 0x93, 0x40, 0xA5, 0x85, 0x99, 0xA2, 0x89, 0x96, 0x95, 0x7E,
            0x7F, 0xF1, 0x4B, 0xF0, 0x7F, 0x6F, 0x6E, 0x4C, 0x99, 0x61, 0x6E,
        ]
        #expect(throws: XMLReadError(.malformed)) { try XMLDocument.root(of: document) }
    }

    @Test("leaves no trace in what is read after it", arguments: attacks + malformed)
    func noTrace(_ row: RefusedDocument) throws {
        let whole = Array("<p:r xmlns:p='u' p:a='1'><b xmlns='v'>t</b></p:r>".utf8)
        let bare = Array("<p:r a='1'/>".utf8)
        for before in [whole, Array(row.text.utf8), Array("<p:r xmlns:p='u'><b".utf8)] {
            _ = try? XMLDocument.root(of: before)
            #expect(throws: XMLReadError(.namespace)) { try XMLDocument.root(of: bare) }
            let root = try XMLDocument.root(of: whole)
            #expect(root.isNamed("r", in: "u"))
            #expect(root.attributes.map(\.namespace) == ["u"])
            #expect(root.children.map(\.text) == ["t"])
            #expect(root.children.map(\.namespace) == ["v"])
        }
    }

    @Test("may have names that no one ever saw, as often as clients like")
    func manyNames() throws {
        for number in 0..<2_000 {
            // What is refused here was read by the parser, which must not keep it.
            let long = String(repeating: "n", count: 6_000) + "\(number)"
            #expect(throws: XMLReadError(.malformed)) {
                try XMLDocument.root(of: Array("<\(long)/>".utf8))
            }
            let name = String(repeating: "n", count: 250) + "\(number)"
            #expect(try XMLDocument.root(of: Array("<\(name)/>".utf8)).name == name)
        }
    }

    @Test("gives an error that holds nothing of it", arguments: attacks + malformed)
    func errorText(_ row: RefusedDocument) {
        let error = #expect(throws: XMLReadError.self) {
            try XMLDocument.root(of: Array(row.text.utf8))
        }
        #expect(error?.element == nil)
        #expect(error?.description.contains("passwd") == false)
    }
}
