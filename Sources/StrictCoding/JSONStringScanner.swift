/// Finds the end of a run of JSON characters that need no unescaping.
///
/// Most of a token is two such runs of thousands of characters, so eight are read together.
enum JSONStringScanner {
    /// Every byte 01.
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    /// The upper bit of every byte.
    private static let upperBits: UInt64 = 0x8080_8080_8080_8080

    /// The index of the first quote, backslash or control character from `start` on, or the end.
    static func end(in bytes: [UInt8], from start: Int) -> Int {
        bytes.withUnsafeBytes { bytes in
            var index = start
            while bytes.count - index >= 8 {
                let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                guard isPlain(word) else { break }
                index += 8
            }
            while index < bytes.count, isPlain(bytes[index]) { index += 1 }
            return index
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// Whether all eight bytes are plain. It may say no too often, for the bytes are then looked at
    /// one by one, but never yes.
    ///
    /// A byte under `n` borrows into its upper bit when `n` is taken away; one that equals another
    /// is zero after an exclusive or, and zero is under one.
    private static func isPlain(_ word: UInt64) -> Bool {
        let control = (word &- ones &* 0x20) & ~word
        let quote = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
        let backslash = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
        let found = control | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
        return found & upperBits == 0
    }
}
