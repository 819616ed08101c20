import PaymentDomain
import SeededRandom
import Testing

@Suite("A time is milliseconds since 1970", .timeLimit(.minutes(5)))
struct TimestampTests {
    @Test(
        "known times are written in ISO 8601",
        arguments: [
            ("1970-01-01T00:00:00.000Z", 0), ("1969-12-31T23:59:59.999Z", -1),
            ("1969-12-31T23:59:59.000Z", -1_000), ("2000-02-29T12:00:00.000Z", 951_825_600_000),
            ("2001-09-09T01:46:40.000Z", 1_000_000_000_000),
            ("2038-01-19T03:14:07.000Z", 2_147_483_647_000),
            ("2038-01-19T03:14:08.000Z", 2_147_483_648_000),
            ("1900-03-01T00:00:00.000Z", -2_203_891_200_000),
            ("2100-03-01T00:00:00.000Z", 4_107_542_400_000),
            ("0001-01-01T00:00:00.000Z", -62_135_596_800_000),
            ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
        ] as [(String, Int64)])
    func writes(text: String, milliseconds: Int64) {
        let moment = Timestamp(milliseconds: milliseconds)
        #expect(moment.iso8601 == text)
        #expect("\(moment)" == text)
    }

    @Test(
        "a year is a leap year by Gregory's rule",
        arguments: [(1900, 28), (2000, 29), (2023, 28), (2024, 29), (2100, 28), (2400, 29)])
    func knowsLeapYears(year: Int, days: Int) {
        #expect(Timestamp.days(inMonth: 2, year: year) == days)
        #expect((Timestamp(year: year, month: 2, day: 29) != nil) == (days == 29))
    }

    @Test("every day from 1600 to 2400 follows the one before and round-trips")
    func daysFollowEachOther() throws {
        var moment = try #require(Timestamp(year: 1600, month: 1, day: 1))
        let end = try #require(Timestamp(year: 2400, month: 12, day: 31))
        while moment < end {
            let fields = moment.calendarFields
            let again = Timestamp(year: fields.year, month: fields.month, day: fields.day)
            try #require(again == moment)
            moment = moment.adding(seconds: 86_400)
        }
    }

    @Test("random moments round-trip through their fields", arguments: [1, 2, 3] as [UInt64])
    func roundTrips(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let moment = Timestamp(
                milliseconds: .random(
                    in: -62_135_596_800_000...253_402_300_799_999, using: &numbers))
            let fields = moment.calendarFields
            let again = Timestamp(
                year: fields.year, month: fields.month, day: fields.day, hour: fields.hour,
                minute: fields.minute, second: fields.second, millisecond: fields.millisecond)
            try #require(again == moment, "seed \(seed)")
        }
    }

    @Test(
        "seconds are rounded down, before 1970 too",
        arguments: [
            (0, 0), (999, 0), (1_000, 1), (-1, -1), (-1_000, -1), (-1_001, -2),
            (.max, 9_223_372_036_854_775), (.min, -9_223_372_036_854_776),
        ] as [(Int64, Int64)])
    func roundsDown(milliseconds: Int64, seconds: Int64) {
        #expect(Timestamp(milliseconds: milliseconds).seconds == seconds)
    }

    @Test("the ends of time saturate and never trap")
    func saturates() {
        let first = Timestamp(milliseconds: .min)
        let last = Timestamp(milliseconds: .max)
        #expect(Timestamp(seconds: .max) == last)
        #expect(Timestamp(seconds: .min) == first)
        #expect(last.adding(seconds: 1) == last)
        #expect(last.adding(seconds: .max) == last)
        #expect(first.adding(seconds: -1) == first)
        #expect(first.adding(seconds: .min) == first)
        #expect(last.milliseconds(since: first) == .max)
        #expect(first.milliseconds(since: last) == .min)
        #expect(last.calendarFields.year == 292_278_994)
        #expect((0...999).contains(first.calendarFields.millisecond))
        #expect(!first.iso8601.isEmpty)
        #expect(CardExpiry(year: 2031, month: 7)?.hasPassed(at: first) == false)
        #expect(CardExpiry(year: 2031, month: 7)?.hasPassed(at: last) == true)
    }

    @Test("differences are signed")
    func differencesAreSigned() {
        let earlier = Timestamp(seconds: 10)
        let later = earlier.adding(seconds: 5)
        #expect(later.milliseconds(since: earlier) == 5_000)
        #expect(earlier.milliseconds(since: later) == -5_000)
        #expect(earlier < later)
    }
}
