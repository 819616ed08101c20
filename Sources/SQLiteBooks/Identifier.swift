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
        var text = self
        return text.withUTF8 { digits in
            guard !digits.isEmpty, digits.count.isMultiple(of: 2) else { return nil }
            var areAllDigits = true
            let bytes = [UInt8](unsafeUninitializedCapacity: digits.count / 2) { bytes, count in
                for index in 0..<(digits.count / 2) {
                    let high = values[Int(digits[index * 2])]
                    let low = values[Int(digits[index * 2 + 1])]
                    areAllDigits = areAllDigits && (high | low) < 16
                    bytes[index] = high << 4 | low & 15
                }
                count = digits.count / 2
            }
            return areAllDigits ? bytes : nil
        }
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

/// The value of each byte as a lower-case hex digit, or 255.
private let values: [UInt8] = (UInt8.min...UInt8.max).map { byte in
    UInt8(digits.firstIndex(of: byte) ?? 255)
}
