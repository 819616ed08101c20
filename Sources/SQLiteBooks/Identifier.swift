/// Identifiers as they lie in a column: hex digits as a blob of half the size, everything else as
/// text.
///
/// SQLite never takes a blob for a text, so the two cannot be confused, and every text comes back
/// as it was.
extension String {
    /// This identifier for a column of type ANY.
    public var identifier: BookValue {
        guard let bytes = bytesOfLowerCaseHex else { return .text(self) }
        return .blob(bytes)
    }

    private var bytesOfLowerCaseHex: [UInt8]? {
        let digits = utf8
        guard !digits.isEmpty, digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        var high: UInt8?
        for digit in digits {
            guard let value = hexValue(digit) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }
}

extension RowColumns {
    /// An identifier, as it was before ``Swift/String/identifier``.
    public mutating func identifier() throws -> String {
        switch try value() {
        case .blob(let bytes): return hexText(bytes)
        case .text(let text): return text
        case .null, .integer: throw BookError.corrupt
        }
    }
}

private let digits = Array("0123456789abcdef".utf8)

private func hexText(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: bytes.count * 2) { buffer in
        var next = 0
        for byte in bytes {
            buffer[next] = digits[Int(byte >> 4)]
            buffer[next + 1] = digits[Int(byte & 15)]
            next += 2
        }
        return next
    }
}

private func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
}
