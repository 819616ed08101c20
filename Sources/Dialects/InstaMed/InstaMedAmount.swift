import PaymentDomain

/// amount: dollars with at most two decimals.
///
/// Source: InstaMed's portal: decimal, more than zero, up to 15 characters. InstaMed serves the United States alone, so
/// that no request names a currency.
enum InstaMedAmount {
    /// Reads an amount that must be more than zero.
    static func read(_ text: String) throws(InstaMedProblem) -> Money {
        guard text.utf8.count <= InstaMedLimits.amount else {
            throw InstaMedProblem(.amountTooLarge)
        }
        if text.utf8.first == UInt8(ascii: "-") { throw InstaMedProblem(.amountNegative) }
        guard let plain = withoutGroups(text) else { throw InstaMedProblem(.amountMalformed) }
        let amount: Money
        do {
            amount = try Money(decimal: plain, currency: .usd)
        } catch {
            switch error {
            case .malformed, .currencyMismatch: throw InstaMedProblem(.amountMalformed)
            case .tooManyDecimals: throw InstaMedProblem(.amountTooManyDecimals)
            case .negative: throw InstaMedProblem(.amountNegative)
            case .tooLarge: throw InstaMedProblem(.amountTooLarge)
            }
        }
        guard !amount.isZero else { throw InstaMedProblem(.amountZero) }
        return amount
    }

    /// The text without the commas between thousands; nil if a comma is elsewhere.
    ///
    /// PHP's number_format writes them, and a client in production sends its refunds so. They are accepted only before
    /// two decimals: there a comma can't be a decimal point.
    private static func withoutGroups(_ text: String) -> String? {
        guard text.utf8.contains(UInt8(ascii: ",")) else { return text }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count == 2 else { return nil }
        let groups = parts[0].split(separator: ",", omittingEmptySubsequences: false)
        guard let first = groups.first, (1...3).contains(first.utf8.count),
            groups.dropFirst().allSatisfy({ $0.utf8.count == 3 })
        else { return nil }
        return groups.joined() + "." + parts[1]
    }
}
