/// The shape of an ASN.1 text: tags, depths, kinds of length, object identifiers and small values.
///
/// Names, keys, signatures and what lies in octet strings differ from token to token and are left
/// out; lengths follow from them.
struct Skeleton {
    private(set) var lines: [String] = []
    private let bytes: [UInt8]
    private var offset = 0

    enum Failure: Error {
        case truncated
        case trailingBytes
    }

    /// - Throws: ``Failure`` where the bytes are no single well-formed node.
    init(_ bytes: [UInt8]) throws {
        self.bytes = bytes
        _ = try readNode(depth: 0)
        guard offset == bytes.count else { throw Failure.trailingBytes }
    }

    /// Reads a node and says whether it was an end of contents.
    private mutating func readNode(depth: Int) throws -> Bool {
        let tag = try next()
        let first = try next()
        if tag == 0, first == 0 { return true }
        let indent = String(repeating: " ", count: depth)
        let name = "\(indent)\(String(tag, radix: 16))"
        if first == 0x80 {
            lines.append("\(name) indefinite")
            while try !readNode(depth: depth + 1) {}
            return false
        }
        let length = try readLength(first)
        guard length <= bytes.count - offset else { throw Failure.truncated }
        let end = offset + length
        if tag & 0x20 != 0 {
            lines.append(name)
            while offset < end { _ = try readNode(depth: depth + 1) }
            guard offset == end else { throw Failure.truncated }
            return false
        }
        let isTelling = tag == 0x06 || length <= 1
        lines.append(isTelling ? "\(name) \(bytes[offset..<end].map { $0 })" : name)
        offset = end
        return false
    }

    private mutating func readLength(_ first: UInt8) throws -> Int {
        guard first > 0x80 else { return Int(first) }
        var length = 0
        for _ in 0..<min(first & 0x7F, 4) { length = length << 8 | Int(try next()) }
        return length
    }

    private mutating func next() throws -> UInt8 {
        guard offset < bytes.count else { throw Failure.truncated }
        defer { offset += 1 }
        return bytes[offset]
    }
}
