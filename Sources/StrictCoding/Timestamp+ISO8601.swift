import PaymentDomain

extension Timestamp {
    /// Reads a time as people and other programs write it: ISO 8601, in the extended or the basic form, with its zone.
    ///
    /// Layout: `2026-11-22T17:04:52.5Z` or `20261122T170452.5+0200`; seconds and their fraction may be left out. Without
    /// a zone a text is ambiguous, and a guess could be hours wrong.
    ///
    /// Source: ISO 8601-1:2019, 5.2.2.1 (the date), 5.3.1 and 5.3.4 (the time and its zone), 5.4.2 (both); RFC 3339, 5.6
    /// (small letters).
    package init?(iso8601 text: String) {
        var reader = DateReader(text)
        guard let (midnight, isExtended) = reader.day(), reader.take("T", "t"),
            let time = reader.time(isExtended: isExtended, points: [".", ","]),
            let offset = Timestamp.offset(&reader), reader.isAtEnd
        else { return nil }
        let moment = Timestamp(
            milliseconds: midnight.milliseconds + time.milliseconds - offset * 1000)
        // The zone may lead out of the years that can be written.
        guard (1...9999).contains(moment.calendarFields.year) else { return nil }
        self = moment
    }

    /// How many seconds the zone is before UTC: `Z`, `+02:00`, `+0200` or `+02`.
    private static func offset(_ reader: inout DateReader) -> Int64? {
        if reader.take("Z", "z") { return 0 }
        let isBehind = reader.take("-")
        guard isBehind || reader.take("+"), let hours = reader.number(digits: 2), hours < 24
        else { return nil }
        var minutes = 0
        if reader.take(":") || reader.isAtDigit {
            guard let written = reader.number(digits: 2), written < 60 else { return nil }
            minutes = written
        }
        let seconds = Int64(hours * 60 + minutes) * 60
        return isBehind ? -seconds : seconds
    }
}
