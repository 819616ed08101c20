/// Reads a JSON number as a whole number of minor units, exactly.
///
/// Apple sends `100`; other producers write `100.0` or `1e2`, which are the same number. A fraction
/// that is not zero is no amount of minor units, and neither is anything with a sign.
///
/// Source: Apple, Payment token format reference, transactionAmount; RFC 8259, section 6.
enum MinorUnits {
    /// The value, or nil if it is signed, has a fraction, is too long or doesn't fit.
    static func exactly(_ number: String) -> Int64? {
        guard number.utf8.count <= TokenLimits.amountCharacters else { return nil }
        var digits: [UInt8] = []
        var decimals = 0
        var rest = Array(number.utf8)[...]
        var isInFraction = false
        while let character = rest.first, character != UInt8(ascii: "e"),
            character != UInt8(ascii: "E")
        {
            rest = rest.dropFirst()
            if character == UInt8(ascii: "."), !isInFraction, !digits.isEmpty {
                isInFraction = true
                continue
            }
            guard character >= 0x30, character <= 0x39 else { return nil }
            digits.append(character - 0x30)
            if isInFraction { decimals += 1 }
        }
        guard !digits.isEmpty, let exponent = exponent(rest) else { return nil }
        return scaled(digits, by: exponent - decimals)
    }

    /// The exponent behind `e`, or zero if there isn't one; nil if it is malformed or beyond any amount.
    private static func exponent(_ text: ArraySlice<UInt8>) -> Int? {
        guard !text.isEmpty else { return 0 }
        var rest = text.dropFirst()
        var isNegative = false
        if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            isNegative = sign == UInt8(ascii: "-")
            rest = rest.dropFirst()
        }
        guard (1...3).contains(rest.count) else { return nil }
        var value = 0
        for character in rest {
            guard character >= 0x30, character <= 0x39 else { return nil }
            value = value * 10 + Int(character - 0x30)
        }
        return isNegative ? -value : value
    }

    private static func scaled(_ digits: [UInt8], by power: Int) -> Int64? {
        var kept = digits[...]
        var zeros = power
        while zeros < 0 {
            guard let last = kept.popLast() else { return kept.isEmpty ? 0 : nil }
            guard last == 0 else { return nil }
            zeros += 1
        }
        var value: Int64 = 0
        for digit in kept {
            guard let next = shifted(value, adding: Int64(digit)) else { return nil }
            value = next
        }
        guard value > 0 else { return 0 }
        for _ in 0..<zeros {
            guard let next = shifted(value, adding: 0) else { return nil }
            value = next
        }
        return value
    }

    private static func shifted(_ value: Int64, adding digit: Int64) -> Int64? {
        let (product, overflow) = value.multipliedReportingOverflow(by: 10)
        guard !overflow else { return nil }
        let (sum, isTooLarge) = product.addingReportingOverflow(digit)
        return isTooLarge ? nil : sum
    }
}
