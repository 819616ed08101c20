import DialectKit

/// Writes the form of a reply: names from our source only, values so that every parser reads the same.
///
/// Characters that InstaMed's samples have raw stay raw (spaces, colons, `$`), so that a client which splits at `&` and
/// `=` and decodes nothing reads it right. Characters that would break a form, or that parsers read differently (`%`,
/// `&`, `+`, `=`, `;`, `#`, double quotes, angle brackets, control characters, all beyond ASCII), are percent-encoded.
/// A space is never a `+`.
///
/// Source: WHATWG URL Standard, 5.1, reads both; so do PHP's parse_str, Python's parse_qs and .NET's ParseQueryString.
struct InstaMedForm {
    private(set) var bytes: [UInt8] = []

    /// Appends a field.
    mutating func field(_ name: StaticString, _ value: String) {
        if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "="))
        for byte in value.utf8 {
            if Self.isRaw(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(Self.digit(byte >> 4))
                bytes.append(Self.digit(byte & 15))
            }
        }
    }

    /// Appends a field if it has a value.
    mutating func field(_ name: StaticString, optional value: String?) {
        if let value { field(name, value) }
    }

    /// The reply: text, since what the samples have raw is not what the media type of a form allows; `no-store` keeps
    /// token ids out of every cache.
    func reply(status: Int = 200, outcome: String) -> DialectReply {
        DialectReply(
            status: status, contentType: "text/plain; charset=UTF-8", body: bytes,
            outcomeCode: outcome,
            headers: ["Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"])
    }

    private static func isRaw(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "$"), UInt8(ascii: "/"),
            UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "@"), UInt8(ascii: "'"):
            true
        default: false
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x41 + value - 10
    }
}
