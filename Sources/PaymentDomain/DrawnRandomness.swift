import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The system's random numbers, drawn from it many at a time.
///
/// A payment takes some for each of its names, and to ask the system for each costs more than all
/// that is done with them. They are as good as those of `SystemRandomNumberGenerator`: each
/// is handed out once, and overwritten where it lay.
///
/// For names alone; never for keys, which must not lie about before they are used, nor for nonces:
/// of a machine that is copied while it runs both copies would hand out the same numbers, which a
/// name's unique constraint survives, and a sealed record does not. A process that forks would do
/// so too; ours only start other programs.
///
/// Source: POSIX.1-2024, getentropy: at most 256 bytes at once.
public struct DrawnRandomness: RandomNumberGenerator, Sendable {
    private static let stock = Mutex(RandomStock())

    /// The one that all share.
    public init() {}

    /// Sixty-four random bits.
    public mutating func next() -> UInt64 {
        DrawnRandomness.stock.withLock { $0.take() }
    }
}

/// Random words that were drawn and not handed out yet.
private struct RandomStock {
    private var words = [UInt64](repeating: 0, count: Limits.randomWordsDrawn)
    private var left = 0

    mutating func take() -> UInt64 {
        guard left > 0 || refill() else {
            // It waits until the system has some, or ends the process.
            var system = SystemRandomNumberGenerator()
            return system.next()
        }
        left -= 1
        defer { words[left] = 0 }
        return words[left]
    }

    /// False where the system gave none.
    private mutating func refill() -> Bool {
        let isFilled = words.withUnsafeMutableBytes { getentropy($0.baseAddress, $0.count) == 0 }
        left = isFilled ? words.count : 0
        return isFilled
    }
}
