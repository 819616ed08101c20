/// Bytes as hex digits.
///
/// Apple's documents show lower case, devices and shops send both. We write lower case.
package enum Hex {
    static let digits = Array("0123456789abcdef".utf8)

    /// The value of each byte as a lower-case digit, or 255.
    private static let lowerCase: [UInt8] = (UInt8.min...UInt8.max).map { byte in
        UInt8(digits.firstIndex(of: byte) ?? 255)
    }

    /// Two lower-case digits a byte.
    package static func encode(_ bytes: [UInt8]) -> String {
        bytes.withUnsafeBytes { encode($0) }
    }

    /// Two lower-case digits a byte. Each identifier of a row is read by it, so it isn't generic.
    package static func encode(_ bytes: UnsafeRawBufferPointer) -> String {
        String(unsafeUninitializedCapacity: bytes.count * 2) { buffer in
            for (index, byte) in bytes.enumerated() {
                buffer[index * 2] = digits[Int(byte >> 4)]
                buffer[index * 2 + 1] = digits[Int(byte & 15)]
            }
            return bytes.count * 2
        }
    }

    /// The bytes of digits in either case; nil for an odd number of them, or another character.
    package static func decode(_ text: String) -> [UInt8]? {
        decode(Array(text.utf8)[...])
    }

    /// The bytes of digits in either case; nil for an odd number of them, or another character.
    package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        for index in stride(from: text.startIndex, to: text.endIndex, by: 2) {
            guard let high = value(of: text[index]), let low = value(of: text[index + 1]) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// Decodes lower-case digits into memory, without an array.
    ///
    /// - Parameter memory: Room for half as many bytes as the text has.
    /// - Returns: How many bytes they are; nil if the text is empty or something else, and then the memory's content is
    ///   undefined.
    package static func decodeLowerCase(
        _ text: String, into memory: UnsafeMutableRawBufferPointer
    ) -> Int? {
        var text = text
        return text.withUTF8 { digits in
            let count = digits.count / 2
            guard count > 0, digits.count.isMultiple(of: 2), count <= memory.count else {
                return nil
            }
            for index in 0..<count {
                let high = lowerCase[Int(digits[index * 2])]
                let low = lowerCase[Int(digits[index * 2 + 1])]
                guard high | low < 16 else { return nil }
                memory[index] = high << 4 | low
            }
            return count
        }
    }

    /// The value of a digit in either case; nil for another character.
    static func value(of character: UInt8) -> UInt8? {
        switch character {
        case 0x30...0x39: character - 0x30
        case 0x41...0x46: character - 0x41 + 10
        case 0x61...0x66: character - 0x61 + 10
        default: nil
        }
    }
}
