/// An amount of money: whole minor units of one currency.
///
/// 14.99 USD is 1499 minor units; 1500 JPY is 1500. Arithmetic is checked, and mixing currencies is an error, so
/// that no amount can be invented by a wrap-around.
public struct Money: Sendable, Hashable, Codable {
    /// Minor units; never negative.
    public let minorUnits: Int64
    /// The currency.
    public let currency: Currency

    /// An amount of minor units.
    ///
    /// - Throws: ``MoneyError/negative``, or ``MoneyError/tooLarge`` past ``Limits/maximumMinorUnits``.
    public init(minorUnits: Int64, currency: Currency) throws(MoneyError) {
        guard minorUnits >= 0 else { throw .negative }
        guard minorUnits <= Limits.maximumMinorUnits else { throw .tooLarge }
        self.minorUnits = minorUnits
        self.currency = currency
    }

    private init(unchecked minorUnits: Int64, _ currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// Reads what ``encode(to:)`` wrote, and holds it to the same bounds as any other amount.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            minorUnits: fields.decode(Int64.self, forKey: .minorUnits),
            currency: fields.decode(Currency.self, forKey: .currency))
    }

    /// Nothing, in a currency.
    public static func zero(_ currency: Currency) -> Money { Money(unchecked: 0, currency) }

    /// Whether this is nothing.
    public var isZero: Bool { minorUnits == 0 }

    /// Reads a decimal in major units, `14.99`, `15`, `15.0`; digits and one point only.
    ///
    /// - Throws: ``MoneyError/malformed``, ``MoneyError/tooManyDecimals`` for more decimals than the currency has
    ///   (also when they are zeros), ``MoneyError/tooLarge``.
    public init(decimal text: String, currency: Currency) throws(MoneyError) {
        var value: Int64 = 0
        var decimals: Int?
        var digits = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: ".") {
                guard decimals == nil, digits > 0 else { throw .malformed }
                decimals = 0
                continue
            }
            guard byte >= 0x30, byte <= 0x39 else { throw .malformed }
            digits += 1
            if let seen = decimals { decimals = seen + 1 }
            value = try Money.shifted(value, adding: Int64(byte - 0x30))
        }
        guard digits > 0, decimals != 0 else { throw .malformed }
        let given = decimals ?? 0
        guard given <= currency.exponent else { throw .tooManyDecimals }
        for _ in given..<currency.exponent { value = try Money.shifted(value, adding: 0) }
        try self.init(minorUnits: value, currency: currency)
    }

    private static func shifted(_ value: Int64, adding digit: Int64) throws(MoneyError) -> Int64 {
        guard value <= Limits.maximumMinorUnits / 10 else { throw .tooLarge }
        return value * 10 + digit
    }

    /// The decimal in major units with all decimals of the currency: `14.99`, `1500`.
    public var decimal: String { currency.decimal(minorUnits.magnitude) }

    /// The sum of two amounts of one currency.
    ///
    /// - Throws: ``MoneyError/currencyMismatch``, ``MoneyError/tooLarge``.
    public func adding(_ other: Money) throws(MoneyError) -> Money {
        guard currency == other.currency else { throw .currencyMismatch }
        return try Money(minorUnits: minorUnits + other.minorUnits, currency: currency)
    }

    /// This amount less another of the same currency.
    ///
    /// - Throws: ``MoneyError/currencyMismatch``, ``MoneyError/negative``.
    public func subtracting(_ other: Money) throws(MoneyError) -> Money {
        guard currency == other.currency else { throw .currencyMismatch }
        return try Money(minorUnits: minorUnits - other.minorUnits, currency: currency)
    }
}

extension Currency {
    /// Minor units as a decimal in major units with all decimals: also of a sum that is more than an amount can be.
    public func decimal(_ minorUnits: UInt64) -> String {
        guard exponent > 0 else { return String(minorUnits) }
        let padded = String(minorUnits).withLeadingZeros(to: exponent + 1)
        return "\(padded.dropLast(exponent)).\(padded.suffix(exponent))"
    }
}

extension Money: CustomStringConvertible {
    /// `14.99 USD`.
    public var description: String { "\(decimal) \(currency)" }
}

/// Why a text or a number is an invalid amount.
public enum MoneyError: String, Error, Sendable, Hashable {
    /// Not digits with at most one point between them.
    case malformed
    /// More decimals than the currency's minor unit has.
    case tooManyDecimals
    /// Below zero.
    case negative
    /// Over ``Limits/maximumMinorUnits``.
    case tooLarge
    /// Two amounts of different currencies.
    case currencyMismatch
}
