import PaymentDomain
import StrictCoding
import Testing

@testable import CosterServer

@Suite("A time of day at which a batch is closed", .timeLimit(.minutes(20)))
struct TimeOfDayTests {
    @Test("is two digits, a colon and two digits", arguments: ["00:00", "09:05", "23:59"])
    func taken(text: String) {
        #expect(TimeOfDay(text) != nil)
    }

    @Test(
        "is nothing else",
        arguments: [
            "", "24:00", "23:60", "9:05", "0905", "09:5", "09:05:00", "-9:05", "+9:05", " 9:05",
            "09;05", "０９:05", "09:05Z",
        ])
    func refused(text: String) {
        #expect(TimeOfDay(text) == nil)
    }

    @Test(
        "was last today, or yesterday",
        arguments: [
            ("23:30", "2026-11-22T23:30:00.000Z", "2026-11-22T23:30:00.000Z"),
            ("23:30", "2026-11-22T23:29:59.999Z", "2026-11-21T23:30:00.000Z"),
            ("23:30", "2026-11-23T00:00:00.000Z", "2026-11-22T23:30:00.000Z"),
            ("00:00", "2026-11-22T00:00:00.000Z", "2026-11-22T00:00:00.000Z"),
            ("00:00", "2026-11-22T23:59:59.999Z", "2026-11-22T00:00:00.000Z"),
            ("12:01", "2024-03-01T12:00:59.000Z", "2024-02-29T12:01:00.000Z"),
            ("06:00", "1970-01-01T01:00:00.000Z", "1969-12-31T06:00:00.000Z"),
        ])
    func last(time: String, now: String, last: String) throws {
        let moment = try #require(TimeOfDay(time))
        let now = try #require(Timestamp(iso8601: now))
        #expect(moment.last(before: now) == Timestamp(iso8601: last))
    }
}
