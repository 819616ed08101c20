import StrictCoding
import Testing

@testable import ISO8583

@Suite("A specification", .timeLimit(.minutes(5)))
struct SpecificationTests {
    private static let whole =
        #""framing": "two-bytes", "mti": "ascii", "bitmap": "hex", "fields": {"2": "n ..19"}"#

    private static func read(_ json: String) throws -> Specification {
        try Specification(json: Array(json.utf8), file: "acquirer.json")
    }

    @Test("that is shipped can be read", arguments: Specification.shipped)
    func shipped(_ name: String) throws {
        let specification = try Specification(shipped: name)
        for number in [2, 4, 7, 11, 39, 41, 128] {
            #expect(specification.format(of: number) != nil)
        }
    }

    @Test(
        "with a mistake is refused with its place and the mistake",
        arguments: [
            ("", "", .notJSON("The body is empty; JSON was expected.")),
            (
                "{\(whole), \"mti\": \"bcd\"}", "",
                .notJSON("An object of the JSON has a key twice.")
            ),
            ("[]", "", .wrongType),
            ("{\(whole), \"frame\": 1}", "frame", .unknownKey),
            ("{}", "framing", .missing),
            (#"{"framing": "two-bytes"}"#, "mti", .missing),
            (#"{"framing": "two-bytes", "mti": "bcd"}"#, "bitmap", .missing),
            (#"{"framing": "two-bytes", "mti": "bcd", "bitmap": "hex"}"#, "fields", .missing),
            (#"{"base": "spec93"}"#, "base", .unknownBase),
            (#"{"base": 87}"#, "base", .wrongType),
            (
                #"{"framing": "3-bytes"}"#, "framing",
                .unknownWord([
                    "two-bytes", "two-bytes-inclusive", "four-digits", "two-bytes-bcd", "vmlh",
                ])
            ),
            (#"{"mti": "hex"}"#, "mti", .unknownWord(["ascii", "ebcdic", "bcd"])),
            (
                #"{"digits": "raw"}"#, "digits",
                .unknownWord(["ascii", "ebcdic", "ebcdic-500", "bcd"])
            ),
            (#"{"text": "bcd"}"#, "text", .unknownWord(["ascii", "ebcdic", "ebcdic-500"])),
            (#"{"bytes": "ascii"}"#, "bytes", .unknownWord(["raw", "hex"])),
            (#"{"lengths": true}"#, "lengths", .wrongType),
            (#"{"messageBytes": 0}"#, "messageBytes", .outOfRange(1...65_535)),
            (#"{"messageBytes": 1.5}"#, "messageBytes", .outOfRange(1...65_535)),
            (#"{"messageBytes": "9"}"#, "messageBytes", .wrongType),
            (
                #"{"base": "spec87-ascii", "framing": "four-digits", "messageBytes": 10000}"#,
                "messageBytes", .outOfRange(1...9_999)
            ),
            (#"{"fields": []}"#, "fields", .wrongType),
            (#"{"fields": {"1": "b 8"}}"#, "fields.1", .notAFieldNumber),
            (#"{"fields": {"129": "b 8"}}"#, "fields.129", .notAFieldNumber),
            (#"{"fields": {"02": "n 6"}}"#, "fields.02", .notAFieldNumber),
            (#"{"fields": {"pan": "n 6"}}"#, "fields.pan", .notAFieldNumber),
            (#"{"fields": {"48": "q ..9"}}"#, "fields.48", .notANotation),
            (#"{"fields": {"48": "n"}}"#, "fields.48", .notANotation),
            (#"{"fields": {"48": "n 0"}}"#, "fields.48", .notANotation),
            (#"{"fields": {"48": "n  6"}}"#, "fields.48", .notANotation),
            (#"{"fields": {"48": "n ..6 "}}"#, "fields.48", .notANotation),
            (#"{"fields": {"48": "n -6"}}"#, "fields.48", .notANotation),
            (#"{"fields": {"48": "n .....6"}}"#, "fields.48", .notANotation),
            (#"{"fields": {"48": "n 10000"}}"#, "fields.48", .notANotation),
            (#"{"fields": {"48": 6}}"#, "fields.48", .wrongType),
            (#"{"fields": {"48": {}}}"#, "fields.48.format", .missing),
            (#"{"fields": {"48": {"format": "n"}}}"#, "fields.48.format", .notANotation),
            (#"{"fields": {"48": {"format": "n 6", "pad": 1}}}"#, "fields.48.pad", .unknownKey),
            (
                #"{"fields": {"48": {"format": "n 6", "padding": "f"}}}"#, "fields.48.padding",
                .unknownWord(["left", "right", "right-f"])
            ),
            (
                #"{"base": "spec87-ascii", "fields": {"48": {"format": "ans 6", "encoding": "bcd"}}}"#,
                "fields.48", .unfit
            ),
            (
                #"{"base": "spec87-ascii", "fields": {"48": {"format": "b 6", "encoding": "ascii"}}}"#,
                "fields.48", .unfit
            ),
            (#"{"base": "spec87-ascii", "fields": {"48": "ans ..100"}}"#, "fields.48", .unfit),
            (#"{"base": "spec87-ascii", "fields": {"55": "b ...500"}}"#, "fields.55", .unfit),
            (#"{"shown": 4}"#, "shown", .wrongType),
            (#"{"shown": ["4"]}"#, "shown", .notAFieldNumber),
            (#"{"shown": [200]}"#, "shown", .notAFieldNumber),
            (#"{"shown": [4, 35]}"#, "shown.35", .secret),
            (#"{"header": "60"}"#, "header", .wrongType),
            (#"{"header": {}}"#, "header", .notAHeader),
            (#"{"header": {"tpdu": "60000100", "text": "I"}}"#, "header", .notAHeader),
            (#"{"header": {"tpdu": "60000100"}}"#, "header", .notAHeader),
            (#"{"header": {"tpdu": "6100010000"}}"#, "header", .notAHeader),
            (#"{"header": {"tpdu": "60000100zz"}}"#, "header", .notAHeader),
            (#"{"header": {"text": "ISO\n"}}"#, "header", .notAHeader),
            (#"{"header": {"raw": "60"}}"#, "header.raw", .unknownKey),
        ] as [(String, String, SpecificationError.Reason)])
    func mistakes(json: String, place: String, reason: SpecificationError.Reason) {
        #expect(throws: SpecificationError(file: "acquirer.json", place: place, reason)) {
            try Self.read(json)
        }
    }

    @Test("error says the file, the place and what to do")
    func sentence() {
        let error = SpecificationError(file: "a.json", place: "fields.48", .notANotation)
        #expect(
            "\(error)" == """
                a.json, fields.48: The text isn't the format of a field. Write, for example, "n 6" or "ans ..25".
                """)
        #expect(
            "\(SpecificationError(file: "a.json", place: "", .wrongType))".hasPrefix("a.json: "))
    }

    @Test("builds upon another, and changes or removes its fields")
    func base() throws {
        let specification = try Self.read(
            """
            {"base": "spec87-ascii", "framing": "vmlh", "header": {"text": "ISO1"},
             "fields": {"48": "b ..20", "49": "n 3", "63": null}}
            """)
        #expect(specification.framing == .vmlh)
        #expect(specification.header == .text(Array("ISO1".utf8)))
        #expect(specification.format(of: 48)?.content == .bytes)
        // The choices of the base hold for the new fields too.
        #expect(specification.format(of: 48)?.encoding == .hex)
        #expect(specification.format(of: 63) == nil)
        #expect(
            specification.format(of: 4)
                == (try Specification(shipped: "spec87-ascii")).format(of: 4))
    }

    /// `0`, so many times, in ASCII.
    private static func zeros(_ count: Int) -> String { String(repeating: "30", count: count) }

    private static let broken: [(String, CodecError)] = [
        ("", CodecError(.messageType, .truncated)),
        ("303130", CodecError(.messageType, .truncated)),
        ("3031303a", CodecError(.messageType, .malformed)),
        ("30313030", CodecError(.bitmap, .truncated)),
        ("30313030" + "47" + zeros(15), CodecError(.bitmap, .malformed)),
        ("30313030" + "38" + zeros(15), CodecError(.bitmap, .truncated)),
        ("30313030" + "3031" + zeros(14), CodecError(.field(8), .unknownField)),
        ("30313030" + zeros(17), CodecError(.end, .excess)),
    ]

    @Test("refuses a message by the part that breaks its rules", arguments: broken)
    func refused(wire: String, error: CodecError) throws {
        let specification = try Self.read("{\(Self.whole)}")
        let bytes = try #require(Hex.decode(wire))
        #expect(throws: error) { try specification.decode(bytes) }
    }

    @Test("doesn't write a field that it doesn't have, nor a message longer than its limit")
    func notWritten() throws {
        var message = Message(try #require(MessageType("0100")))
        message.set(3, "000000")
        #expect(throws: CodecError(.field(3), .unknownField)) {
            try Self.read("{\(Self.whole)}").encode(message)
        }
        let short = try Self.read(#"{"base": "spec87-ascii", "messageBytes": 25}"#)
        #expect(throws: CodecError(.end, .messageTooLong)) { try short.encode(message) }
        #expect(throws: CodecError(.end, .messageTooLong)) {
            try short.decode([UInt8](repeating: 0x30, count: 26))
        }
    }

    @Test("takes a second bitmap without fields")
    func emptySecondBitmap() throws {
        let wire = Array("08008220000000000000000000000000000001010000000001 23".utf8)
        let specification = try Specification(shipped: "spec87-ascii")
        #expect(throws: CodecError.self) { try specification.decode(wire) }
        let message = try specification.decode(
            Array("0800822000000000000000000000000000000101000000000123".utf8))
        #expect(message.text(7) == "0101000000")
        #expect(message.text(11) == "000123")
        #expect(Array(message.fields) == [7, 11])
    }

    @Test("header stands before the message type, and must be of its kind")
    func header() throws {
        let specification = try Self.read(
            #"{"base": "spec87-ascii", "header": {"tpdu": "6000010002"}}"#)
        var message = Message(try #require(MessageType("0800")))
        message.set(11, "000001")
        let wire = try specification.encode(message)
        #expect(Hex.encode(Array(wire.prefix(5))) == "6000010002")
        message.header = [0x60, 0, 1, 0, 2]
        #expect(try specification.decode(wire) == message)
        #expect(throws: CodecError(.header, .malformed)) {
            try specification.decode([0x61] + wire.dropFirst())
        }
        #expect(throws: CodecError(.header, .truncated)) { try specification.decode([0x60, 0]) }
        message.header = [1]
        #expect(throws: CodecError(.header, .malformed)) { try specification.encode(message) }
    }
}
