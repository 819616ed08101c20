/// An amount of money: whole minor units (cents) of one currency.
///
/// There is no floating-point number in it, so NaN and a third decimal can't be expressed.
public struct Amount: Sendable, Hashable, CustomStringConvertible {
    /// The number of minor units. Negative for a discount.
    public let minorUnits: Int64
    /// The currency.
    public let currency: CurrencyCode

    /// Takes minor units: `Amount(minorUnits: 1499, .usd)` is 14.99 dollars.
    ///
    /// - Throws: ``CheckoutError/invalidAmount`` above ``Limits/amountDigits`` digits.
    public init(minorUnits: Int64, _ currency: CurrencyCode) throws(CheckoutError) {
        guard String(minorUnits.magnitude).count <= Limits.amountDigits else {
            throw .invalidAmount
        }
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// Reads a decimal: `Amount("14.99", .usd)`. Give `NSDecimalNumber.stringValue` as it is.
    ///
    /// - Throws: ``CheckoutError/invalidAmount`` for anything but digits with at most the currency's decimals:
    ///   `NaN`, `1e3`, `14.999`, `14,99`.
    public init(_ decimal: String, _ currency: CurrencyCode) throws(CheckoutError) {
        let isNegative = decimal.hasPrefix("-")
        let parts = decimal.dropFirst(isNegative ? 1 : 0).split(
            separator: ".", omittingEmptySubsequences: false)
        let whole = parts.first ?? ""
        let fraction = parts.count == 2 ? parts[1] : ""
        let digits = whole + fraction
        let isPlain = digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
        let hasFraction = parts.count == 1 || (parts.count == 2 && !fraction.isEmpty)
        let missing = currency.decimals - fraction.count
        guard isPlain, !whole.isEmpty, hasFraction, missing >= 0, digits.count <= 18,
            let value = Int64(digits + String(repeating: "0", count: missing))
        else { throw .invalidAmount }
        try self.init(minorUnits: isNegative ? -value : value, currency)
    }

    /// The amount as a decimal without its currency: `14.99`.
    public var decimal: String {
        let digits = String(minorUnits.magnitude)
        let decimals = currency.decimals
        let sign = minorUnits < 0 ? "-" : ""
        guard decimals > 0 else { return sign + digits }
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        return "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
    }

    /// The amount and its currency: `14.99 USD`.
    public var description: String { "\(decimal) \(currency)" }
}
