/// A path with variable parts, as a dialect writes it: `/v1.0/stores/{store}/auth/{tender}.xml`.
struct RoutePattern: Sendable {
    private enum Segment {
        case constant(String)
        case variable(String, suffix: String)
    }

    private let segments: [Segment]

    /// A pattern; nil where a brace is out of place, which is a mistake of our own.
    init?(_ path: String) {
        guard path.first == "/" else { return nil }
        var segments: [Segment] = []
        for part in RoutePattern.split(path) {
            guard part.contains("{") || part.contains("}") else {
                segments.append(.constant(String(part)))
                continue
            }
            guard part.first == "{", let end = part.firstIndex(of: "}") else { return nil }
            let name = part[part.index(after: part.startIndex)..<end]
            let suffix = part[part.index(after: end)...]
            guard !name.isEmpty, !name.contains("{"), !suffix.contains("{"), !suffix.contains("}")
            else { return nil }
            segments.append(.variable(String(name), suffix: String(suffix)))
        }
        self.segments = segments
    }

    /// The parts of a path between its slashes. Empty ones count: `//` is not `/`.
    static func split(_ path: String) -> [Substring] {
        guard let slash = path.utf8.firstIndex(of: UInt8(ascii: "/")) else { return [] }
        var parts: [Substring] = []
        parts.reserveCapacity(GatewayLimits.usualPathParts)
        var start = path.utf8.index(after: slash)
        while let end = path.utf8[start...].firstIndex(of: UInt8(ascii: "/")) {
            parts.append(path[start..<end])
            start = path.utf8.index(after: end)
        }
        parts.append(path[start...])
        return parts
    }

    /// The variable parts of a path that matches, decoded; nil where it does not match.
    ///
    /// A variable part is never empty, and one that does not decode to printable text matches
    /// nothing.
    func match(_ parts: [Substring]) -> [String: String]? {
        guard parts.count == segments.count else { return nil }
        for (segment, part) in zip(segments, parts) {
            switch segment {
            case .constant(let text):
                guard part.utf8.elementsEqual(text.utf8) else { return nil }
            case .variable(_, let suffix):
                guard part.utf8.count > suffix.utf8.count, part.hasSuffix(suffix) else {
                    return nil
                }
            }
        }
        return variables(of: parts)
    }

    private func variables(of parts: [Substring]) -> [String: String]? {
        var variables: [String: String] = [:]
        for (segment, part) in zip(segments, parts) {
            guard case .variable(let name, let suffix) = segment else { continue }
            let end = part.utf8.index(part.endIndex, offsetBy: -suffix.utf8.count)
            guard let value = PercentEncoding.decoded(part[..<end].utf8) else { return nil }
            variables[name] = value
        }
        return variables
    }
}

/// Percent-encoding, read strictly.
///
/// Source: RFC 3986, 2.1.
enum PercentEncoding {
    /// The text; nil for a broken escape, for bytes that are not UTF-8, and for control characters.
    static func decoded(_ text: Substring.UTF8View) -> String? {
        // Nearly every text is plain.
        if text.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "%") }) {
            return String(Substring(text))
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                guard byte < 0x80 else { return nil }
                bytes.append(byte)
                continue
            }
            guard let high = rest.next().flatMap(nibble), let low = rest.next().flatMap(nibble)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func nibble(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
