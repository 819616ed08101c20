/// Where messages begin and end on a connection: a length before each.
public enum Framing: String, Sendable, Hashable, CaseIterable {
    /// Two bytes, the higher first.
    case twoBytes = "two-bytes"
    /// Two bytes, the higher first, which count themselves too.
    case twoBytesInclusive = "two-bytes-inclusive"
    /// Four digits of ASCII.
    case fourDigits = "four-digits"
    /// Four digits in two bytes.
    case twoBytesBCD = "two-bytes-bcd"
    /// Two bytes, the higher first, and two zero bytes.
    case vmlh

    /// How many bytes stand before a message.
    var lengthBytes: Int {
        switch self {
        case .twoBytes, .twoBytesInclusive, .twoBytesBCD: 2
        case .fourDigits, .vmlh: 4
        }
    }

    /// The longest message that can be announced.
    public var capacity: Int {
        switch self {
        case .twoBytes, .vmlh: 65_535
        case .twoBytesInclusive: 65_533
        case .fourDigits, .twoBytesBCD: 9_999
        }
    }

    /// A message with its length before it; nil if it is longer than ``capacity``. No bytes are a heartbeat.
    public func frame(_ message: some Collection<UInt8>) -> [UInt8]? {
        let count = message.count
        guard count <= capacity else { return nil }
        var frame: [UInt8] = []
        frame.reserveCapacity(count + lengthBytes)
        switch self {
        case .twoBytes: frame.append(bigEndian: count)
        case .twoBytesInclusive: frame.append(bigEndian: count + 2)
        case .vmlh:
            frame.append(bigEndian: count)
            frame.append(bigEndian: 0)
        case .fourDigits:
            for power in [1_000, 100, 10, 1] { frame.append(0x30 + UInt8(count / power % 10)) }
        case .twoBytesBCD:
            for pair in [count / 100, count % 100] {
                frame.append(UInt8(pair / 10 * 16 + pair % 10))
            }
        }
        frame.append(contentsOf: message)
        return frame
    }

    /// The length of the message that follows; nil if the bytes before it are no length.
    func length(_ bytes: ArraySlice<UInt8>) -> Int? {
        let number = bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) }
        switch self {
        case .twoBytes: return number
        // What hosts put into the reserved bytes isn't known.
        case .vmlh: return number
        case .twoBytesInclusive: return number < 2 ? nil : number - 2
        case .fourDigits: return Framing.number(bytes.map { $0 &- 0x30 })
        case .twoBytesBCD: return Framing.number(bytes.flatMap { [$0 >> 4, $0 & 15] })
        }
    }

    /// The number of some digits; nil if one is more than 9.
    private static func number(_ digits: [UInt8]) -> Int? {
        guard digits.allSatisfy({ $0 <= 9 }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1) }
    }
}

extension [UInt8] {
    fileprivate mutating func append(bigEndian count: Int) {
        append(UInt8(truncatingIfNeeded: count >> 8))
        append(UInt8(truncatingIfNeeded: count))
    }
}
