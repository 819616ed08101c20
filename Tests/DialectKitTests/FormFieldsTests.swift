import SeededRandom
import Testing

@testable import DialectKit

@Suite("A form", .timeLimit(.minutes(5)))
struct FormFieldsTests {
    static let readable: [(text: String, name: String, value: String?)] = [
        ("a=1", "a", "1"), ("a=1&b=2", "b", "2"), ("a=1", "b", nil), ("", "a", nil),
        ("a=", "a", ""), ("a", "a", ""), ("a=b=c", "a", "b=c"), ("&&a=1&", "a", "1"),
        ("a=x+y", "a", "x y"), ("a=x%2By", "a", "x+y"), ("a=%C3%BC", "a", "ü"),
        ("a=%c3%bc", "a", "ü"), ("a=ü", "a", "ü"), ("a+b=1", "a b", "1"), ("%61=1", "a", "1"),
        ("a.b%5B0%5D=1", "a.b[0]", "1"), ("a=%26%3D%25", "a", "&=%"), ("A=1", "a", nil),
        ("a=1;b=2", "a", "1;b=2"), ("a=%00", "a", "\u{0}"), ("a=1\r\n", "a", "1\r\n"),
    ]

    @Test("reads names and values, percent-decoded, + as a space", arguments: readable)
    func reads(_ text: String, _ name: String, _ value: String?) throws {
        #expect(try FormFields(body: Array(text.utf8))[name] == value)
        #expect(try FormFields(query: text)[name] == value)
    }

    static let refused: [(text: String, error: FormReadError)] = [
        ("a=1&a=2", .repeatedName), ("a=1&%61=1", .repeatedName), ("a&a", .repeatedName),
        ("=1", .emptyName), ("=", .emptyName), ("a=%", .malformedEscape),
        ("a=%4", .malformedEscape), ("a=%4g", .malformedEscape), ("%zz=1", .malformedEscape),
        ("a=%&b=41", .malformedEscape), ("a=%+1", .malformedEscape), ("a=%FF", .notUTF8),
        ("a=%C3", .notUTF8), ("a=%ED%A0%80", .notUTF8), ("a=%C0%80", .notUTF8),
        ("%FF=1", .notUTF8),
    ]

    @Test("that is not well-formed is refused", arguments: refused)
    func refuses(_ text: String, _ error: FormReadError) {
        #expect(throws: error) { try FormFields(body: Array(text.utf8)) }
    }

    @Test("may hold as much as its limits say, and no more")
    func limits() throws {
        var limits = FormLimits()
        limits.formBytes = 20
        limits.fields = 2
        limits.nameBytes = 3
        limits.valueBytes = 5
        for text in ["aaa=12345", "a=1&b=2", "aaa=%31%32%33%34%35"] {
            #expect(try FormFields(query: text, limits: limits).count > 0)
        }
        let refused: [(String, FormReadError)] = [
            ("aaaa=1", .nameTooLong), ("a=123456", .valueTooLong), ("a=1&b=2&c=3", .tooManyFields),
            ("a=1&&&&&&&&&&&&&&&&&&", .tooLarge),
        ]
        for (text, error) in refused {
            #expect(throws: error, "\(text)") { try FormFields(query: text, limits: limits) }
        }
    }

    @Test("finds by its bytes whether a field has a value, however long the field is")
    func holds() throws {
        let marks = "e" + String(repeating: "\u{301}", count: 16_000)
        let fields = try FormFields(body: Array("a=true&b=\(marks)&c=%C3%A9".utf8))
        #expect(fields.holds("true", in: "a"))
        #expect(!fields.holds("True", in: "a") && !fields.holds("true", in: "d"))
        #expect(!fields.holds("true", in: "b"))
        #expect(!fields.holds("e\u{301}", in: "c"))
    }

    @Test("distinguishes an empty field from a missing one")
    func empty() throws {
        let fields = try FormFields(query: "a=&b=1&group.c=2")
        #expect(fields.contains("a") && fields.filled("a") == nil)
        #expect(fields.filled("b") == "1" && !fields.contains("c"))
        #expect(fields.containsAny(under: "group.") && !fields.containsAny(under: "other."))
    }

    @Test("prints nothing of its content")
    func redacted() throws {
        let fields = try FormFields(query: "accountNumber=4111111111111111")
        var dumped = ""
        dump(fields, to: &dumped)
        for text in ["\(fields)", String(reflecting: fields), dumped] {
            #expect(!text.contains("4111") && !text.contains("accountNumber"))
        }
    }

    @Test("is refused with a code and a sentence of its own", arguments: FormReadError.allCases)
    func errors(_ error: FormReadError) {
        #expect(error.code.hasPrefix("form-") && error.sentence.hasSuffix("."))
        #expect(FormReadError.allCases.filter { $0.sentence == error.sentence }.count == 1)
    }
}

@Suite("Random forms", .timeLimit(.minutes(5)))
struct FormFuzzTests {
    @Test("come back as they were written, whatever their values hold")
    func roundTrip() throws {
        var generator = SeededGenerator.printed()
        let seed = generator.seed
        for _ in 0..<2000 {
            var pairs: [(String, String)] = []
            for number in 0..<Int.random(in: 0...6, using: &generator) {
                pairs.append(("n\(number)", Self.text(&generator)))
            }
            let form = pairs.map { "\($0)=\(Self.encoded($1, &generator))" }
                .joined(separator: "&")
            let fields = try FormFields(body: Array(form.utf8))
            #expect(fields.count == pairs.count, "seed \(seed)")
            for (name, value) in pairs { #expect(fields[name] == value, "seed \(seed)") }
        }
    }

    private static let pieces = [
        "&", "=", "&&", "%", "%2", "%zz", "%00", "+", ";", "id=", "\u{0}", "\u{FFFE}",
    ].map { Array($0.utf8) }

    @Test("that were damaged give fields or an error, and never trap")
    func damage() {
        var generator = SeededGenerator.printed()
        let seed = generator.seed
        let good = Array("paypageId=a1&applepay.data=ab%2Bc%3D%3D&id=%C3%BC+x&orderId=".utf8)
        var readable = 0
        for _ in 0..<20_000 {
            let bytes = generator.damaged(good, with: Self.pieces)
            if (try? FormFields(body: bytes)) != nil { readable += 1 }
        }
        #expect(readable > 0, "seed \(seed)")
    }

    private static func text(_ generator: inout SeededGenerator) -> String {
        let scalars = (0..<Int.random(in: 0...12, using: &generator)).compactMap { _ in
            Unicode.Scalar(UInt32.random(in: 0...0x2FFF, using: &generator))
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Percent-encodes all but letters and digits, some of them too.
    private static func encoded(_ text: String, _ generator: inout SeededGenerator) -> String {
        text.utf8.map { byte in
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte)
            if isPlain, Bool.random(using: &generator) {
                return String(Unicode.Scalar(byte))
            }
            return byte == 0x20 && Bool.random(using: &generator)
                ? "+" : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
