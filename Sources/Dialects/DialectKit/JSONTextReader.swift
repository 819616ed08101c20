/// Reads a JSON text in one pass over its bytes, strictly, within limits.
///
/// Source: RFC 8259.
struct JSONTextReader {
    private let bytes: [UInt8]
    private let limits: JSONLimits
    private var index = 0
    private var values = 0

    init(_ bytes: [UInt8], limits: JSONLimits) throws(JSONReadError) {
        guard bytes.count <= limits.textBytes else { throw .tooLarge }
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            throw .notUTF8
        }
        self.bytes = bytes
        self.limits = limits
        // Section 8.1: nobody is to write a byte order mark, and a reader may pass over one; .NET's StreamWriter writes it.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// The value, with nothing but white space around it.
    mutating func whole() throws(JSONReadError) -> JSONValue {
        skipSpace()
        guard index < bytes.count else { throw .empty }
        let value = try value(depth: 1)
        skipSpace()
        guard index == bytes.count else { throw .malformed }
        return value
    }

    private mutating func value(depth: Int) throws(JSONReadError) -> JSONValue {
        values += 1
        guard values <= limits.values else { throw .tooManyValues }
        skipSpace()
        switch byte {
        case UInt8(ascii: "{"): return .object(try object(depth: depth))
        case UInt8(ascii: "["): return .array(try array(depth: depth))
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "t"): return .boolean(try word("true", true))
        case UInt8(ascii: "f"): return .boolean(try word("false", false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func object(depth: Int) throws(JSONReadError) -> JSONObject {
        var members: [String: JSONValue] = [:]
        guard try begin(closing: UInt8(ascii: "}"), depth: depth) else { return JSONObject([:]) }
        repeat {
            skipSpace()
            let key = try text()
            // Before it is hashed.
            guard key.utf8.count <= limits.keyBytes else { throw .keyTooLong }
            try expect(UInt8(ascii: ":"))
            let value = try value(depth: depth + 1)
            guard members.updateValue(value, forKey: key) == nil else { throw .duplicateKey }
        } while try goesOn(closing: UInt8(ascii: "}"))
        return JSONObject(members)
    }

    private mutating func array(depth: Int) throws(JSONReadError) -> [JSONValue] {
        var elements: [JSONValue] = []
        guard try begin(closing: UInt8(ascii: "]"), depth: depth) else { return [] }
        repeat {
            elements.append(try value(depth: depth + 1))
        } while try goesOn(closing: UInt8(ascii: "]"))
        return elements
    }

    /// Reads an opening bracket; false if the closing one follows, which is then read too.
    private mutating func begin(closing: UInt8, depth: Int) throws(JSONReadError) -> Bool {
        guard depth <= limits.depth else { throw .tooDeep }
        index += 1
        skipSpace()
        guard byte == closing else { return true }
        index += 1
        return false
    }

    /// Reads a comma, or the closing bracket, after which nothing goes on.
    private mutating func goesOn(closing: UInt8) throws(JSONReadError) -> Bool {
        skipSpace()
        defer { index += 1 }
        switch byte {
        case UInt8(ascii: ","): return true
        case closing: return false
        default: throw .malformed
        }
    }

    private mutating func text() throws(JSONReadError) -> String {
        try expect(UInt8(ascii: "\""))
        let start = index
        while let next = byte, next != UInt8(ascii: "\""), next != UInt8(ascii: "\\"), next >= 0x20
        {
            index += 1
        }
        var text = Array(bytes[start..<index])
        while let next = byte {
            index += 1
            guard text.count <= limits.valueBytes else { throw .valueTooLong }
            switch next {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try readEscape(into: &text)
            case 0x00..<0x20: throw .malformed
            default: text.append(next)
            }
        }
        throw .malformed
    }

    private mutating func readEscape(into text: inout [UInt8]) throws(JSONReadError) {
        guard let letter = byte else { throw .malformed }
        index += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            guard let scalar = Unicode.Scalar(try codePoint()) else { throw .malformed }
            text.append(contentsOf: String(scalar).utf8)
        default: throw .malformed
        }
    }

    /// Four hexadecimal digits, and an escape of four more after the upper half of a pair; half a pair isn't a scalar.
    private mutating func codePoint() throws(JSONReadError) -> UInt32 {
        let first = try unit()
        guard (0xD800..<0xDC00).contains(first) else { return first }
        guard byte == UInt8(ascii: "\\") else { throw .malformed }
        index += 1
        guard byte == UInt8(ascii: "u") else { throw .malformed }
        index += 1
        let second = try unit()
        guard (0xDC00..<0xE000).contains(second) else { throw .malformed }
        return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
    }

    private mutating func unit() throws(JSONReadError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = byte, let value = Character(Unicode.Scalar(digit)).hexDigitValue
            else {
                throw .malformed
            }
            unit = unit << 4 | UInt32(value)
            index += 1
        }
        return unit
    }

    /// A sign, digits without a leading zero, a fraction, an exponent. Source: section 6.
    private mutating func number() throws(JSONReadError) -> String {
        let start = index
        if byte == UInt8(ascii: "-") { index += 1 }
        if byte == UInt8(ascii: "0") { index += 1 } else { try digits() }
        if byte == UInt8(ascii: ".") {
            index += 1
            try digits()
        }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            index += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { index += 1 }
            try digits()
        }
        guard index - start <= limits.valueBytes else { throw .valueTooLong }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func digits() throws(JSONReadError) {
        let start = index
        while let digit = byte, (0x30...0x39).contains(digit) { index += 1 }
        guard index > start else { throw .malformed }
    }

    private mutating func word<Meaning>(
        _ word: StaticString, _ meaning: Meaning
    ) throws(JSONReadError) -> Meaning {
        let end = index + word.utf8CodeUnitCount
        guard end <= bytes.count,
            word.withUTF8Buffer({ bytes[index..<end].elementsEqual($0) })
        else { throw .malformed }
        index = end
        return meaning
    }

    private mutating func expect(_ wanted: UInt8) throws(JSONReadError) {
        skipSpace()
        guard byte == wanted else { throw .malformed }
        index += 1
    }

    private mutating func skipSpace() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            default: return
            }
        }
    }

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }
}
