import Foundation

/// The checks behind the vendor's C functions.
///
/// Source: public headers of BoltMobileSDK 5.x, BMSCardFunctions.
package enum CardRules {
    /// Whether a text is one or more ASCII digits.
    package static func isDigits(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Whether a number's check digit fits.
    ///
    /// The vendor raises an Objective-C exception for other characters, which no Swift app can catch; here the answer
    /// is no. Source: ISO/IEC 7812-1, annex B.
    package static func passesLuhn(_ number: String) -> Bool {
        guard isDigits(number) else { return false }
        let sum = number.utf8.reversed().enumerated().reduce(0) { sum, next in
            let digit = Int(next.element) - 0x30
            let value = next.offset % 2 == 1 ? digit * 2 : digit
            return sum + (value > 9 ? value - 9 : value)
        }
        return sum % 10 == 0
    }

    /// The longest card number of the number's brand; -1 if the brand is unknown.
    package static func longest(_ number: String) -> Int {
        CardIssuer(number: number).lengths?.upperBound ?? -1
    }

    /// Whether a number is as long as its brand's are.
    package static func hasRightLength(_ number: String) -> Bool {
        CardIssuer(number: number).lengths?.contains(number.utf8.count) ?? false
    }

    /// Whether a number has a brand, its length and its check digit.
    package static func isCard(_ number: String) -> Bool {
        hasRightLength(number) && passesLuhn(number)
    }

    /// Whether a security code has a length that a brand has, or the brand of this number.
    package static func isSecurityCode(_ code: String, for number: String = "") -> Bool {
        isDigits(code)
            && CardIssuer(number: number).securityCodeLength.contains(code.utf8.count)
    }

    /// Whether a card with this month is good: the month is this one or a later one, in UTC.
    package static func isCurrent(_ date: Date, at now: Date = Date()) -> Bool {
        let (month, today) = (ExpirationMonth(date), ExpirationMonth(now))
        return (month.year, month.month) >= (today.year, today.month)
    }

    /// A formatter for UTC without a format of its own.
    package static func utcFormatter() -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        return formatter
    }
}

/// The month in which a card expires.
package struct ExpirationMonth: Sendable, Hashable {
    /// The year, four digits.
    package let year: Int
    /// 1 to 12.
    package let month: Int

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
        return calendar
    }()

    /// Reads the month of a date in UTC.
    package init(_ date: Date) {
        let parts = Self.calendar.dateComponents([.year, .month], from: date)
        year = parts.year ?? 0
        month = parts.month ?? 0
    }

    /// Reads `MMYY` or `MMYYYY`.
    package init?(digits: String) {
        guard CardRules.isDigits(digits), digits.count == 4 || digits.count == 6,
            let month = Int(digits.prefix(2)), (1...12).contains(month),
            let year = Int(digits.dropFirst(2))
        else { return nil }
        self.month = month
        self.year = digits.count == 4 ? 2000 + year : year
    }

    /// The month's first day in UTC, as the vendor's properties have it.
    package var date: Date? {
        Self.calendar.date(from: DateComponents(year: year, month: month, day: 1))
    }

    /// `MMYY`, or `MMYYYY`.
    package func digits(yearDigits: Int = 2) -> String {
        let month = String(month + 100).suffix(2)
        let year = String(year + 10_000).suffix(yearDigits)
        return String(month + year)
    }
}
