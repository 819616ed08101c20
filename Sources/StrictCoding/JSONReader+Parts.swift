extension JSONReader {
    /// The next byte that is no white space, without reading it.
    mutating func peek() -> UInt8? {
        skipSpace()
        return index < bytes.count ? bytes[index] : nil
    }

    /// Reads white space and then this byte.
    mutating func expect(_ byte: UInt8) throws(JSONReadError) {
        guard peek() == byte else { throw .malformed }
        index += 1
    }

    /// Reads white space.
    mutating func skipSpace() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            default: return
            }
        }
    }

    /// Reads `true`, `false` or `null`.
    mutating func skipWord(_ word: StaticString) throws(JSONReadError) {
        let end = index + word.utf8CodeUnitCount
        guard end <= bytes.count else { throw .malformed }
        let isSame = word.withUTF8Buffer { bytes[index..<end].elementsEqual($0) }
        guard isSame else { throw .malformed }
        index = end
    }

    /// Reads a number: a sign, digits without a leading zero, a fraction, an exponent.
    ///
    /// Source: RFC 8259, section 6.
    mutating func skipNumber() throws(JSONReadError) {
        if byte == UInt8(ascii: "-") { index += 1 }
        if byte == UInt8(ascii: "0") {
            index += 1
        } else {
            try skipDigits()
        }
        if byte == UInt8(ascii: ".") {
            index += 1
            try skipDigits()
        }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            index += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { index += 1 }
            try skipDigits()
        }
    }

    /// Reads a string that has an escape at `index`; `start` is behind its opening quote.
    mutating func escapedText(from start: Int) throws(JSONReadError) -> JSONText {
        var text = Array(bytes[start..<index])
        while let next = byte {
            index += 1
            guard text.count <= limits.valueBytes else { throw .valueTooLong }
            switch next {
            case UInt8(ascii: "\""): return JSONText(bytes: text[...])
            case UInt8(ascii: "\\"): try readEscape(into: &text)
            case 0x00..<0x20: throw .malformed
            default: text.append(next)
            }
        }
        throw .malformed
    }

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipDigits() throws(JSONReadError) {
        let start = index
        while let digit = byte, digit >= 0x30, digit <= 0x39 { index += 1 }
        guard index > start else { throw .malformed }
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
            guard let scalar = Unicode.Scalar(try readScalarValue()) else { throw .malformed }
            text.append(contentsOf: Array(String(Character(scalar)).utf8))
        default: throw .malformed
        }
    }

    /// Four hex digits, and four more if the first are the upper half of a pair. Half a pair is not a scalar.
    private mutating func readScalarValue() throws(JSONReadError) -> UInt32 {
        let first = try readUnit()
        guard (0xD800..<0xDC00).contains(first) else { return first }
        guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u")
        else { throw .malformed }
        index += 2
        let second = try readUnit()
        guard (0xDC00..<0xE000).contains(second) else { throw .malformed }
        return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
    }

    private mutating func readUnit() throws(JSONReadError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let character = byte, let digit = Hex.value(of: character) else {
                throw .malformed
            }
            unit = unit << 4 | UInt32(digit)
            index += 1
        }
        return unit
    }
}

extension JSONReader {
    /// The bytes of a member of an object, as they came; nil if the object doesn't have it.
    ///
    /// - Parameter body: The whole text, an object.
    package static func source(
        of member: String, in body: [UInt8], limits: JSONLimits = JSONLimits()
    ) throws(JSONReadError) -> [UInt8]? {
        var reader = try JSONReader(body.withoutByteOrderMark, limits)
        try reader.beginObject()
        while let key = try reader.nextKey() {
            reader.skipSpace()
            let start = reader.index
            try reader.skipValue()
            if key == member { return Array(reader.bytes[start..<reader.index]) }
        }
        return nil
    }
}

extension [UInt8] {
    /// A JSON text without its byte order mark.
    ///
    /// Source: RFC 8259, section 8.1: nobody is to write one, and a reader may pass over it. .NET's StreamWriter writes it.
    package var withoutByteOrderMark: [UInt8] {
        starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self
    }
}
