/// The dates of XML Schema, with or without an offset from UTC.
///
/// Source: XML Schema part 2, 3.2.7 (dateTime), 3.2.9 (date), 3.2.10 (gYearMonth).
package enum XMLDate {
    /// The year and month of `2031-07`.
    package static func month(_ text: String) -> (year: Int, month: Int)? {
        var reader = DateReader(text)
        guard let year = reader.number(digits: 4), reader.take("-"),
            let month = reader.number(digits: 2), isOffset(&reader)
        else { return nil }
        return (year, month)
    }

    /// Whether a text is a day that exists, `2026-11-22`.
    package static func isDate(_ text: String) -> Bool {
        var reader = DateReader(text)
        return reader.day()?.isExtended == true && isOffset(&reader)
    }

    /// Whether a text is a day and a time that exist, `2026-11-22T17:04:52.5`.
    package static func isDateTime(_ text: String) -> Bool {
        var reader = DateReader(text)
        guard reader.day()?.isExtended == true, reader.take("T"),
            reader.time(isExtended: true, points: ["."])?.hasSeconds == true
        else { return false }
        return isOffset(&reader)
    }

    /// Whether nothing more comes than `Z`, or `+hh:mm` and `-hh:mm` up to 14:00.
    private static func isOffset(_ reader: inout DateReader) -> Bool {
        if reader.isAtEnd { return true }
        if reader.take("Z") { return reader.isAtEnd }
        guard reader.take("+", "-"), let hours = reader.number(digits: 2), reader.take(":"),
            let minutes = reader.number(digits: 2), minutes < 60, hours * 60 + minutes <= 14 * 60
        else { return false }
        return reader.isAtEnd
    }
}
