/// A merchant of this service.
public struct MerchantID: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name that the operator gave.
    public let value: String

    /// A merchant by name.
    public init(_ value: String) {
        self.value = value
    }

    /// The name.
    public var description: String { value }
}

/// A payment: sixteen random bytes as 32 lower-case hex digits.
public struct PaymentID: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The hex digits.
    public let value: String

    /// A new identifier from the system's random numbers.
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

/// One operation on a payment (an authorization, a capture…): sixteen random bytes in hex.
///
/// It names the operation towards the acquirer too, so that a repeated message is recognised there.
public struct OperationID: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The hex digits.
    public let value: String

    /// A new identifier from the system's random numbers.
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

/// What stands for a card of one merchant outside the vault; worthless elsewhere.
public struct VaultHandle: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The characters that clients see.
    public let value: String

    /// A handle as a client sent it, or nil where it cannot be one (empty, too long, other than letters and digits).
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
    var generator = SystemRandomNumberGenerator()
    let words = (generator.next(), generator.next())
    return String(unsafeUninitializedCapacity: 32) { buffer in
        for index in 0..<16 {
            buffer[index] = hexDigits[Int(truncatingIfNeeded: words.0 >> (index * 4)) & 15]
            buffer[index + 16] = hexDigits[Int(truncatingIfNeeded: words.1 >> (index * 4)) & 15]
        }
        return 32
    }
}
