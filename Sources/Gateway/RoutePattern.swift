/// A path and its parts between slashes. Empty ones count: `//` is not `/`.
struct RoutePath {
    private let bytes: [UInt8]
    private var parts: [Range<Int>] = []

    init(_ path: String) {
        bytes = Array(path.utf8)
        guard var start = bytes.firstIndex(of: RoutePath.slash) else { return }
        parts.reserveCapacity(GatewayLimits.usualPathParts)
        start += 1
        for index in start..<bytes.count where bytes[index] == RoutePath.slash {
            parts.append(start..<index)
            start = index + 1
        }
        parts.append(start..<bytes.count)
    }

    /// How many parts there are.
    var count: Int { parts.count }

    /// Leaves out an empty last part, so that `/a/` becomes `/a`; false if there isn't one, if it is the only part, or if
    /// another empty part is before it.
    mutating func dropLastSlash() -> Bool {
        guard let last = parts.last, last.isEmpty, parts.count > 1,
            !parts[parts.count - 2].isEmpty
        else { return false }
        parts.removeLast()
        return true
    }

    /// The bytes of a part.
    subscript(_ part: Int) -> ArraySlice<UInt8> { bytes[parts[part]] }

    private static let slash = UInt8(ascii: "/")
}

/// A path with variable parts, as a dialect writes it: `/v1.0/stores/{store}/auth/{tender}.xml`.
struct RoutePattern {
    private enum Segment {
        case constant([UInt8])
        case variable(String, suffix: [UInt8])
    }

    private let segments: [Segment]

    /// A pattern; nil if a brace is out of place, which is a mistake of our own.
    init?(_ path: String) {
        guard path.first == "/" else { return nil }
        var segments: [Segment] = []
        for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard part.contains("{") || part.contains("}") else {
                segments.append(.constant(Array(part.utf8)))
                continue
            }
            guard part.first == "{", let end = part.firstIndex(of: "}") else { return nil }
            let name = part[part.index(after: part.startIndex)..<end]
            let suffix = part[part.index(after: end)...]
            guard !name.isEmpty, !name.contains("{"), !suffix.contains("{"), !suffix.contains("}")
            else { return nil }
            segments.append(.variable(String(name), suffix: Array(suffix.utf8)))
        }
        self.segments = segments
    }

    /// How many parts a path has that matches.
    var count: Int { segments.count }

    /// The variable parts of a matching path, decoded; nil if it doesn't match.
    ///
    /// A variable part is never empty, and one that doesn't decode to printable text matches nothing.
    func match(_ path: RoutePath) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        for place in segments.indices {
            switch segments[place] {
            case .constant(let text):
                guard path[place] == text[...] else { return nil }
            case .variable(_, let suffix):
                let part = path[place]
                guard part.count > suffix.count, part.suffix(suffix.count) == suffix[...] else {
                    return nil
                }
            }
        }
        return variables(of: path)
    }

    private func variables(of path: RoutePath) -> [String: String]? {
        var variables: [String: String] = [:]
        for place in segments.indices {
            guard case .variable(let name, let suffix) = segments[place] else { continue }
            let text = path[place].dropLast(suffix.count)
            guard let value = PercentEncoding.decoded(text) else { return nil }
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
    static func decoded(_ text: ArraySlice<UInt8>) -> String? {
        // Nearly every text is plain.
        if text.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "%") }) {
            return String(decoding: text, as: UTF8.self)
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
