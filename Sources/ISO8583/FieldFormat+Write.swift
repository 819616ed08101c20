extension FieldFormat {
    /// Writes a value, with its length before it if the field has one.
    func write(
        _ value: ArraySlice<UInt8>, to wire: inout [UInt8]
    ) throws(CodecError.Fault) {
        switch length {
        case .fixed(let count):
            guard value.count == count else { throw .wrongLength }
        case .variable(let maximum, let digits):
            guard value.count <= maximum else { throw .tooLong }
            guard !losesDigits(units: value.count) else { throw .wrongLength }
            writeLength(count(ofUnits: value.count), digits: digits, to: &wire)
        }
        try write(value: value, to: &wire)
    }

    /// Whether the reader of a length in bytes couldn't tell an odd count of digits from an even one.
    private func losesDigits(units: Int) -> Bool {
        guard encoding == .bcd, counting == .wire, padding != .rightF else { return false }
        return !packedDigits(ofUnits: units).isMultiple(of: 2)
    }

    /// How many digits of a value are packed.
    func packedDigits(ofUnits units: Int) -> Int {
        content == .signedAmount ? units - 1 : units
    }

    private func writeLength(_ count: Int, digits: Int, to wire: inout [UInt8]) {
        switch lengthEncoding {
        case .binary:
            if digits > 2 { wire.append(UInt8(truncatingIfNeeded: count >> 8)) }
            wire.append(UInt8(truncatingIfNeeded: count))
        case .bcd:
            var power = digits > 2 ? 100 : 1
            while power > 0 {
                let pair = count / power % 100
                wire.append(UInt8(pair / 10 * 16 + pair % 10))
                power /= 100
            }
        case .ascii, .ebcdic:
            let zero: UInt8 = lengthEncoding == .ascii ? 0x30 : 0xF0
            for power in [1_000, 100, 10, 1].suffix(digits) {
                wire.append(zero + UInt8(count / power % 10))
            }
        }
    }

    private func write(
        value: ArraySlice<UInt8>, to wire: inout [UInt8]
    ) throws(CodecError.Fault) {
        switch encoding {
        case .raw: wire.append(contentsOf: value)
        case .hex:
            for byte in value {
                wire.append(HexDigits.upper[Int(byte >> 4)])
                wire.append(HexDigits.upper[Int(byte & 15)])
            }
        case .ascii:
            try check(value)
            wire.append(contentsOf: value)
        case .ebcdic: try write(value, by: EBCDIC.tables037, to: &wire)
        case .ebcdic500: try write(value, by: EBCDIC.tables500, to: &wire)
        case .bcd: try pack(value, to: &wire)
        }
    }

    private func write(
        _ value: ArraySlice<UInt8>, by tables: EBCDIC.Tables, to wire: inout [UInt8]
    ) throws(CodecError.Fault) {
        try check(value)
        for byte in value { wire.append(tables.fromASCII[Int(byte)]) }
    }

    /// Checks that the characters are those of the field's kind.
    func check(_ value: ArraySlice<UInt8>) throws(CodecError.Fault) {
        let mask = CharacterClass.mask(content)
        let table = CharacterClass.table
        var characters = value
        if content == .signedAmount {
            guard let sign = characters.popFirst(), sign.isSign else { throw .malformed }
        }
        for byte in characters {
            guard table[Int(byte)] & mask != 0 else { throw .malformed }
        }
    }

    /// Packs two digits in each byte. A sign stays a character before them.
    private func pack(
        _ value: ArraySlice<UInt8>, to wire: inout [UInt8]
    ) throws(CodecError.Fault) {
        try check(value)
        var digits = value
        if content == .signedAmount, let sign = digits.popFirst() { wire.append(sign) }
        let isOdd = !digits.count.isMultiple(of: 2)
        if isOdd, padding == .left {
            guard let first = digits.popFirst() else { return }
            wire.append(first.packedDigit)
        }
        while let high = digits.popFirst() {
            let low = digits.popFirst()?.packedDigit ?? (padding == .rightF ? 0xF : 0)
            wire.append(high.packedDigit << 4 | low)
        }
    }
}

extension UInt8 {
    /// Whether it is `C` or `D`.
    var isSign: Bool { self == UInt8(ascii: "C") || self == UInt8(ascii: "D") }

    /// The half byte of a digit, or of a track's separator.
    fileprivate var packedDigit: UInt8 {
        (0x30...0x39).contains(self) ? self & 15 : 0xD
    }
}

/// Hexadecimal digits.
enum HexDigits {
    static let upper = Array("0123456789ABCDEF".utf8)

    /// The value of a digit in either case; nil for another character.
    static func value(_ character: UInt8) -> UInt8? {
        switch character {
        case 0x30...0x39: character - 0x30
        case 0x41...0x46: character - 0x41 + 10
        case 0x61...0x66: character - 0x61 + 10
        default: nil
        }
    }
}
