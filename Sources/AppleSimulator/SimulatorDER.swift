import PaymentDomain
import SwiftASN1

/// Writes the bytes of ASN.1, in definite and indefinite lengths, in the order given.
///
/// The library's writer sorts sets and knows no indefinite length; Apple's signatures need both
/// otherwise, and a test must be able to write what no library would.
///
/// Source: ITU-T X.690, 8.1.3 (lengths), 8.1.5 (end of contents).
package enum SimulatorDER {
    /// NULL.
    package static let null: [UInt8] = [0x05, 0x00]

    /// A node with a definite length in its shortest form.
    package static func node(_ tag: UInt8, _ parts: [UInt8]...) -> [UInt8] {
        node(tag, of: parts)
    }

    /// A node of a list of parts, with a definite length in its shortest form.
    package static func node(_ tag: UInt8, of parts: [[UInt8]]) -> [UInt8] {
        let count = parts.reduce(0) { $0 + $1.count }
        var bytes = [tag]
        bytes.reserveCapacity(count + 6)
        appendLength(count, to: &bytes)
        for part in parts { bytes += part }
        return bytes
    }

    /// A constructed node with an indefinite length.
    package static func indefinite(_ tag: UInt8, of parts: [[UInt8]]) -> [UInt8] {
        var bytes: [UInt8] = [tag, 0x80]
        bytes.reserveCapacity(parts.reduce(4) { $0 + $1.count })
        for part in parts { bytes += part }
        bytes += [0x00, 0x00]
        return bytes
    }

    /// SEQUENCE.
    package static func sequence(_ parts: [UInt8]...) -> [UInt8] { node(0x30, of: parts) }

    /// SET, in the order given.
    package static func set(_ parts: [UInt8]...) -> [UInt8] { node(0x31, of: parts) }

    /// OCTET STRING.
    package static func octets(_ bytes: [UInt8]) -> [UInt8] { node(0x04, bytes) }

    /// UTF8String.
    package static func utf8(_ text: String) -> [UInt8] { node(0x0C, Array(text.utf8)) }

    /// INTEGER from its magnitude, most significant byte first.
    package static func integer(_ magnitude: [UInt8]) -> [UInt8] {
        var bytes = Array(magnitude.drop { $0 == 0 })
        if bytes.isEmpty || bytes[0] >= 0x80 { bytes.insert(0, at: 0) }
        return node(0x02, bytes)
    }

    /// OBJECT IDENTIFIER.
    package static func oid(_ identifier: ASN1ObjectIdentifier) -> [UInt8] {
        let arcs = identifier.oidComponents
        var bytes: [UInt8] = []
        var pending = arcs.dropFirst(2)[...]
        if arcs.count >= 2 { pending = [arcs[0] * 40 + arcs[1]] + pending }
        for arc in pending {
            var digits = [UInt8(arc & 0x7F)]
            var rest = arc >> 7
            while rest > 0 {
                digits.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
                rest >>= 7
            }
            bytes += digits
        }
        return node(0x06, bytes)
    }

    /// UTCTime, or GeneralizedTime from 2050 on and before 1950.
    ///
    /// Source: RFC 5652, section 11.3.
    package static func time(_ moment: Timestamp) -> [UInt8] {
        let isUTCTime = (1950...2049).contains(moment.calendarFields.year)
        return isUTCTime ? node(0x17, digits(moment, years: 2)) : generalizedTime(moment)
    }

    /// GeneralizedTime.
    package static func generalizedTime(_ moment: Timestamp) -> [UInt8] {
        node(0x18, digits(moment, years: 4))
    }

    private static func digits(_ moment: Timestamp, years: Int) -> [UInt8] {
        let fields = moment.calendarFields
        let year = padded(fields.year, 4).suffix(years)
        let rest = [fields.month, fields.day, fields.hour, fields.minute, fields.second]
        return year + rest.flatMap { padded($0, 2) } + [UInt8(ascii: "Z")]
    }

    private static func padded(_ value: Int, _ width: Int) -> [UInt8] {
        let text = Array(String(value).utf8)
        return Array(repeating: UInt8(ascii: "0"), count: max(0, width - text.count)) + text
    }

    private static func appendLength(_ count: Int, to bytes: inout [UInt8]) {
        guard count >= 0x80 else { return bytes.append(UInt8(count)) }
        var digits: [UInt8] = []
        var rest = count
        while rest > 0 {
            digits.insert(UInt8(rest & 0xFF), at: 0)
            rest >>= 8
        }
        bytes.append(0x80 | UInt8(digits.count))
        bytes += digits
    }
}
