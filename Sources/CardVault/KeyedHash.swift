import Crypto

/// HMAC-SHA256 with its key already mixed in: a code costs two hashes, and the key is used once.
///
/// The library's own `HMAC` gives the same codes, but takes what it hashes through a protocol, which
/// takes longer than to hash a card number.
///
/// Source: RFC 2104, 2: H(K XOR opad, H(K XOR ipad, text)).
struct KeyedHash: Sendable {
    private static let blockBytes = SHA256.blockByteCount
    private static let innerPad: UInt8 = 0x36
    private static let outerPad: UInt8 = 0x5C

    private var inner = SHA256()
    private let outer: SHA256

    /// A hash under a key, which is no longer than a block.
    init(key: SymmetricKey) {
        precondition(key.bitCount <= Self.blockBytes * 8, "a key for hashes fits a block")
        inner.update(data: Self.padded(key, with: Self.innerPad))
        var outer = SHA256()
        outer.update(data: Self.padded(key, with: Self.outerPad))
        self.outer = outer
    }

    /// Source: RFC 2104, 2 (1), (2) and (5): zeros are appended to the key up to a block.
    private static func padded(_ key: SymmetricKey, with pad: UInt8) -> [UInt8] {
        var block = [UInt8](repeating: pad, count: blockBytes)
        key.withUnsafeBytes { bytes in
            for place in bytes.indices { block[place] ^= bytes[place] }
        }
        return block
    }

    /// Adds bytes to what is hashed.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        inner.update(bufferPointer: bytes)
    }

    /// The code of the added bytes: 32 bytes.
    func code() -> [UInt8] {
        var outer = outer
        inner.finalize().withUnsafeBytes { outer.update(bufferPointer: $0) }
        return outer.finalize().withUnsafeBytes { Array($0) }
    }

    /// The code of bytes alone.
    func code(of bytes: [UInt8]) -> [UInt8] {
        var hash = self
        bytes.withUnsafeBytes { hash.update($0) }
        return hash.code()
    }
}
