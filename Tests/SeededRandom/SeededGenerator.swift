/// Random numbers that can be drawn again: whoever draws tells the seed where a test fails.
///
/// Source: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    /// Where it began.
    package let seed: UInt64
    private var state: UInt64

    /// All that this seed draws.
    package init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// One of several that draw beside each other from one seed.
    package init(seed: UInt64, stream: String) {
        self.seed = seed
        // Source: FNV-1a.
        state = stream.utf8.reduce(seed ^ 0xCBF2_9CE4_8422_2325) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
        }
        _ = next()
    }

    /// A new one, whose seed is printed.
    package static func printed() -> SeededGenerator {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        return SeededGenerator(seed: seed)
    }

    /// The next of all numbers.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// Whether something happens that does so this often in a hundred.
    package mutating func happens(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &self) < percent
    }
}
