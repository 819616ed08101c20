import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The system's random numbers, drawn many at a time.
///
/// A payment needs some for each of its names, and a system call for each costs more than all that is done with them.
/// They are as good as those of `SystemRandomNumberGenerator`: each is handed out once, and then overwritten.
///
/// Use them for names alone. Keys must not lie in memory before they are used. Nonces must not repeat: if a machine is
/// copied while it runs, both copies hand out the same numbers, and so does a process that forks. A name's unique
/// constraint survives that; sealed content doesn't. Our processes only start other programs.
///
/// Source: POSIX.1-2024, getentropy: at most 256 bytes at once.
public struct BufferedRandom: RandomNumberGenerator, Sendable {
    private static let stock = Mutex(RandomStock())

    /// The one that all share.
    public init() {}

    /// Sixty-four random bits.
    public mutating func next() -> UInt64 {
        BufferedRandom.stock.withLock { $0.take() }
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

    /// False if the system gave none.
    private mutating func refill() -> Bool {
        let isFilled = words.withUnsafeMutableBytes { getentropy($0.baseAddress, $0.count) == 0 }
        left = isFilled ? words.count : 0
        return isFilled
    }
}
