import PaymentDomain

/// Reads the two time types of ASN.1, in the one form that signatures and certificates use: to the
/// second, in UTC.
///
/// Source: RFC 5280, section 4.1.2.5; RFC 5652, section 11.3.
enum ASN1Time {
    /// The tag of `YYMMDDHHMMSSZ`.
    static let utcTime: UInt8 = 0x17
    /// The tag of `YYYYMMDDHHMMSSZ`.
    static let generalizedTime: UInt8 = 0x18

    /// The time, or nil if the text is invalid.
    static func read(_ text: ArraySlice<UInt8>, tag: UInt8) -> Timestamp? {
        let yearDigits: Int
        switch tag {
        case utcTime: yearDigits = 2
        case generalizedTime: yearDigits = 4
        default: return nil
        }
        guard text.count == yearDigits + 11, text.last == UInt8(ascii: "Z") else { return nil }
        let digits = text.dropLast()
        guard digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        let numbers = digits.map { Int($0 - 0x30) }
        func pair(_ index: Int) -> Int { numbers[index] * 10 + numbers[index + 1] }
        let year: Int
        if yearDigits == 4 {
            year = pair(0) * 100 + pair(2)
        } else {
            // Two digits from 50 on are of the last century.
            year = pair(0) >= 50 ? 1900 + pair(0) : 2000 + pair(0)
        }
        return Timestamp(
            year: year, month: pair(yearDigits), day: pair(yearDigits + 2),
            hour: pair(yearDigits + 4), minute: pair(yearDigits + 6),
            second: pair(yearDigits + 8))
    }
}
