/// The one-time proof that a device made for one payment (3-D Secure cryptogram, TAVV).
///
/// It reaches the acquirer byte for byte, once, and is erased with the outcome. It never prints.
public struct Cryptogram: Redacted, Hashable {
    private let bytes: [UInt8]

    /// A cryptogram of 1 to 40 bytes, or nil outside these. The length for each network is checked later, once the
    /// network is known.
    public init?(_ bytes: [UInt8]) {
        guard Limits.cryptogramBytes.contains(bytes.count) else { return nil }
        self.bytes = bytes
    }

    /// How many bytes there are.
    public var count: Int { bytes.count }

    /// Whether a device makes cryptograms of this length for a network.
    ///
    /// 20 bytes; American Express sends one or two blocks of 20. Mastercard leaves out the last byte: both genuine
    /// Mastercard samples have 19.
    public func fits(_ network: CardNetwork?) -> Bool {
        switch network {
        case .amex: count == 20 || count == 40
        case .mastercard: count == 19 || count == 20
        case .visa, .discover, .diners, .jcb, .unionPay, nil: count == 20
        }
    }

    /// `Cryptogram(20 bytes)`.
    public var redacted: String { "Cryptogram(\(bytes.count) bytes)" }

    /// Lends the bytes to a closure; the only way out.
    @_spi(CardData)
    public func withBytes<Value, Failure: Error>(
        _ body: ([UInt8]) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try body(bytes)
    }
}

/// The electronic commerce indicator that came with a cryptogram: one or two digits, forwarded as they are.
///
/// Source: Apple, Payment token format reference, eciIndicator: "must be forwarded when present".
public struct ECI: Sendable, Hashable, Codable {
    /// The digits as they came, such as `5` or `07`.
    public let value: String

    /// An indicator from its digits, or nil if they aren't one or two digits.
    public init?(_ value: String) {
        guard (1...2).contains(value.utf8.count),
            value.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
        else { return nil }
        self.value = value
    }
}

/// Bytes that only a payment's acquirer may read: EMV data, an encrypted PIN.
public struct SealedBytes: Redacted, Hashable {
    private let bytes: [UInt8]

    /// Takes the bytes in custody.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// How many bytes there are.
    public var count: Int { bytes.count }

    /// `SealedBytes(180 bytes)`.
    public var redacted: String { "SealedBytes(\(bytes.count) bytes)" }

    /// Lends the bytes to a closure; the only way out.
    @_spi(CardData)
    public func withBytes<Value, Failure: Error>(
        _ body: ([UInt8]) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try body(bytes)
    }
}

/// A card's security code (CVV2, CID): three or four digits, never stored, never printed.
public struct SecurityCode: Redacted, Hashable {
    private let digits: String

    /// A code of three or four digits, or nil.
    public init?(digits: String) {
        guard (3...4).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
        else { return nil }
        self.digits = digits
    }

    /// `SecurityCode`.
    public var redacted: String { "SecurityCode" }

    /// Lends the digits to a closure; the only way out.
    @_spi(CardData)
    public func withDigits<Value, Failure: Error>(
        _ body: (String) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try body(digits)
    }
}
