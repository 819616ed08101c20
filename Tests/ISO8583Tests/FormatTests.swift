import StrictCoding
import Testing

@testable import ISO8583

/// A field of a specification of its own, a value, and how it looks on the wire.
private struct Row: Sendable, CustomTestStringConvertible {
    let field: String
    let value: String
    let wire: String

    init(_ field: String, _ value: String, _ wire: String) {
        self.field = field
        self.value = value
        self.wire = wire
    }

    var testDescription: String { "\(field) \(value)" }

    /// The value; bytes are in hexadecimal.
    var bytes: ArraySlice<UInt8> {
        field.contains("\"b ") ? ArraySlice(Hex.decode(value) ?? []) : ArraySlice(value.utf8)
    }
}

@Suite("A field", .timeLimit(.minutes(5)))
struct FormatTests {
    private static func specification(_ field: String) throws -> Specification {
        let json = """
            {"framing": "two-bytes", "mti": "bcd", "bitmap": "binary", "fields": {"2": \(field)}}
            """
        return try Specification(json: Array(json.utf8), file: "test.json")
    }

    /// The bytes before field 2.
    private static let start = "01004000000000000000"

    private static let rows = [
        Row(#""n 6""#, "000123", "303030313233"),
        Row(#""n ..19""#, "4111", "303434313131"),
        Row(#""n ..19""#, "", "3030"),
        Row(#""ans ...999""#, "a B-1", "303035612042" + "2d31"),
        Row(#""ans ....9999""#, "x", "3030303178"),
        Row(#""an .9""#, "ab", "326162"),
        Row(#""z ..37""#, "4111=2512", "3039343131313d32353132"),
        Row(#""x+n 8""#, "C00000150", "433030303030313530"),
        Row(#"{"format": "n 6", "encoding": "ebcdic"}"#, "000123", "f0f0f0f1f2f3"),
        Row(#"{"format": "ans 4", "encoding": "ebcdic"}"#, "a[|!", "81ba4f5a"),
        Row(#"{"format": "ans 4", "encoding": "ebcdic-500"}"#, "a[|!", "814abb4f"),
        Row(#"{"format": "an ..9", "encoding": "ebcdic", "lengths": "ebcdic"}"#, "AZ", "f0f2c1e9"),
        Row(#"{"format": "n 6", "encoding": "bcd"}"#, "000123", "000123"),
        Row(#"{"format": "n 3", "encoding": "bcd"}"#, "840", "0840"),
        Row(#"{"format": "n 3", "encoding": "bcd", "padding": "right"}"#, "840", "8400"),
        Row(#"{"format": "n 3", "encoding": "bcd", "padding": "right-f"}"#, "840", "840f"),
        Row(#"{"format": "n ..19", "encoding": "bcd", "lengths": "bcd"}"#, "12345", "05012345"),
        Row(#"{"format": "n ..19", "encoding": "bcd", "lengths": "binary"}"#, "1234", "041234"),
        Row(
            #"{"format": "n ..19", "lengths": "bcd"}"#, "123456789012", "12313233343536373839303132"
        ),
        Row(
            #"{"format": "n ..19", "encoding": "bcd", "lengths": "bcd", "counting": "wire"}"#,
            "123456", "03123456"),
        Row(
            #"{"format": "n ..19", "encoding": "bcd", "lengths": "binary", "counting": "wire", "padding": "right-f"}"#,
            "12345", "0312345f"),
        Row(
            #"{"format": "z ..37", "encoding": "bcd", "lengths": "binary"}"#, "4111=25",
            "0704111d25"),
        Row(#"{"format": "x+n 8", "encoding": "bcd"}"#, "D00000150", "4400000150"),
        Row(#"{"format": "x+n 3", "encoding": "bcd", "padding": "right"}"#, "C123", "431230"),
        Row(#""b 4""#, "00ff10ab", "00ff10ab"),
        Row(#"{"format": "b 4", "encoding": "hex"}"#, "00ff10ab", "3030464631304142"),
        Row(#"{"format": "b ..8", "encoding": "hex"}"#, "ff", "30314646"),
        Row(#"{"format": "b ..8", "encoding": "hex", "counting": "wire"}"#, "ff", "30324646"),
        Row(#"{"format": "b ...255", "lengths": "bcd"}"#, "0102", "00020102"),
        Row(#"{"format": "b ...255", "lengths": "binary"}"#, "0102", "00020102"),
        Row(#"{"format": "b ....999", "lengths": "bcd"}"#, "0102", "00020102"),
        Row(#"{"format": "b ..255", "lengths": "binary"}"#, "0102", "020102"),
    ]

    @Test("is written and read as its format says", arguments: rows)
    private func roundTrip(_ row: Row) throws {
        let specification = try Self.specification(row.field)
        var message = Message(try #require(MessageType("0100")))
        message[2] = row.bytes
        let wire = try specification.encode(message)
        #expect(Hex.encode(wire) == Self.start + row.wire)
        #expect(try specification.decode(wire) == message)
        for count in 0..<wire.count {
            #expect(throws: CodecError.self) { try specification.decode(wire.prefix(count)) }
        }
        #expect(throws: CodecError(.end, .excess)) { try specification.decode(wire + [0]) }
    }

    @Test(
        "that isn't of its kind isn't written, and the error names it",
        arguments: [
            (#""n 6""#, "12345", .wrongLength), (#""n 6""#, "1234567", .wrongLength),
            (#""n 6""#, "12345a", .malformed), (#""n ..3""#, "1234", .tooLong),
            (#""a 3""#, "ab1", .malformed), (#""an 3""#, "ab-", .malformed),
            (#""ans 3""#, "ab\u{7F}", .malformed), (#""ans 3""#, "ab\n", .malformed),
            (#""z ..9""#, "12E", .malformed), (#""x+n 3""#, "+123", .malformed),
            (#""x+n 3""#, "C12D", .malformed),
            (#"{"format": "n 2", "encoding": "bcd"}"#, "1=", .malformed),
            (
                #"{"format": "n ..19", "encoding": "bcd", "counting": "wire"}"#, "123",
                .wrongLength
            ),
        ] as [(String, String, CodecError.Fault)])
    func notWritten(field: String, value: String, fault: CodecError.Fault) throws {
        let specification = try Self.specification(field)
        var message = Message(try #require(MessageType("0100")))
        message.set(2, value)
        #expect(throws: CodecError(.field(2), fault)) { try specification.encode(message) }
    }

    @Test(
        "that isn't of its kind isn't read, and the error names it",
        arguments: [
            (#""n 2""#, "3061", .malformed), (#""n ..3""#, "3034", .tooLong),
            (#""n ..3""#, "3061", .lengthMalformed), (#""n ..3""#, "303331", .truncated),
            (#"{"format": "n ..3", "lengths": "bcd"}"#, "0a", .lengthMalformed),
            (#"{"format": "n ..3", "lengths": "ebcdic"}"#, "f030", .lengthMalformed),
            (#"{"format": "n ..3", "lengths": "binary"}"#, "04", .tooLong),
            (#"{"format": "n 2", "encoding": "bcd"}"#, "1a", .malformed),
            (#"{"format": "n 3", "encoding": "bcd"}"#, "1123", .malformed),
            (#"{"format": "n 3", "encoding": "bcd", "padding": "right"}"#, "1231", .malformed),
            (#"{"format": "n 3", "encoding": "bcd", "padding": "right-f"}"#, "1230", .malformed),
            (#"{"format": "n 2", "encoding": "ebcdic"}"#, "3030", .malformed),
            (#"{"format": "ans 2", "encoding": "ebcdic"}"#, "0000", .malformed),
            (#"{"format": "b 1", "encoding": "hex"}"#, "3047", .malformed),
            (#"{"format": "b ..4", "encoding": "hex", "counting": "wire"}"#, "303330", .truncated),
            (
                #"{"format": "b ..4", "encoding": "hex", "counting": "wire"}"#, "3033303030",
                .lengthMalformed
            ),
            (#"{"format": "b ..4", "encoding": "hex", "counting": "wire"}"#, "3039", .tooLong),
            (
                #"{"format": "n ..3", "encoding": "bcd", "counting": "wire"}"#, "303212" + "34",
                .tooLong
            ),
            (#"{"format": "x+n 2", "encoding": "bcd"}"#, "4512", .malformed),
        ] as [(String, String, CodecError.Fault)])
    func notRead(field: String, wire: String, fault: CodecError.Fault) throws {
        let specification = try Self.specification(field)
        let bytes = try #require(Hex.decode(Self.start + wire))
        #expect(throws: CodecError(.field(2), fault)) { try specification.decode(bytes) }
    }
}
