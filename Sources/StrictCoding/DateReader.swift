import PaymentDomain

/// Reads the parts of a date or time from left to right. Each has its number of ASCII digits, and only days and times
/// that exist are read.
package struct DateReader {
    /// The longest text that is read, in bytes; a longer one has no date.
    private static let longest = 64

    private var rest: ArraySlice<UInt8>

    /// A reader at the start of a text.
    package init(_ text: String) {
        self.init(Array(text.utf8.prefix(DateReader.longest + 1))[...])
    }

    /// A reader at the start of a text.
    package init(_ text: ArraySlice<UInt8>) {
        rest = text.count > DateReader.longest ? [] : text
    }

    /// Whether the whole text was read.
    package var isAtEnd: Bool { rest.isEmpty }

    /// Whether a digit comes next.
    package var isAtDigit: Bool { rest.first.map(DateReader.isDigit) ?? false }

    /// A number of exactly so many digits.
    package mutating func number(digits count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(DateReader.isDigit) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// Goes over one of these characters, if it comes next.
    package mutating func take(_ characters: Unicode.Scalar...) -> Bool {
        guard let next = rest.first, characters.contains(Unicode.Scalar(next)) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// A day, `2026-11-22` or in the basic form `20261122`: its midnight in UTC, and whether it has hyphens.
    package mutating func day() -> (midnight: Timestamp, isExtended: Bool)? {
        guard let year = number(digits: 4) else { return nil }
        let isExtended = take("-")
        guard let month = number(digits: 2), take("-") == isExtended,
            let day = number(digits: 2),
            let midnight = Timestamp(year: year, month: month, day: day)
        else { return nil }
        return (midnight, isExtended)
    }

    /// A time of day, `17:04:52.5` or in the basic form `170452.5`: its milliseconds, and whether it has seconds.
    ///
    /// - Parameter points: The characters that may begin a fraction of a second.
    package mutating func time(
        isExtended: Bool, points: [Unicode.Scalar]
    ) -> (milliseconds: Int64, hasSeconds: Bool)? {
        guard let hour = number(digits: 2), hour < 24, take(":") == isExtended,
            let minute = number(digits: 2), minute < 60
        else { return nil }
        let minutes = Int64(hour * 60 + minute)
        guard isExtended ? take(":") : isAtDigit else { return (minutes * 60_000, false) }
        guard let second = number(digits: 2), second < 60 else { return nil }
        var milliseconds = 0
        if let next = rest.first, points.contains(Unicode.Scalar(next)) {
            rest = rest.dropFirst()
            guard let fraction = fraction() else { return nil }
            milliseconds = fraction
        }
        return ((minutes * 60 + Int64(second)) * 1000 + Int64(milliseconds), true)
    }

    /// A fraction of a second in milliseconds; what is finer is cut off.
    private mutating func fraction() -> Int? {
        let digits = rest.prefix(while: DateReader.isDigit)
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(digits.count)
        var (milliseconds, unit) = (0, 100)
        for digit in digits.prefix(3) {
            milliseconds += Int(digit - UInt8(ascii: "0")) * unit
            unit /= 10
        }
        return milliseconds
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
