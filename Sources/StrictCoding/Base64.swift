/// Why a text is no base64.
package enum Base64Fault: Error, Sendable, Hashable {
    /// An invalid character, padding or length.
    case malformed
    /// An invalid length, and spaces that were probably plus signs.
    case plusLost
}

/// Base64, with and without its padding.
///
/// Source: RFC 4648, section 4; sample tokens of processors lack their last `=`.
package enum Base64 {
    /// What a text may have beyond that.
    package enum Form: Sendable {
        /// Line breaks, spaces, and one `=` of two. Shops and protocols wrap and indent tokens; the bytes are the same,
        /// and the signature decides about them.
        case wrapped
        /// Bits of the last character that belong to no byte. A cryptogram that gateways' clients use in their tests has
        /// them, and what is spent is known by its bytes, not by their text.
        case spareBits
    }

    /// The bytes of a single value of a message; nil if the text is not base64.
    package static func decode(_ text: String) -> [UInt8]? {
        try? decode(Array(text.utf8)[...], .spareBits)
    }

    /// Decodes a text.
    ///
    /// One pass, four characters at a time; the slow path is for the last group and for line
    /// breaks.
    package static func decode(
        _ text: ArraySlice<UInt8>, _ form: Form
    ) throws(Base64Fault) -> [UInt8] {
        var fault: Base64Fault?
        let capacity = text.count / 4 * 3 + 3
        let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
            text.withUnsafeBufferPointer { source in
                sextets.withUnsafeBufferPointer { table in
                    var decoder = Base64Decoder(
                        source: source, table: table, output: output, form: form)
                    fault = decoder.run()
                    count = decoder.written
                }
            }
        }
        if let fault { throw fault }
        return bytes
    }

    /// Encodes bytes, with padding and without line breaks.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let left = bytes.count - index
            let first = Int(bytes[index])
            let second = left > 1 ? Int(bytes[index + 1]) : 0
            let third = left > 2 ? Int(bytes[index + 2]) : 0
            text.append(alphabet[first >> 2])
            text.append(alphabet[(first & 3) << 4 | second >> 4])
            text.append(left > 1 ? alphabet[(second & 15) << 2 | third >> 6] : padding)
            text.append(left > 2 ? alphabet[third & 63] : padding)
            index += 3
        }
        return String(decoding: text, as: UTF8.self)
    }

    static let padding = UInt8(ascii: "=")
    static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The value of each character, or 255 if it has none.
    private static let sextets: [UInt8] = {
        var table = [UInt8](repeating: 255, count: 256)
        for (value, character) in alphabet.enumerated() {
            table[Int(character)] = UInt8(value)
        }
        return table
    }()
}

/// One decoding under way.
///
/// The buffers are unchecked in release builds, so every index here is guarded by a comparison in
/// sight: three bytes are written for four read, and the output has room for all of them.
private struct Base64Decoder {
    let source: UnsafeBufferPointer<UInt8>
    let table: UnsafeBufferPointer<UInt8>
    let output: UnsafeMutableBufferPointer<UInt8>
    let form: Base64.Form
    var written = 0
    private var index = 0
    private var group: UInt32 = 0
    private var inGroup = 0
    private var pads = 0
    private var hasLoneSpace = false

    init(
        source: UnsafeBufferPointer<UInt8>, table: UnsafeBufferPointer<UInt8>,
        output: UnsafeMutableBufferPointer<UInt8>, form: Base64.Form
    ) {
        self.source = source
        self.table = table
        self.output = output
        self.form = form
    }

    mutating func run() -> Base64Fault? {
        while index < source.count {
            if inGroup == 0 && pads == 0 { takeWholeGroups() }
            guard index < source.count else { break }
            guard takeOne() else { return .malformed }
        }
        return finish()
    }

    /// Four characters that are all of the alphabet, as often as there are such.
    private mutating func takeWholeGroups() {
        while index + 4 <= source.count {
            let first = table[Int(source[index])]
            let second = table[Int(source[index + 1])]
            let third = table[Int(source[index + 2])]
            let fourth = table[Int(source[index + 3])]
            guard (first | second | third | fourth) < 64 else { return }
            output[written] = first << 2 | second >> 4
            output[written + 1] = second << 4 | third >> 2
            output[written + 2] = third << 6 | fourth
            written += 3
            index += 4
        }
    }

    /// One character, whatever it is; false where base64 has no such here.
    private mutating func takeOne() -> Bool {
        let character = source[index]
        index += 1
        let sextet = table[Int(character)]
        if sextet < 64 {
            guard pads == 0 else { return false }
            group = group << 6 | UInt32(sextet)
            inGroup += 1
            if inGroup == 4 { flushGroup() }
            return true
        }
        switch character {
        case Base64.padding:
            pads += 1
            return pads <= 2
        case UInt8(ascii: " ") where form == .wrapped:
            if isBetweenCharacters(index - 1) { hasLoneSpace = true }
            return true
        case UInt8(ascii: "\n") where form == .wrapped, UInt8(ascii: "\r") where form == .wrapped,
            UInt8(ascii: "\t") where form == .wrapped:
            return true
        default:
            return false
        }
    }

    private mutating func flushGroup() {
        output[written] = UInt8(truncatingIfNeeded: group >> 16)
        output[written + 1] = UInt8(truncatingIfNeeded: group >> 8)
        output[written + 2] = UInt8(truncatingIfNeeded: group)
        written += 3
        group = 0
        inGroup = 0
    }

    /// Whether the byte at `position` is alone between two characters, as a plus sign would be.
    private func isBetweenCharacters(_ position: Int) -> Bool {
        guard position > 0, position + 1 < source.count else { return false }
        return table[Int(source[position - 1])] < 64 && table[Int(source[position + 1])] < 64
    }

    /// The last, incomplete group: two characters are one byte, three are two; padding may be short
    /// but not long.
    private mutating func finish() -> Base64Fault? {
        let wrong: Base64Fault = hasLoneSpace ? .plusLost : .malformed
        let isWhole = (inGroup + pads).isMultiple(of: 4)
        guard isWhole || !hasLoneSpace else { return .plusLost }
        guard isWhole || pads == 0 || form == .wrapped else { return wrong }
        switch inGroup {
        case 0:
            return pads == 0 ? nil : wrong
        case 2:
            guard group & 15 == 0 || form == .spareBits else { return .malformed }
            output[written] = UInt8(truncatingIfNeeded: group >> 4)
            written += 1
            return nil
        case 3:
            guard pads <= 1 else { return wrong }
            guard group & 3 == 0 || form == .spareBits else { return .malformed }
            output[written] = UInt8(truncatingIfNeeded: group >> 10)
            output[written + 1] = UInt8(truncatingIfNeeded: group >> 2)
            written += 2
            return nil
        default:
            return wrong
        }
    }
}
