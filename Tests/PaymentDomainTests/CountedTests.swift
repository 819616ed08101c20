import PaymentDomain
import Testing

@Suite("A number with what it counts", .timeLimit(.minutes(5)))
struct CountedTests {
    @Test(
        "has the singular for 1 alone",
        arguments: [
            (0, "0 entries"), (1, "1 entry"), (2, "2 entries"), (-1, "-1 entries"),
            (101, "101 entries"),
        ])
    func counted(number: Int, text: String) {
        #expect(number.counted("entry", "entries") == text)
    }

    @Test("has a plural with an s by itself")
    func regular() {
        #expect(UInt8(1).counted("refund") == "1 refund")
        #expect(UInt8(2).counted("refund") == "2 refunds")
    }
}
