/// A string of a JSON text, still in place unless it had to be unescaped.
package struct JSONText: Sendable {
    /// The characters in UTF-8, without the quotes.
    package let bytes: ArraySlice<UInt8>

    /// Characters that are known to be UTF-8.
    package init(bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// The characters as a string; the reader has checked that they are UTF-8.
    package var string: String { String(decoding: bytes, as: UTF8.self) }
}

/// Reads JSON in one pass over its bytes, strictly, value by value, as the caller asks for them.
///
/// A caller that expects an object calls ``beginObject()`` and then ``nextKey()`` until it answers
/// nil, reading or skipping one value after each key. Numbers stay text, so that no amount passes
/// through a binary fraction.
///
/// Source: RFC 8259; duplicate keys are refused because section 4 leaves their meaning to the
/// reader.
package struct JSONReader: Sendable {
    /// The whole text.
    package let bytes: [UInt8]
    /// The index of the next byte.
    package internal(set) var index = 0
    let limits: JSONLimits
    private var frames: [Frame] = []
    /// How many values were begun, the outermost among them.
    private var values = 1

    /// An object or array under way.
    private struct Frame: Sendable {
        var keys: Set<String> = []
        var isEmpty = true
    }

    /// A reader at the start of a text.
    package init(_ bytes: [UInt8], _ limits: JSONLimits) throws(JSONReadError) {
        guard bytes.count <= limits.textBytes else { throw .tooLarge }
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            throw .notUTF8
        }
        self.bytes = bytes
        self.limits = limits
    }

    /// Checks that nothing but white space follows the value that was read.
    package mutating func finish() throws(JSONReadError) {
        skipSpace()
        guard index == bytes.count else { throw .malformed }
    }

    // MARK: Objects and arrays

    /// Enters an object.
    package mutating func beginObject() throws(JSONReadError) {
        try begin(UInt8(ascii: "{"))
    }

    /// The next key of the object, with its colon read, or nil at the object's end.
    package mutating func nextKey() throws(JSONReadError) -> String? {
        guard try advance(closing: UInt8(ascii: "}")) else { return nil }
        let text = try text()
        // Before it is hashed or compared.
        guard text.bytes.count <= limits.keyBytes else { throw .keyTooLong }
        let key = text.string
        guard let frame = frames.indices.last else { throw .malformed }
        guard frames[frame].keys.insert(key).inserted else { throw .duplicateKey }
        try expect(UInt8(ascii: ":"))
        return key
    }

    /// Enters an array.
    package mutating func beginArray() throws(JSONReadError) {
        try begin(UInt8(ascii: "["))
    }

    /// Whether the array has another element, which is then next to be read.
    package mutating func nextElement() throws(JSONReadError) -> Bool {
        try advance(closing: UInt8(ascii: "]"))
    }

    private mutating func begin(_ bracket: UInt8) throws(JSONReadError) {
        try expect(bracket)
        guard frames.count < limits.depth else { throw .tooDeep }
        frames.append(Frame())
    }

    /// Reads the comma before a member, or the bracket after the last one.
    private mutating func advance(closing bracket: UInt8) throws(JSONReadError) -> Bool {
        guard let frame = frames.indices.last else { throw .malformed }
        if peek() == bracket {
            index += 1
            frames.removeLast()
            return false
        }
        if !frames[frame].isEmpty { try expect(UInt8(ascii: ",")) }
        frames[frame].isEmpty = false
        values += 1
        guard values <= limits.values else { throw .tooManyValues }
        return true
    }

    // MARK: Values

    /// Reads a string.
    package mutating func text() throws(JSONReadError) -> JSONText {
        try expect(UInt8(ascii: "\""))
        let start = index
        let end = JSONStringScanner.end(in: bytes, from: start)
        index = end
        guard end < bytes.count else { throw .malformed }
        guard end - start <= limits.valueBytes else { throw .valueTooLong }
        switch bytes[end] {
        case UInt8(ascii: "\""):
            index += 1
            return JSONText(bytes: bytes[start..<end])
        case UInt8(ascii: "\\"): return try escapedText(from: start)
        default: throw .malformed
        }
    }

    /// Reads a string, or nil for `null`.
    package mutating func textOrNull() throws(JSONReadError) -> JSONText? {
        if try skipNull() { return nil }
        return try text()
    }

    /// Reads a number and gives back its characters.
    package mutating func number() throws(JSONReadError) -> String {
        skipSpace()
        let start = index
        try skipNumber()
        guard index - start <= limits.valueBytes else { throw .valueTooLong }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// Whether the next value is a string.
    package mutating func isAtText() -> Bool { peek() == UInt8(ascii: "\"") }

    /// Whether the next value is an object.
    package mutating func isAtObject() -> Bool { peek() == UInt8(ascii: "{") }

    /// Whether the next value is an array.
    package mutating func isAtArray() -> Bool { peek() == UInt8(ascii: "[") }

    /// Whether the next value is a number.
    package mutating func isAtNumber() -> Bool {
        guard let first = peek() else { return false }
        return first == UInt8(ascii: "-") || (0x30...0x39).contains(first)
    }

    /// Reads `null` if it is next.
    package mutating func skipNull() throws(JSONReadError) -> Bool {
        guard peek() == UInt8(ascii: "n") else { return false }
        try skipWord("null")
        return true
    }

    /// Reads any value and drops it. The depth of nesting, and so of recursion, is limited.
    package mutating func skipValue() throws(JSONReadError) {
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
