/// A small generator (SplitMix64), so that what was drawn can be drawn again.
struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// One of several that draw beside each other from one seed.
    init(seed: UInt64, stream: String) {
        state = stream.utf8.reduce(seed ^ 0xCBF2_9CE4_8422_2325) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
        }
        _ = next()
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// Whether something happens that does so this often in a hundred.
    mutating func happens(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &self) < percent
    }

    /// A name of sixteen hex digits.
    mutating func name() -> String {
        let digits = String(next(), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
