extension String {
    /// The bytes whose lower-case hex digits this text is, or nil if it is something else.
    ///
    /// An identifier of 32 digits takes 16 bytes in a column; other texts are stored as they are.
    public var bytesOfLowerCaseHex: [UInt8]? {
        var isHex = false
        let bytes = [UInt8](unsafeUninitializedCapacity: utf8.count / 2) { bytes, count in
            count = copyBytesOfLowerCaseHex(to: UnsafeMutableRawBufferPointer(bytes)) ?? 0
            isHex = count > 0
        }
        return isHex ? bytes : nil
    }

    /// Copies ``bytesOfLowerCaseHex`` into memory, without an array.
    ///
    /// - Parameter memory: Room for half as many bytes as the text has.
    /// - Returns: How many they are; nil if the text is something else, and then the memory's content is undefined.
    public func copyBytesOfLowerCaseHex(to memory: UnsafeMutableRawBufferPointer) -> Int? {
        var text = self
        return text.withUTF8 { digits in
            let count = digits.count / 2
            guard count > 0, digits.count.isMultiple(of: 2), count <= memory.count else {
                return nil
            }
            for index in 0..<count {
                let high = values[Int(digits[index * 2])]
                let low = values[Int(digits[index * 2 + 1])]
                guard high | low < 16 else { return nil }
                memory[index] = high << 4 | low
            }
            return count
        }
    }

    /// The lower-case hex digits of some bytes.
    public init(hexOf bytes: [UInt8]) {
        self = bytes.withUnsafeBytes { String(hexOf: $0) }
    }

    /// The lower-case hex digits of bytes in memory. Each identifier of each row is read by it, so it isn't generic.
    public init(hexOf bytes: UnsafeRawBufferPointer) {
        self.init(unsafeUninitializedCapacity: bytes.count * 2) { buffer in
            for (index, byte) in bytes.enumerated() {
                buffer[index * 2] = digits[Int(byte >> 4)]
                buffer[index * 2 + 1] = digits[Int(byte & 15)]
            }
            return bytes.count * 2
        }
    }
}

private let digits = Array("0123456789abcdef".utf8)

/// The value of each byte as a lower-case hex digit, or 255.
private let values: [UInt8] = (UInt8.min...UInt8.max).map { byte in
    UInt8(digits.firstIndex(of: byte) ?? 255)
}
