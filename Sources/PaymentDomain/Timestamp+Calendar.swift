extension Timestamp: CustomStringConvertible {
    /// A time from its UTC calendar fields, or nil if they are invalid (February 30, hour 24).
    public init?(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0,
        millisecond: Int = 0
    ) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Timestamp.days(inMonth: month, year: year),
            (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second),
            (0...999).contains(millisecond)
        else { return nil }
        let days = Timestamp.daysSince1970(year: year, month: month, day: day)
        let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
        self.init(milliseconds: Int64(seconds) * 1000 + Int64(millisecond))
    }

    /// `2026-11-21T08:57:00.123Z`: UTC, always with milliseconds.
    public var iso8601: String { text(withMilliseconds: true) }

    /// `2026-11-21T08:57:00Z`: UTC, to the second.
    public var iso8601Seconds: String { text(withMilliseconds: false) }

    private func text(withMilliseconds: Bool) -> String {
        let fields = calendarFields
        var text: [UInt8] = []
        text.reserveCapacity(24)
        text.appendDigits(of: fields.year, 4)
        text.append(UInt8(ascii: "-"))
        text.appendDigits(of: fields.month, 2)
        text.append(UInt8(ascii: "-"))
        text.appendDigits(of: fields.day, 2)
        text.append(UInt8(ascii: "T"))
        text.appendDigits(of: fields.hour, 2)
        text.append(UInt8(ascii: ":"))
        text.appendDigits(of: fields.minute, 2)
        text.append(UInt8(ascii: ":"))
        text.appendDigits(of: fields.second, 2)
        if withMilliseconds {
            text.append(UInt8(ascii: "."))
            text.appendDigits(of: fields.millisecond, 3)
        }
        text.append(UInt8(ascii: "Z"))
        return String(decoding: text, as: UTF8.self)
    }

    /// The ISO 8601 form.
    public var description: String { iso8601 }

    /// The UTC calendar fields of a time.
    public struct CalendarFields: Sendable, Hashable {
        /// Year, 1 to 9999 for every time that this service handles.
        public let year: Int
        /// Month, 1 to 12.
        public let month: Int
        /// Day of the month, 1 to 31.
        public let day: Int
        /// Hour, 0 to 23.
        public let hour: Int
        /// Minute, 0 to 59.
        public let minute: Int
        /// Second, 0 to 59.
        public let second: Int
        /// Millisecond, 0 to 999.
        public let millisecond: Int
    }

    /// The UTC calendar fields of this time.
    public var calendarFields: CalendarFields {
        let total = Int(seconds)
        let days = total >= 0 ? total / 86_400 : -((86_399 - total) / 86_400)
        let rest = total - days * 86_400
        let date = Timestamp.civil(daysSince1970: days)
        let remainder = Int(milliseconds % 1000)
        return CalendarFields(
            year: date.year, month: date.month, day: date.day, hour: rest / 3600,
            minute: rest / 60 % 60, second: rest % 60,
            millisecond: remainder < 0 ? remainder + 1000 : remainder)
    }

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// How many days a month of the Gregorian calendar has.
    public static func days(inMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days from 1970-01-01 to a Gregorian date, counting years from March so that the leap day comes last.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func civil(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, day)
    }
}

extension [UInt8] {
    /// Adds a number, with zeros before it up to a width.
    fileprivate mutating func appendDigits(of value: Int, _ width: Int) {
        let digits = String(value)
        for _ in 0..<Swift.max(0, width - digits.utf8.count) { append(UInt8(ascii: "0")) }
        append(contentsOf: digits.utf8)
    }
}
