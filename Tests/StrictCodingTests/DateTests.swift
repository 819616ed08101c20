import PaymentDomain
import SeededRandom
import Testing

@testable import StrictCoding

@Suite("Dates and times", .timeLimit(.minutes(5)))
struct DateTests {
    @Test(
        "a time is a date, a time of day and a zone of ISO 8601",
        arguments: [
            ("2026-11-22T17:04:52Z", "2026-11-22T17:04:52.000Z"),
            // Fractions of any length, cut to milliseconds; ISO 8601 prefers the comma.
            ("2026-11-22T17:04:52.5Z", "2026-11-22T17:04:52.500Z"),
            ("2026-11-22T17:04:52,05Z", "2026-11-22T17:04:52.050Z"),
            ("2026-11-22T17:04:52.0009Z", "2026-11-22T17:04:52.000Z"),
            ("2026-11-22T17:04:52.99999999999999999999999Z", "2026-11-22T17:04:52.999Z"),
            // Offsets, with minutes or without, and small letters.
            ("2026-11-22T17:04:52+00:00", "2026-11-22T17:04:52.000Z"),
            ("2026-11-22T17:04:52-00:00", "2026-11-22T17:04:52.000Z"),
            ("2026-11-22T17:04:52+0200", "2026-11-22T15:04:52.000Z"),
            ("2026-11-22T17:04:52+02", "2026-11-22T15:04:52.000Z"),
            ("2026-11-22T17:04:52.123-03:30", "2026-11-22T20:34:52.123Z"),
            ("2026-11-22t17:04:52z", "2026-11-22T17:04:52.000Z"),
            // Minutes without seconds.
            ("2026-11-22T17:04Z", "2026-11-22T17:04:00.000Z"),
            ("2026-11-22T17:04+02:00", "2026-11-22T15:04:00.000Z"),
            // The basic form.
            ("20261122T170452Z", "2026-11-22T17:04:52.000Z"),
            ("20261122T170452.25+0200", "2026-11-22T15:04:52.250Z"),
            ("20261122T1704-05", "2026-11-22T22:04:00.000Z"),
            // A zone leads into another day, month and year.
            ("2027-01-01T00:30:00+01:00", "2026-12-31T23:30:00.000Z"),
            ("2024-02-28T23:59:59-23:59", "2024-02-29T23:58:59.000Z"),
            ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
            ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"),
        ])
    func reads(text: String, moment: String) {
        #expect(Timestamp(iso8601: text)?.iso8601 == moment)
    }

    @Test(
        "without a zone, without a time of day, or beyond the calendar it is invalid",
        arguments: [
            "", "Z", "now", "yesterday", "1795280692", "2026-11-22", "20261122", "2026-11-22Z",
            "2026-11-22T17:04:52", "20261122T170452", "2026-11-22T17:04", "2026-11-22T17Z",
            "2026-11-22 17:04:52Z", "2026-11-22T17:04:52 Z", " 2026-11-22T17:04:52Z",
            "2026-11-22T17:04:52Z ", "2026-11-22T17:04:52ZZ", "2026-11-22T17:04:52Z+00:00",
            // One form or the other.
            "2026-11-22T170452Z", "20261122T17:04:52Z", "2026-1122T17:04:52Z",
            "2026-11-22T17:0452Z", "2026-11-22T17:04:5Z",
            "2026-11-22T17:04:52.Z", "2026-11-22T17:04:52.+02:00", "2026-11-22T17:04.5Z",
            "2026-11-22T17:04:52+2", "2026-11-22T17:04:52+02:", "2026-11-22T17:04:52+02:0",
            "2026-11-22T17:04:52+24:00", "2026-11-22T17:04:52+02:60", "2026-11-22T17:04:52+",
            "2026-11-22T17:04:52\u{2212}02:00", "2026-02-29T00:00:00Z", "2026-11-31T00:00:00Z",
            "2026-13-01T00:00:00Z", "2026-11-22T24:00:00Z", "2026-11-22T17:60:00Z",
            "2026-11-22T17:04:60Z", "0000-01-01T00:00:00Z", "+2026-11-22T17:04:52Z",
            "２０２６-11-22T17:04:52Z", "2026-11-22T17:04:5éZ", "2026-11-22T17:04:52.-1Z",
            "2026-11-22T17:04:52." + String(repeating: "9", count: 44) + "Z",
            "1900-02-29T00:00:00Z", "2026-W47-7T17:04:52Z", "2026-326T17:04:52Z",
            // The zone leads out of the years that can be written.
            "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01",
        ])
    func refuses(text: String) {
        #expect(Timestamp(iso8601: text) == nil)
    }

    static let xmlTimes: [(String, Bool)] = [
        ("2012-01-11T14:19:05-06:00", true), ("2018-06-26T09:35:07.573Z", true),
        ("2018-06-26T09:35:07", true), ("2018-06-26T09:35:07+14:00", true),
        ("2018-06-26T09:35:07+14:01", false), ("2018-06-26T09:35:07+0600", false),
        ("2018-06-26T09:35:07,5", false), ("2018-06-26T09:35Z", false),
        ("20180626T093507Z", false), ("2018-06-26t09:35:07Z", false),
        ("2018-06-26T09:35:07z", false), ("2018-02-30T09:35:07Z", false),
        ("2018-06-26 09:35:07", false), ("2018-06-26T24:35:07", false),
        ("2018-06-26T09:35:07.", false), ("2018-06-26T09:35:07.5x", false), ("2018-06-26", false),
    ]

    @Test("a dateTime of XML Schema must exist; its offset may be missing", arguments: xmlTimes)
    func dateTime(_ text: String, _ isGood: Bool) {
        #expect(XMLDate.isDateTime(text) == isGood)
    }

    static let xmlDays: [(String, Bool)] = [
        ("2026-11-22", true), ("2024-02-29", true), ("2026-11-22Z", true),
        ("2026-11-22-05:00", true), ("2026-02-29", false), ("20261122", false),
        ("2026-11-22+5", false), ("2026-11-22T00:00:00", false), ("+202-11-22", false),
        ("2026-11-22abcdef", false), ("2026-11", false), ("", false),
    ]

    @Test("a date of XML Schema must exist; its offset may be missing", arguments: xmlDays)
    func date(_ text: String, _ isGood: Bool) {
        #expect(XMLDate.isDate(text) == isGood)
    }

    @Test(
        "a month of XML Schema is a year and a month",
        arguments: [
            ("2031-07", "2031 7"), ("2031-07Z", "2031 7"), ("2031-07-06:00", "2031 7"),
            ("2031-7", nil), ("203107", nil), ("2031-07-01", nil), ("2031-07+99:00", nil),
        ] as [(String, String?)])
    func month(_ text: String, _ read: String?) {
        #expect(XMLDate.month(text).map { "\($0.year) \($0.month)" } == read)
    }

    @Test("our own form is read, in every zone")
    func roundTrips() throws {
        var numbers = SeededGenerator.printed()
        for round in 0..<3_000 {
            // A day within the years that can be written, so that no zone leads out of them.
            let moment = Timestamp(
                milliseconds: .random(
                    in: -62_135_500_000_000...253_402_200_000_000, using: &numbers))
            let minutes = Int64.random(in: -1_439...1_439, using: &numbers)
            let local = String(moment.adding(seconds: minutes * 60).iso8601.dropLast())
            let size = minutes.magnitude
            let hours = (size / 60 < 10 ? "0" : "") + "\(size / 60)"
            let rest = (size % 60 < 10 ? "0" : "") + "\(size % 60)"
            let sign = minutes < 0 ? "-" : "+"
            let note: Comment = "seed \(numbers.seed), round \(round)"
            try #require(Timestamp(iso8601: moment.iso8601) == moment, note)
            for zone in ["\(sign)\(hours):\(rest)", "\(sign)\(hours)\(rest)"] {
                try #require(Timestamp(iso8601: local + zone) == moment, note)
            }
        }
    }

    @Test("damage never traps, and what is read after it lies in the years that can be written")
    func damaged() throws {
        var numbers = SeededGenerator.printed()
        let good = ["2026-11-22T17:04:52.123+02:00", "20261122T170452Z", "9999-12-31T23:59-23:59"]
        let pieces = ["+", "-", ":", ".", "Z", "T", "99", "00"].map { Array($0.utf8) }
        for round in 0..<10_000 {
            let bytes = numbers.damaged(Array(good[round % good.count].utf8), with: pieces)
            let text = String(decoding: bytes, as: UTF8.self)
            guard let moment = Timestamp(iso8601: text) else { continue }
            let note: Comment = "seed \(numbers.seed), round \(round)"
            try #require((1...9999).contains(moment.calendarFields.year), note)
            try #require(Timestamp(iso8601: moment.iso8601) == moment, note)
        }
    }
}
