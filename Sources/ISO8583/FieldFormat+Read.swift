/// The bytes of a message that weren't read yet.
struct WireReader {
    private let bytes: ArraySlice<UInt8>
    private var index: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    /// How many there are.
    var count: Int { bytes.endIndex - index }

    /// The next bytes.
    mutating func take(_ count: Int) throws(CodecError.Fault) -> ArraySlice<UInt8> {
        guard count <= self.count else { throw .truncated }
        defer { index += count }
        return bytes[index..<index + count]
    }
}

extension FieldFormat {
    /// Reads a value, after its length if the field has one, and appends its characters or bytes.
    func read(
        from wire: inout WireReader, into value: inout [UInt8]
    ) throws(CodecError.Fault) {
        switch length {
        case .fixed(let count):
            try read(wire.take(wireBytes(ofUnits: count)), units: count, into: &value)
        case .variable(let maximum, let digits):
            let count = try readLength(digits: digits, from: &wire)
            try read(count: count, upTo: maximum, from: &wire, into: &value)
        }
    }

    private func read(
        count: Int, upTo maximum: Int, from wire: inout WireReader, into value: inout [UInt8]
    ) throws(CodecError.Fault) {
        guard counting == .wire else {
            guard count <= maximum else { throw .tooLong }
            return try read(wire.take(wireBytes(ofUnits: count)), units: count, into: &value)
        }
        guard count <= wireBytes(ofUnits: maximum) else { throw .tooLong }
        let bytes = try wire.take(count)
        let units = try self.units(in: bytes)
        guard units <= maximum else { throw .tooLong }
        try read(bytes, units: units, into: &value)
    }

    /// How many characters or bytes there are in bytes of the wire.
    private func units(in bytes: ArraySlice<UInt8>) throws(CodecError.Fault) -> Int {
        switch encoding {
        case .ascii, .ebcdic, .ebcdic500, .raw: return bytes.count
        case .hex:
            guard bytes.count.isMultiple(of: 2) else { throw .lengthMalformed }
            return bytes.count / 2
        case .bcd:
            let units = content == .signedAmount ? bytes.count * 2 - 1 : bytes.count * 2
            let isOdd = padding == .rightF && bytes.last.map { $0 & 15 == 0xF } == true
            return isOdd ? units - 1 : units
        }
    }

    private func readLength(
        digits: Int, from wire: inout WireReader
    ) throws(CodecError.Fault) -> Int {
        switch lengthEncoding {
        case .binary:
            return try wire.take(digits <= 2 ? 1 : 2).reduce(0) { $0 << 8 | Int($1) }
        case .bcd:
            var count = 0
            for byte in try wire.take((digits + 1) / 2) {
                guard byte >> 4 <= 9, byte & 15 <= 9 else { throw .lengthMalformed }
                count = count * 100 + Int(byte >> 4) * 10 + Int(byte & 15)
            }
            return count
        case .ascii, .ebcdic:
            let zero: UInt8 = lengthEncoding == .ascii ? 0x30 : 0xF0
            var count = 0
            for byte in try wire.take(digits) {
                guard (zero...zero + 9).contains(byte) else { throw .lengthMalformed }
                count = count * 10 + Int(byte - zero)
            }
            return count
        }
    }

    /// Reads the bytes of a value.
    ///
    /// - Parameter units: How many characters or bytes they are.
    private func read(
        _ bytes: ArraySlice<UInt8>, units: Int, into value: inout [UInt8]
    ) throws(CodecError.Fault) {
        switch encoding {
        case .raw: value.append(contentsOf: bytes)
        case .ascii:
            try check(bytes)
            value.append(contentsOf: bytes)
        case .ebcdic: try read(bytes, by: EBCDIC.tables037, into: &value)
        case .ebcdic500: try read(bytes, by: EBCDIC.tables500, into: &value)
        case .hex: try readHex(bytes, into: &value)
        case .bcd: try unpack(bytes, units: units, into: &value)
        }
    }

    private func read(
        _ bytes: ArraySlice<UInt8>, by tables: EBCDIC.Tables, into value: inout [UInt8]
    ) throws(CodecError.Fault) {
        let start = value.count
        for byte in bytes { value.append(tables.toASCII[Int(byte)]) }
        try check(value[start...])
    }

    private func readHex(
        _ bytes: ArraySlice<UInt8>, into value: inout [UInt8]
    ) throws(CodecError.Fault) {
        var digits = bytes
        while let high = digits.popFirst() {
            guard let low = digits.popFirst(), let upper = HexDigits.value(high),
                let lower = HexDigits.value(low)
            else { throw .malformed }
            value.append(upper << 4 | lower)
        }
    }

    private func unpack(
        _ bytes: ArraySlice<UInt8>, units: Int, into value: inout [UInt8]
    ) throws(CodecError.Fault) {
        var packed = bytes
        if content == .signedAmount {
            guard let sign = packed.popFirst(), sign.isSign else { throw .malformed }
            value.append(sign)
        }
        let isOdd = !packedDigits(ofUnits: units).isMultiple(of: 2)
        let filler: UInt8 = padding == .rightF ? 0xF : 0
        for (place, byte) in packed.enumerated() {
            let isPaddedLeft = isOdd && padding == .left && place == 0
            let isPaddedRight = isOdd && padding != .left && place == packed.count - 1
            if isPaddedLeft {
                guard byte >> 4 == filler else { throw .malformed }
            } else {
                try append(byte >> 4, to: &value)
            }
            if isPaddedRight {
                guard byte & 15 == filler else { throw .malformed }
            } else {
                try append(byte & 15, to: &value)
            }
        }
    }

    /// Appends a packed digit, or a track's separator, as a character.
    private func append(
        _ half: UInt8, to value: inout [UInt8]
    ) throws(CodecError.Fault) {
        if half <= 9 {
            value.append(0x30 + half)
        } else if half == 0xD, content == .track {
            value.append(UInt8(ascii: "="))
        } else {
            throw .malformed
        }
    }
}
