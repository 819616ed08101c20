import SeededRandom

extension SeededGenerator {
    /// A name of sixteen hex digits.
    mutating func name() -> String {
        let digits = String(next(), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
