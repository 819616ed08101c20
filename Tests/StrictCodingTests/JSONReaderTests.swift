import Testing

@testable import StrictCoding

@Suite("Strict JSON", .timeLimit(.minutes(5)))
struct JSONReaderTests {
    let limits = JSONLimits()

    @Test(
        "JSON that RFC 8259 allows is read",
        arguments: [
            "{}", " { } ", "[]", "[1]", #"{"a":1}"#, #"{"a":{"b":[1,2,{"c":null}]},"d":true}"#,
            "0", "-0", "1.5e-3", "1E+9", "true", "false", "null", #""""#,
            #""\"\\\/\b\f\n\r\tA\ud83d\ude00""#, "\t\r\n [ 1 , 2 ] ",
        ])
    func allowed(_ text: String) throws {
        var reader = try JSONReader(Array(text.utf8), limits)
        try reader.skipValue()
        try reader.finish()
    }

    @Test(
        "JSON that it doesn't allow is refused",
        arguments: [
            "", " ", "{", "}", "[1,]", "[,1]", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{a:1}"#,
            "01", "1.", ".1", "1e", "+1", "--1", "0x1", "NaN", "tru", "nul", "truex", "'a'",
            #"""#, #""\x""#, #""\u12""#, #""\ud800""#, #""\ud800A""#, #""\udc00""#,
            "\"\u{0}\"", "\"\u{1F}\"", "\"\n\"", "[1 2]", "[1}", #"{"a":1]"#, "[]]", "\u{FEFF}{}",
            "// x\n{}",
        ])
    func refused(_ text: String) {
        #expect(throws: JSONReadError.malformed) {
            var reader = try JSONReader(Array(text.utf8), limits)
            try reader.skipValue()
            try reader.finish()
        }
    }

    @Test("text that is not UTF-8 is refused")
    func notUTF8() {
        for bytes: [UInt8] in [[0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xC3]] {
            #expect(throws: JSONReadError.notUTF8) { _ = try JSONReader(bytes, limits) }
        }
    }

    @Test("a string ends at its quote at any position of a word", arguments: 0..<40)
    func strings(_ count: Int) throws {
        let plain = String(repeating: "é", count: count / 2) + String(repeating: "x", count: count)
        for ending in ["", #"\n"#] {
            var reader = try JSONReader(Array(#""\#(plain)\#(ending)","#.utf8), limits)
            let expected = plain + (ending.isEmpty ? "" : "\n")
            #expect(try reader.text().string == expected)
            #expect(reader.peek() == UInt8(ascii: ","))
        }
        var control = try JSONReader(Array("\"\(plain)\u{1}\"".utf8), limits)
        #expect(throws: JSONReadError.malformed) { try control.text() }
    }

    @Test("keys are unescaped before they are compared")
    func duplicateKeys() throws {
        for text in [#"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, #"{"x":{"a":1,"b":2,"a":3}}"#] {
            #expect(throws: JSONReadError.duplicateKey) {
                var reader = try JSONReader(Array(text.utf8), limits)
                try reader.skipValue()
            }
        }
        var reader = try JSONReader(Array(#"{"a":{"a":1},"b":{"a":2}}"#.utf8), limits)
        try reader.skipValue()
    }

    @Test("a key may be as long as the limit, and no longer")
    func longKeys() throws {
        func object(_ key: String) -> [UInt8] { Array("{\"\(key)\":1}".utf8) }
        let longest = String(repeating: "é", count: limits.keyBytes / 2)
        var reader = try JSONReader(object(longest), limits)
        try reader.skipValue()
        for key in [longest + "e", "a" + String(repeating: "\u{301}", count: 30_000)] {
            #expect(throws: JSONReadError.keyTooLong) {
                var reader = try JSONReader(object(key), limits)
                try reader.skipValue()
            }
        }
    }

    @Test("nesting stops at the limit")
    func depth() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array(
                (String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        var deepest = try JSONReader(nested(limits.depth), limits)
        try deepest.skipValue()
        var tooDeep = try JSONReader(nested(limits.depth + 1), limits)
        #expect(throws: JSONReadError.tooDeep) { try tooDeep.skipValue() }
    }

    @Test("values are counted through all objects and arrays")
    func values() throws {
        var few = limits
        few.values = 5
        var reader = try JSONReader(Array(#"{"a":[1,2],"b":3}"#.utf8), few)
        try reader.skipValue()
        var tooMany = try JSONReader(Array(#"{"a":[1,2],"b":[3]}"#.utf8), few)
        #expect(throws: JSONReadError.tooManyValues) { try tooMany.skipValue() }
    }
}
