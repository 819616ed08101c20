import Testing

@testable import ApplePayToken

@Suite("Exact numbers", .timeLimit(.minutes(5)))
struct MinorUnitsTests {
    @Test(
        "a number is read as whole minor units, exactly or not at all",
        arguments: [
            ("0", 0), ("100", 100), ("100.0", 100), ("100.000", 100), ("1e2", 100), ("1E+2", 100),
            ("1.5e1", 15), ("1000e-1", 100), ("0.0e5", 0), ("0e999", 0),
            ("9223372036854775807", Int64.max),
            ("100.5", nil), ("-1", nil), ("-0", nil), ("1e-1", nil), ("1e19", nil),
            ("9223372036854775808", nil), ("1e1000", nil), ("", nil), (".5", nil), ("1e", nil),
            ("1.2.3", nil), ("1e999", nil), ("12345678901234567890123456789012345", nil),
        ] as [(String, Int64?)])
    func minorUnits(_ text: String, _ expected: Int64?) {
        #expect(MinorUnits.exactly(text) == expected)
    }
}
