/// A card number, or a device account number: digits that pass the Luhn check and never print.
///
/// A device account number is as good as a card number to a thief, so both are this type. The digits leave only
/// through ``withDigits(_:)``, in files that import this module with `@_spi(CardData)`.
public struct PAN: Redacted, Hashable {
    private let digits: String

    /// A card number from its digits.
    ///
    /// - Throws: ``PANError/notDigits``, ``PANError/wrongLength``, ``PANError/failsLuhn``.
    ///
    /// Source: ISO/IEC 7812-1, annex B (Luhn).
    public init(digits: String) throws(PANError) {
        let bytes = digits.utf8
        guard Limits.panDigits.contains(bytes.count) else { throw .wrongLength }
        guard bytes.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { throw .notDigits }
        guard PAN.passesLuhn(bytes) else { throw .failsLuhn }
        self.digits = digits
    }

    /// The last four digits: the only ones that may be shown to people.
    public var lastFour: String { String(Substring(digits.utf8.suffix(4))) }

    /// The first six digits: the issuer identification number.
    ///
    /// Source: ISO/IEC 7812-1; PCI DSS 3.4 allows the first six and last four to be displayed.
    public var issuerPrefix: String { String(Substring(digits.utf8.prefix(6))) }

    /// How many digits there are.
    public var count: Int { digits.utf8.count }

    /// The network that issued it, by its first digits, or nil for one that we do not know.
    public var network: CardNetwork? { CardNetwork(digits: digits) }

    /// `PAN(…1111)`.
    public var redacted: String { "PAN(…\(lastFour))" }

    /// Lends the digits to a closure; the only way out.
    @_spi(CardData)
    public func withDigits<Value, Failure: Error>(
        _ body: (String) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try body(digits)
    }

    private static func passesLuhn(_ digits: String.UTF8View) -> Bool {
        var sum = 0
        var doubled = false
        for byte in digits.reversed() {
            let digit = Int(byte - 0x30)
            let weighted = doubled ? digit * 2 : digit
            sum += weighted > 9 ? weighted - 9 : weighted
            doubled.toggle()
        }
        return sum % 10 == 0
    }
}

/// Why a text is no card number.
public enum PANError: String, Error, Sendable, Hashable {
    /// Something other than the digits 0 to 9.
    case notDigits
    /// Fewer or more digits than ``Limits/panDigits``.
    case wrongLength
    /// The check digit is wrong.
    case failsLuhn
}
