import Testing

@Suite("The rules read code, not comments or strings", .timeLimit(.minutes(5)))
struct SwiftCodeTests {
    @Test(
        "comments and the contents of strings are left out",
        arguments: [
            ("let a = 1 // Double", "let a = 1 "),
            ("a /* b /* c */ d */ e", "a  e"),
            ("f(\"Double // x\")", "f(\"\")"),
            ("\"a\\\"b\" c", "\"\" c"),
            ("\"a\\(b(\"c\"))d\" e", "\" b(\"\")\" e"),
            ("#\"a\"b\\(c)\"# d", "\"\" d"),
            ("#\"\\#(a)\"# b", "\" a\" b"),
            ("\"\"\"\na\n\"b\" c\n\"\"\" d", "\"\n\n\n\" d"),
            ("a\n// b\nc", "a\n\nc"),
            ("\"\"\"\na \\\nb\n\"\"\" d", "\"\n\n\n\" d"),
            ("#if x", "#if x"),
            ("\"\" + \"\"", "\"\" + \"\""),
        ])
    func leavesOut(text: String, code: String) {
        #expect(SwiftCode(text).withoutCommentsAndStrings == code)
    }

    @Test(
        "a text is a string, its lines, and what a plus sign adds; an interpolation is a word",
        arguments: [
            (#"f("a b", 1)"#, ["a b"]), (#""a \(b + "c") d""#, ["c", "a X d"]),
            ("\"a \" +\n    \"b\"", ["a b"]), (#""a", "b""#, ["a", "b"]),
            ("\"\"\"\n  a \\\n  b\n  \"\"\"", ["\n  a   b\n  "]), ("// \"a\"", []),
            (##"#"a \(b)"#"##, [#"a \(b)"#]), (#""a\nb""#, ["a\nb"]),
        ])
    func texts(code: String, texts: [String]) {
        #expect(SwiftCode(code).texts.map(\.content) == texts)
    }

    @Test("every line keeps its number")
    func keepsLines() {
        #expect(Repository.sources.count > 50)
        for file in Repository.sources + Repository.tests {
            #expect(file.code.count == file.lines.count, "\(file.path)")
        }
    }
}
