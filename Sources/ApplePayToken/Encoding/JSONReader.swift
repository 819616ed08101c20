/// Why a text is not the JSON that was asked for.
enum JSONFault: Error, Hashable {
    /// It breaks the grammar, ends early, goes on after its end, is not UTF-8, or holds another
    /// type of value.
    case malformed
    /// It nests deeper or spreads wider than the limits, or has a longer key.
    case tooDeep
    /// One object names a key twice.
    case duplicateKey
}

/// A string of a JSON text, still in place unless it had to be unescaped.
struct JSONText {
    /// The characters in UTF-8, without the quotes.
    let bytes: ArraySlice<UInt8>

    /// The characters as a string; the reader has checked that they are UTF-8.
    var string: String { String(decoding: bytes, as: UTF8.self) }
}

/// Reads JSON in one pass over its bytes, strictly, value by value, as the caller asks for them.
///
/// A caller that expects an object calls ``beginObject()`` and then ``nextKey()`` until it answers
/// nil, reading or skipping one value after each key. Numbers stay text, so that no amount passes
/// through a binary fraction.
///
/// Source: RFC 8259; duplicate keys are refused because section 4 leaves their meaning to the
/// reader.
struct JSONReader {
    let bytes: [UInt8]
    var index = 0
    private var frames: [Frame] = []

    /// An object or array under way.
    private struct Frame {
        var keys: Set<String> = []
        var members = 0
    }

    /// A reader at the start of a text.
    init(_ bytes: [UInt8]) throws(JSONFault) {
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            throw .malformed
        }
        self.bytes = bytes
    }

    /// Checks that nothing but white space follows the value that was read.
    mutating func finish() throws(JSONFault) {
        skipSpace()
        guard index == bytes.count else { throw .malformed }
    }

    // MARK: Objects and arrays

    /// Enters an object.
    mutating func beginObject() throws(JSONFault) {
        try begin(UInt8(ascii: "{"))
    }

    /// The next key of the object, with its colon read, or nil at the object's end.
    mutating func nextKey() throws(JSONFault) -> String? {
        guard try advance(closing: UInt8(ascii: "}")) else { return nil }
        let text = try text()
        // Before it is hashed or compared.
        guard text.bytes.count <= TokenLimits.jsonKeyBytes else { throw .tooDeep }
        let key = text.string
        guard let frame = frames.indices.last else { throw .malformed }
        guard frames[frame].keys.insert(key).inserted else { throw .duplicateKey }
        try expect(UInt8(ascii: ":"))
        return key
    }

    /// Enters an array.
    mutating func beginArray() throws(JSONFault) {
        try begin(UInt8(ascii: "["))
    }

    /// Whether the array has another element, which is then next to be read.
    mutating func nextElement() throws(JSONFault) -> Bool {
        try advance(closing: UInt8(ascii: "]"))
    }

    private mutating func begin(_ bracket: UInt8) throws(JSONFault) {
        try expect(bracket)
        guard frames.count < TokenLimits.jsonDepth else { throw .tooDeep }
        frames.append(Frame())
    }

    /// Reads the comma before a member, or the bracket after the last one.
    private mutating func advance(closing bracket: UInt8) throws(JSONFault) -> Bool {
        guard let frame = frames.indices.last else { throw .malformed }
        if peek() == bracket {
            index += 1
            frames.removeLast()
            return false
        }
        if frames[frame].members > 0 { try expect(UInt8(ascii: ",")) }
        frames[frame].members += 1
        guard frames[frame].members <= TokenLimits.jsonMembers else { throw .tooDeep }
        return true
    }

    // MARK: Values

    /// Reads a string.
    mutating func text() throws(JSONFault) -> JSONText {
        try expect(UInt8(ascii: "\""))
        let start = index
        let end = JSONStringScanner.end(in: bytes, from: start)
        index = end
        guard end < bytes.count else { throw .malformed }
        switch bytes[end] {
        case UInt8(ascii: "\""):
            index += 1
            return JSONText(bytes: bytes[start..<end])
        case UInt8(ascii: "\\"): return try escapedText(from: start)
        default: throw .malformed
        }
    }

    /// Reads a string, or nil for `null`.
    mutating func textOrNull() throws(JSONFault) -> JSONText? {
        if try skipNull() { return nil }
        return try text()
    }

    /// Reads a number and gives back its characters.
    mutating func number() throws(JSONFault) -> String {
        skipSpace()
        let start = index
        try skipNumber()
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// Whether the next value is a string.
    mutating func isAtText() -> Bool { peek() == UInt8(ascii: "\"") }

    /// Whether the next value is an object.
    mutating func isAtObject() -> Bool { peek() == UInt8(ascii: "{") }

    /// Whether the next value is an array.
    mutating func isAtArray() -> Bool { peek() == UInt8(ascii: "[") }

    /// Whether the next value is a number.
    mutating func isAtNumber() -> Bool {
        guard let first = peek() else { return false }
        return first == UInt8(ascii: "-") || (0x30...0x39).contains(first)
    }

    /// Reads `null` if it is next.
    mutating func skipNull() throws(JSONFault) -> Bool {
        guard peek() == UInt8(ascii: "n") else { return false }
        try skipWord("null")
        return true
    }

    /// Reads any value and drops it. The depth of nesting, and so of recursion, is limited.
    mutating func skipValue() throws(JSONFault) {
        switch peek() {
        case UInt8(ascii: "{"):
            try beginObject()
            while try nextKey() != nil { try skipValue() }
        case UInt8(ascii: "["):
            try beginArray()
            while try nextElement() { try skipValue() }
        case UInt8(ascii: "\""): _ = try text()
        case UInt8(ascii: "t"): try skipWord("true")
        case UInt8(ascii: "f"): try skipWord("false")
        case UInt8(ascii: "n"): try skipWord("null")
        default: try skipNumber()
        }
    }
}
