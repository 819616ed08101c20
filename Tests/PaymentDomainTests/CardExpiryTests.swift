import PaymentDomain
import StrictCoding
import Testing

@Suite("A card is good through the last day of its month", .timeLimit(.minutes(5)))
struct CardExpiryTests {
    @Test(
        "YYMMDD names a month, whether or not the month has the day",
        arguments: [
            ("310731", 2031, 7), ("491231", 2049, 12), ("240229", 2024, 2), ("000101", 2000, 1),
            ("991231", 2099, 12), ("310701", 2031, 7), ("310700", 2031, 7), ("230229", 2023, 2),
            ("310431", 2031, 4),
        ])
    func readsYYMMDD(text: String, year: Int, month: Int) {
        #expect(CardExpiry(yymmdd: text) == CardExpiry(year: year, month: month))
    }

    @Test(
        "YYMMDD that is not six digits, or whose month or day no calendar has, is refused",
        arguments: [
            "", "3107", "31070", "3107311", "310732", "310799", "310031", "311331", "31 731",
            "31-731", "３１0731", "+10731", "31073١",
        ])
    func refusesOthers(text: String) {
        #expect(CardExpiry(yymmdd: text) == nil)
    }

    @Test(
        "months are 1 to 12 and years 2000 to 2099",
        arguments: [(1999, 12), (2100, 1), (2031, 0), (2031, 13), (Int.max, 1), (2031, Int.min)])
    func refusesOutOfRange(year: Int, month: Int) {
        #expect(CardExpiry(year: year, month: month) == nil)
    }

    @Test(
        "it has passed when its month is over everywhere on earth",
        arguments: [
            ("2031-07-01T00:00:00Z", false), ("2031-07-31T23:59:59Z", false),
            ("2031-08-01T00:00:00Z", false), ("2031-08-01T11:59:59.999Z", false),
            ("2031-08-01T12:00:00Z", true), ("2031-12-31T00:00:00Z", true),
            ("2032-01-01T00:00:00Z", true), ("2030-12-31T23:59:59Z", false),
        ])
    func hasPassed(moment: String, isOver: Bool) throws {
        let expiry = try #require(CardExpiry(year: 2031, month: 7))
        let now = try #require(Timestamp(iso8601: moment))
        #expect(expiry.hasPassed(at: now) == isOver)
    }

    @Test("December ends with the year")
    func decemberEndsWithTheYear() throws {
        let expiry = try #require(CardExpiry(year: 2031, month: 12))
        let noon = try #require(Timestamp(year: 2032, month: 1, day: 1, hour: 12))
        #expect(expiry.hasPassed(at: noon))
        #expect(!expiry.hasPassed(at: noon.adding(seconds: -1)))
    }

    @Test("ends are compared by year, then by month, and written with two digits")
    func comparesAndPrints() throws {
        let july = try #require(CardExpiry(year: 2031, month: 7))
        let december = try #require(CardExpiry(year: 2030, month: 12))
        #expect(december < july)
        #expect(july.yearAndMonth == "2031-07")
        #expect(december.yearAndMonth == "2030-12")
    }
}
