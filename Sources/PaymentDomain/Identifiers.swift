/// A merchant of this service.
public struct MerchantID: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name that the operator gave.
    public let value: String

    /// A merchant by name.
    public init(_ value: String) {
        self.value = value
    }

    /// The merchant that each sandbox has of its own, in no database.
    package static let sandbox = MerchantID("sandbox")

    /// The name.
    public var description: String { value }
}

/// A payment: sixteen bytes as 32 lower-case hex digits.
///
/// Six bytes of milliseconds, then ten random ones: payments of one time lie side by side in an
/// index, which so grows at its end, and none can be guessed or counted.
public struct PaymentID: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The hex digits.
    public let value: String

    /// A new identifier that begins with a time; the rest is random.
    public init(at now: Timestamp) {
        value = timedHex(now)
    }

    /// A new identifier, all of it random.
    public init() {
        value = randomHex()
    }

    /// An identifier read back from where we wrote it.
    public init(stored value: String) {
        self.value = value
    }

    /// An identifier as somebody sent it; nil unless it has the form of ours: 32 hex digits in lower case.
    package init?(typed text: some StringProtocol) {
        let isHex = text.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x61...0x66: true
            default: false
            }
        }
        guard text.utf8.count == 32, isHex else { return nil }
        value = String(text)
    }

    /// The hex digits.
    public var description: String { value }
}

/// One operation on a payment (an authorization, a capture…): sixteen bytes in hex, made like a
/// ``PaymentID``.
///
/// It names the operation towards the acquirer too, so that a repeated message is recognised there.
public struct OperationID: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The hex digits.
    public let value: String

    /// A new identifier that begins with a time; the rest is random.
    public init(at now: Timestamp) {
        value = timedHex(now)
    }

    /// A new identifier, all of it random.
    public init() {
        value = randomHex()
    }

    /// An identifier read back from where we wrote it.
    public init(stored value: String) {
        self.value = value
    }

    /// The hex digits.
    public var description: String { value }
}

/// The card token of one merchant's card: its name outside the vault, worthless elsewhere.
public struct VaultHandle: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The characters that clients see.
    public let value: String

    /// A card token as a client sent it, or nil if it can't be one (empty, too long, other than letters and digits).
    public init?(_ value: String) {
        guard (1...Limits.handleCharacters).contains(value.utf8.count),
            value.utf8.allSatisfy(isLetterOrDigit)
        else { return nil }
        self.value = value
    }

    /// The characters.
    public var description: String { value }
}

private func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
}

private let hexDigits = Array("0123456789abcdef".utf8)

private func randomHex() -> String {
    var generator = BufferedRandom()
    return hex(generator.next(), generator.next())
}

/// 48 bits of milliseconds, which last until the year 10889, before 80 random bits.
///
/// Source: RFC 9562, 5.7, has the same layout for the same reason; ours carries no version bits.
private func timedHex(_ now: Timestamp) -> String {
    var generator = BufferedRandom()
    let moment = UInt64(truncatingIfNeeded: now.milliseconds) << 16
    let random: UInt16 = generator.next()
    return hex(moment | UInt64(random), generator.next())
}

/// Two words as 32 digits, the most significant first.
private func hex(_ high: UInt64, _ low: UInt64) -> String {
    String(unsafeUninitializedCapacity: 32) { buffer in
        for index in 0..<16 {
            let shift = 60 - index * 4
            buffer[index] = hexDigits[Int(truncatingIfNeeded: high >> shift) & 15]
            buffer[index + 16] = hexDigits[Int(truncatingIfNeeded: low >> shift) & 15]
        }
        return 32
    }
}
