extension SeededGenerator {
    /// The longest stretch that one damage removes or doubles.
    private static let reach = 40

    /// The bytes after one to three damages.
    package mutating func damaged(_ good: [UInt8], with pieces: [[UInt8]] = []) -> [UInt8] {
        var bytes = good
        for _ in 0..<Int.random(in: 1...3, using: &self) { damage(&bytes, with: pieces) }
        return bytes
    }

    /// Does one thing to bytes: flips a bit, changes, removes, inserts or doubles some, cuts off the rest, or puts in a
    /// piece.
    ///
    /// - Parameter pieces: What readers of such bytes may stumble over.
    package mutating func damage(_ bytes: inout [UInt8], with pieces: [[UInt8]] = []) {
        guard !bytes.isEmpty else { return }
        let index = Int.random(in: 0..<bytes.count, using: &self)
        let length = Int.random(in: 1...SeededGenerator.reach, using: &self)
        let end = min(bytes.count, index + length)
        switch Int.random(in: 0..<20, using: &self) {
        case 0..<4: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &self)
        case 4..<8: bytes[index] = .random(in: 0...255, using: &self)
        case 8, 9: bytes.insert(.random(in: 0...255, using: &self), at: index)
        case 10: bytes.remove(at: index)
        case 11, 12: bytes.removeSubrange(index..<end)
        case 13, 14: bytes.insert(contentsOf: bytes[index..<end], at: index)
        // Seldom: what is cut off says little of the rest.
        case 15: bytes.removeSubrange(index...)
        default:
            guard let piece = pieces.randomElement(using: &self) else {
                bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &self)
                return
            }
            bytes.insert(contentsOf: piece, at: index)
        }
    }
}
