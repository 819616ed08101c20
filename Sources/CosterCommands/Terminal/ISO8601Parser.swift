import PaymentDomain

/// Reads a time as people and other programs write it: ISO 8601, in the extended or the basic form, with its zone.
///
/// Coster itself writes one form alone, and reads it with `Timestamp(iso8601:)`. Without a zone a text is ambiguous,
/// and a guess could be hours wrong.
///
/// Source: ISO 8601-1:2019, 5.2.2.1 (the date), 5.3.1 and 5.3.4 (the time and its zone), 5.4.2 (both); RFC 3339, 5.6
/// (small letters).
struct ISO8601Parser {
    private var rest: ArraySlice<UInt8>

    /// The time of a whole text; nil if it is invalid.
    static func moment(_ text: String) -> Timestamp? {
        var reader = ISO8601Parser(rest: Array(text.utf8)[...])
        guard let local = reader.local(), let offset = reader.offset(), reader.rest.isEmpty
        else { return nil }
        let moment = local.adding(seconds: -offset)
        // The zone may lead out of the years that can be written.
        return (1...9999).contains(moment.calendarFields.year) ? moment : nil
    }

    /// The date and the time, as if they were in UTC.
    ///
    /// Layout: `2026-11-22T17:04:52.5` or `20261122T170452.5`; seconds and their fraction may be left out.
    private mutating func local() -> Timestamp? {
        guard let year = number(digits: 4) else { return nil }
        let isExtended = take("-")
        guard let month = number(digits: 2), take("-") == isExtended,
            let day = number(digits: 2), take("T", "t"),
            let hour = number(digits: 2), take(":") == isExtended,
            let minute = number(digits: 2)
        else { return nil }
        var (second, millisecond) = (0, 0)
        if isExtended ? take(":") : isAtDigit {
            guard let whole = number(digits: 2) else { return nil }
            second = whole
            if take(".", ",") {
                guard let part = fraction() else { return nil }
                millisecond = part
            }
        }
        return Timestamp(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second,
            millisecond: millisecond)
    }

    /// How many seconds the zone is before UTC: `Z`, `+02:00`, `+0200` or `+02`.
    private mutating func offset() -> Int64? {
        if take("Z", "z") { return 0 }
        let isBehind = take("-")
        guard isBehind || take("+"), let hours = number(digits: 2), hours <= 23
        else { return nil }
        var minutes = 0
        if take(":") || isAtDigit {
            guard let written = number(digits: 2), written <= 59 else { return nil }
            minutes = written
        }
        let seconds = Int64(hours * 60 + minutes) * 60
        return isBehind ? -seconds : seconds
    }

    /// A number of exactly so many digits.
    private mutating func number(digits count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(ISO8601Parser.isDigit) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// A fraction of a second in milliseconds; what is finer is cut off.
    private mutating func fraction() -> Int? {
        let digits = rest.prefix(while: ISO8601Parser.isDigit)
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(digits.count)
        var (milliseconds, unit) = (0, 100)
        for digit in digits.prefix(3) {
            milliseconds += Int(digit - UInt8(ascii: "0")) * unit
            unit /= 10
        }
        return milliseconds
    }

    /// Goes over one of these characters, if it comes next.
    private mutating func take(_ characters: Unicode.Scalar...) -> Bool {
        guard let next = rest.first, characters.contains(Unicode.Scalar(next)) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private var isAtDigit: Bool { rest.first.map(ISO8601Parser.isDigit) ?? false }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
