import Foundation
import SeededRandom
import Testing

@testable import StrictCoding

@Suite("A JSON text", .timeLimit(.minutes(5)))
struct JSONValueTests {
    static let readable: [(text: String, value: JSONValue)] = [
        ("{}", .object(JSONObject([:]))), ("[]", .array([])), (" null ", .null),
        ("true", .boolean(true)), ("\t\r\nfalse", .boolean(false)), (#""""#, .text("")),
        (#""a\"\\\/\b\f\n\r\t""#, .text("a\"\\/\u{8}\u{C}\n\r\t")), (#""\u00FC""#, .text("ü")),
        (#""\ud83d\uDE00x""#, .text("😀x")), (#""ü😀""#, .text("ü😀")), (#""\u0000""#, .text("\0")),
        ("0", .number("0")), ("-0.50e+10", .number("-0.50e+10")), ("14.90", .number("14.90")),
        ("12345678901234567890", .number("12345678901234567890")),
        ("[1,[true ,null]]", .array([.number("1"), .array([.boolean(true), .null])])),
        (
            #"{"a":{"b":[]},"c":"d"}"#,
            .object(
                JSONObject([
                    "a": .object(JSONObject(["b": .array([])])), "c": .text("d"),
                ]))
        ),
    ]

    @Test("reads each kind of value", arguments: readable)
    func reads(_ text: String, _ value: JSONValue) throws {
        #expect(try JSONValue(reading: Array(text.utf8)) == value)
    }

    static let refused: [(text: String, error: JSONReadError)] = [
        ("", .empty), (" \n", .empty), ("{", .malformed), ("[", .malformed), ("[1", .malformed),
        ("]", .malformed), ("{}{}", .malformed), ("1 2", .malformed), ("[1,]", .malformed),
        ("{\"a\":1,}", .malformed), ("{,}", .malformed), ("{a:1}", .malformed),
        ("{\"a\" 1}", .malformed), ("{\"a\":}", .malformed), ("[1 2]", .malformed),
        ("{\"a\":1]", .malformed), ("'a'", .malformed), ("\"a", .malformed), ("\"\n\"", .malformed),
        (#""\x""#, .malformed), (#""\u12""#, .malformed), (#""\ud800""#, .malformed),
        (#""\udc00""#, .malformed), (#""\ud800\n""#, .malformed), (#""\ud800\u0041""#, .malformed),
        ("01", .malformed), ("-", .malformed), ("1.", .malformed), (".5", .malformed),
        ("1e", .malformed), ("+1", .malformed), ("NaN", .malformed), ("tru", .malformed),
        ("True", .malformed), ("nulll", .malformed), ("// a\n1", .malformed),
        ("\u{FEFF}", .empty), ("1\u{FEFF}", .malformed), ("\u{FEFF}\u{FEFF}1", .malformed),
        (#"{"a":1,"a":2}"#, .duplicateKey), (#"{"a":1,"\u0061":2}"#, .duplicateKey),
        (String(repeating: "[", count: 17), .tooDeep),
        (String(repeating: "[", count: 100_000), .tooDeep),
        ("[" + String(repeating: "1,", count: 4096) + "1]", .tooManyValues),
        ("\"" + String(repeating: "a", count: 131_073) + "\"", .valueTooLong),
        (String(repeating: "1", count: 131_073), .valueTooLong),
        ("{\"" + String(repeating: "a", count: 129) + "\":1}", .keyTooLong),
        ("\"" + String(repeating: "a", count: 262_144) + "\"", .tooLarge),
    ]

    @Test("that is not well-formed, or too much, is refused", arguments: refused)
    func refuses(_ text: String, _ error: JSONReadError) {
        #expect(throws: error) { try JSONValue(reading: Array(text.utf8)) }
    }

    @Test("may have keys as long as the limit, in bytes and not in letters")
    func longestKey() throws {
        let key = String(repeating: "é", count: JSONLimits().keyBytes / 2)
        let value = try JSONValue(reading: Array("{\"\(key)\":1}".utf8))
        #expect(value.object?[key] == .number("1"))
    }

    @Test("with a key of marks without end is refused before the key is hashed")
    func marks() {
        let marks = String(repeating: "\u{301}", count: 60_000)
        for text in ["{\"a\(marks)\":1}", "{\"a\":{\"\\u0061\(marks)\":1}}"] {
            #expect(throws: JSONReadError.keyTooLong) { try JSONValue(reading: Array(text.utf8)) }
        }
    }

    @Test("that is not UTF-8 is refused", arguments: [[0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22]])
    func encoding(_ bytes: [UInt8]) {
        #expect(throws: JSONReadError.notUTF8) { try JSONValue(reading: bytes) }
    }

    @Test("gives a value as what it is, and as nothing else")
    func kinds() throws {
        let value = try JSONValue(
            reading: Array(#"{"t":"x","n":1,"b":true,"z":null,"a":[1],"o":{}}"#.utf8))
        let object = try #require(value.object)
        #expect(object["t"]?.text == "x" && object["n"]?.text == nil)
        #expect(object["t"]?.textOrNumber == "x" && object["n"]?.textOrNumber == "1")
        #expect(object["b"]?.boolean == true && object["t"]?.boolean == nil)
        #expect(object["a"]?.elements?.count == 1 && object["o"]?.elements == nil)
        #expect(object["o"]?.object != nil && object["z"] == .null && object["x"] == nil)
        #expect(Set(object.keys) == ["t", "n", "b", "z", "a", "o"])
    }

    @Test("prints nothing of its content")
    func redacted() throws {
        let value = try JSONValue(reading: Array(#"{"account":"4111111111111111"}"#.utf8))
        var dumped = ""
        dump(value, to: &dumped)
        for text in ["\(value)", "\(String(describing: value.object))", dumped] {
            #expect(!text.contains("4111") && !text.contains("account"))
        }
    }

    @Test("is refused with a code and a sentence of its own", arguments: JSONReadError.allCases)
    func errors(_ error: JSONReadError) {
        #expect(error.code.hasPrefix("json-") && error.sentence.hasSuffix("."))
        #expect(JSONReadError.allCases.filter { $0.sentence == error.sentence }.count == 1)
    }
}

@Suite("Random JSON", .timeLimit(.minutes(5)))
struct JSONFuzzTests {
    private static let good = Array(
        #"{"a":"x\u00e9\n","b":[1,-2.5e3,true,null,{"c":"\ud83d\ude00"}],"d":{},"e":"ü"}"#.utf8)
    private static let pieces = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud800", "null", "true", "-", "1e",
        "\u{0}",
        "\u{FEFF}", "\"e\":",
    ].map { Array($0.utf8) }

    @Test("that was damaged gives a value or an error, and only what another reader takes too")
    func damage() {
        var generator = SeededGenerator.printed()
        let seed = generator.seed
        var readable = 0
        for _ in 0..<20_000 {
            let bytes = generator.damaged(Self.good, with: Self.pieces)
            guard (try? JSONValue(reading: bytes)) != nil else { continue }
            readable += 1
            let other = try? JSONSerialization.jsonObject(
                with: Data(bytes), options: [.fragmentsAllowed])
            // The other reader refuses a number that its type has no room for.
            let isTooLarge = String(decoding: bytes, as: UTF8.self)
                .contains(/[eE]\+?[0-9]{3}/)
            #expect(other != nil || isTooLarge, "seed \(seed)")
        }
        #expect(readable > 0, "seed \(seed)")
    }
}
