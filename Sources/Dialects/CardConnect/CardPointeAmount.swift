import PaymentDomain

/// An amount as the gateway's clients write it: with a point in major units, without in minor units; a minus makes it
/// a forced credit. A JSON number is read as it was written: 500 is 5.00, and 500.00 is 500.00.
///
/// Source: CardPointe Gateway API, amount.
struct CardPointeAmount: Sendable, Hashable {
    /// How much, without its sign.
    let money: Money
    /// Whether there was a minus before something other than nothing.
    let isCredit: Bool

    /// Reads an amount; nil if it is invalid: other characters, more decimals than the currency has, too much.
    init?(_ text: String, _ currency: Currency) {
        guard text.utf8.count <= CardConnectLimits.amount else { return nil }
        let hasMinus = text.hasPrefix("-")
        let digits = text.dropFirst(hasMinus ? 1 : 0)
        if digits.utf8.contains(UInt8(ascii: ".")) {
            guard let money = try? Money(decimal: String(digits), currency: currency) else {
                return nil
            }
            self.money = money
        } else {
            // Int64 takes a sign of its own.
            guard String(digits).isDigits, let units = Int64(digits),
                let money = try? Money(minorUnits: units, currency: currency)
            else { return nil }
            self.money = money
        }
        isCredit = hasMinus && !money.isZero
    }
}
