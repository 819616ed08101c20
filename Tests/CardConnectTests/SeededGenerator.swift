/// A small generator whose seed is printed, so that a failure can be repeated (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    let seed: UInt64
    private var state: UInt64

    static func printed() -> SeededGenerator {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        return SeededGenerator(seed: seed)
    }

    init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

/// Changes, removes, doubles or inserts something.
func damage(
    _ bytes: inout [UInt8], _ pieces: [String], using generator: inout SeededGenerator
) {
    guard !bytes.isEmpty else { return }
    let index = Int.random(in: 0..<bytes.count, using: &generator)
    let end = min(bytes.count, index + Int.random(in: 1...30, using: &generator))
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
    case 1: bytes.removeSubrange(index..<end)
    case 2: bytes.insert(contentsOf: bytes[index..<end], at: index)
    default:
        let piece = pieces[Int.random(in: 0..<pieces.count, using: &generator)]
        bytes.insert(contentsOf: Array(piece.utf8), at: index)
    }
}
