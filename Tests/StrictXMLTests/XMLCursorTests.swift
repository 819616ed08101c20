import Testing

@testable import StrictXML

@Suite("A cursor", .timeLimit(.minutes(5)))
struct XMLCursorTests {
    private func cursor(_ inner: String, _ order: XMLCursor.Order = .fixed) throws -> XMLCursor {
        let root = try XMLDocument.root(of: Array("<r xmlns='u'>\(inner)</r>".utf8))
        return try XMLCursor(root, named: "Root", order: order)
    }

    /// Reads a, then perhaps b, then c.
    private func read(_ inner: String, _ order: XMLCursor.Order = .fixed) throws -> String {
        var cursor = try cursor(inner, order)
        let a = try cursor.required("a", max: 3)
        let b = try cursor.optional("b", max: 3)
        let c = try cursor.required("c", max: 3)
        try cursor.finish()
        return "\(a)\(b ?? "-")\(c)"
    }

    @Test("reads elements in order")
    func order() throws {
        #expect(try read("<a>1</a> <b>2</b>\n<c>3</c>") == "123")
        #expect(try read("<a>1</a><c>3</c>") == "1-3")
    }

    static let broken: [(String, XMLReadError)] = [
        ("", XMLReadError(.missingElement, "a")),
        ("<a>1</a>", XMLReadError(.missingElement, "c")),
        ("<c>1</c>", XMLReadError(.missingElement, "a")),
        ("<b>1</b><a>1</a><c>1</c>", XMLReadError(.unexpectedElement, "Root")),
        ("<a>1</a><a>1</a><c>1</c>", XMLReadError(.repeatedElement, "a")),
        ("<a>1</a><b>1</b><b>1</b><c>1</c>", XMLReadError(.repeatedElement, "b")),
        ("<a>1</a><c>1</c><c>1</c>", XMLReadError(.repeatedElement, "c")),
        ("<a>1</a><x/><c>1</c>", XMLReadError(.unexpectedElement, "a")),
        ("<a>1</a><c>1</c><x/>", XMLReadError(.unexpectedElement, "c")),
        ("<a>1</a><c>1</c><b>1</b>", XMLReadError(.unexpectedElement, "c")),
        ("<a>1</a>text<c>1</c>", XMLReadError(.unexpectedText, "Root")),
        ("<a>1<x/></a><c>1</c>", XMLReadError(.unexpectedElement, "a")),
        ("<a xmlns='v'>1</a><c>1</c>", XMLReadError(.missingElement, "a")),
        ("<a></a><c>1</c>", XMLReadError(.tooShort, "a")),
        ("<a>1234</a><c>1</c>", XMLReadError(.tooLong, "a")),
    ]

    @Test(
        "refuses what is missing, doubled, unknown, out of order or of wrong length",
        arguments: broken)
    func refuses(_ inner: String, _ error: XMLReadError) throws {
        #expect(throws: error) { try read(inner) }
    }

    @Test("counts characters, not bytes")
    func characters() throws {
        #expect(try read("<a>äöü</a><c>€€€</c>") == "äöü-€€€")
    }

    @Test("reads in any order where order does not count, and still refuses doubles and strangers")
    func anyOrder() throws {
        #expect(try read("<c>3</c><a>1</a><b>2</b>", .any) == "123")
        #expect(throws: XMLReadError(.repeatedElement, "a")) {
            try read("<a>1</a><c>3</c><a>1</a>", .any)
        }
        #expect(throws: XMLReadError(.unexpectedElement, "c")) {
            try read("<x/><a>1</a><c>3</c>", .any)
        }
    }

    @Test("skips elements on request")
    func skips() throws {
        var cursor = try cursor("<a/><m/><b><x>1</x></b><y/><z/>")
        cursor.skipAnywhere("m")
        try cursor.skip("a")
        try cursor.skip("b")
        cursor.skipRest()
        try cursor.finish()
    }

    @Test("checks the root's name, namespace and attributes")
    func root() throws {
        let root = try XMLDocument.root(
            of: Array("<r xmlns='u' id='12' xmlns:x='v' x:y='1'/>".utf8))
        try root.mustBe("r", in: "u")
        #expect(throws: XMLReadError(.wrongRoot, "q")) { try root.mustBe("q", in: "u") }
        #expect(throws: XMLReadError(.wrongNamespace, "r")) { try root.mustBe("r", in: "v") }
        try root.allowAttributes(["id"], on: "r")
        #expect(throws: XMLReadError(.unexpectedAttribute, "r")) {
            try root.allowAttributes([], on: "r")
        }
        #expect(try root.requiredAttribute("id", max: 2) == "12")
        #expect(try root.attribute("other", max: 2) == nil)
        #expect(throws: XMLReadError(.tooLong, "id")) { try root.attribute("id", max: 1) }
        #expect(throws: XMLReadError(.missingAttribute, "y")) {
            try root.requiredAttribute("y", max: 2)
        }
    }
}
