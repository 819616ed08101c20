import SwiftASN1

/// Writes and measures the few ASN.1 nodes that files are rebuilt from.
///
/// Source: ITU-T X.690, 8.1.
enum DERBytes {
    /// A node of its tag and its parts.
    static func node(_ tag: UInt8, _ parts: [UInt8]...) -> [UInt8] {
        let count = parts.reduce(0) { $0 + $1.count }
        var bytes = [tag]
        if count < 0x80 {
            bytes.append(UInt8(count))
        } else {
            let digits = withUnsafeBytes(of: UInt64(count).bigEndian) {
                Array($0.drop { $0 == 0 })
            }
            bytes.append(0x80 | UInt8(digits.count))
            bytes += digits
        }
        for part in parts { bytes += part }
        return bytes
    }

    /// The DER of an object identifier.
    ///
    /// Source: ITU-T X.690, 8.19.
    static func identifier(_ identifier: ASN1ObjectIdentifier) -> [UInt8] {
        let arcs = identifier.oidComponents
        guard arcs.count >= 2 else { return node(0x06) }
        let bytes = ([arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2)).flatMap { arc in
            var digits = [UInt8(arc & 0x7F)]
            var rest = arc >> 7
            while rest > 0 {
                digits.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
                rest >>= 7
            }
            return digits
        }
        return node(0x06, bytes)
    }

    /// How many bytes the first node takes with its header: all of them if its length is indefinite, and nil if the
    /// header is cut short.
    static func nodeLength(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= 2 else { return nil }
        let first = bytes[bytes.startIndex + 1]
        if first < 0x80 { return Int(first) + 2 }
        if first == 0x80 { return bytes.count }
        let digits = bytes.dropFirst(2).prefix(Int(first & 0x7F))
        guard digits.count == Int(first & 0x7F), digits.count <= 4 else { return nil }
        return digits.reduce(0) { $0 << 8 | Int($1) } + 2 + digits.count
    }
}
