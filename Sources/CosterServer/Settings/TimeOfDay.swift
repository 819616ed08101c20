import PaymentDomain

/// A time of day, in UTC.
struct TimeOfDay: Sendable, Hashable {
    private static let minuteMilliseconds: Int64 = 60_000
    private static let dayMilliseconds: Int64 = 86_400_000

    private let minutes: Int64

    /// Reads `HH:MM`, 00:00 to 23:59; nil for anything else.
    init?(_ text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 5, digits[2] == UInt8(ascii: ":"),
            let hour = TimeOfDay.number(digits[0..<2]), hour < 24,
            let minute = TimeOfDay.number(digits[3..<5]), minute < 60
        else { return nil }
        minutes = hour * 60 + minute
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int64(String(decoding: digits, as: UTF8.self))
    }

    /// The last occurrence of this time of day, at or before a time.
    func last(before now: Timestamp) -> Timestamp {
        let time = minutes * TimeOfDay.minuteMilliseconds
        let (since, _) = now.milliseconds.subtractingReportingOverflow(time)
        let intoDay = since % TimeOfDay.dayMilliseconds
        let past = intoDay < 0 ? intoDay + TimeOfDay.dayMilliseconds : intoDay
        let (last, overflow) = now.milliseconds.subtractingReportingOverflow(past)
        return overflow ? now : Timestamp(milliseconds: last)
    }
}
