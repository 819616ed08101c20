import StrictCoding
import PaymentDomain
import Testing

@testable import StrictXML

@Suite("A value", .timeLimit(.minutes(5)))
struct XMLValueTests {
    private func cursor(_ element: String) throws -> XMLCursor {
        try XMLCursor(try XMLDocument.root(of: Array("<r>\(element)</r>".utf8)), named: "r")
    }

    private func money(_ text: String, _ currency: String = "USD") throws -> Money {
        var cursor = try cursor("<a currencyCode='\(currency)'>\(text)</a>")
        return try cursor.requiredMoney("a")
    }

    static let amounts: [(String, String, Int64)] = [
        ("14.99", "USD", 1499), ("15", "USD", 1500), ("0", "USD", 0), ("0.5", "USD", 50),
        (" 14.99\n", "USD", 1499), ("14.9900", "USD", 1499), ("1500", "JPY", 1500),
        ("1500.00", "JPY", 1500), ("1500.0", "JPY", 1500), ("1.234", "KWD", 1234),
        ("9999999999.99", "USD", 999_999_999_999), ("007.10", "EUR", 710),
    ]

    @Test("of money is exact, with zeros past the currency's decimals ignored", arguments: amounts)
    func amount(_ text: String, _ currency: String, _ minorUnits: Int64) throws {
        let amount = try money(text, currency)
        #expect(amount.minorUnits == minorUnits)
        #expect(amount.currency.code == currency)
    }

    static let badAmounts: [(String, String, XMLReadError.Rule)] = [
        ("14.999", "USD", .tooManyDecimals), ("1500.50", "JPY", .tooManyDecimals),
        ("-1", "USD", .negativeAmount), ("-0.00", "USD", .negativeAmount),
        ("+1", "USD", .malformedAmount), ("1e3", "USD", .malformedAmount),
        ("1,000.00", "USD", .malformedAmount), ("1.2.3", "USD", .malformedAmount),
        (".50", "USD", .malformedAmount), ("1.", "USD", .malformedAmount),
        (".", "USD", .malformedAmount), ("NaN", "USD", .malformedAmount),
        ("١٢", "USD", .malformedAmount), ("1 2", "USD", .malformedAmount),
        ("", "USD", .tooShort), ("10000000000.00", "USD", .amountTooLarge),
        ("99999999999999999999999999", "USD", .amountTooLarge), ("1", "usd", .unknownCurrency),
        ("1", "XXX", .unknownCurrency), ("1", "US", .unknownCurrency),
        (String(repeating: "0", count: 41), "USD", .tooLong),
    ]

    @Test("of money is refused with the rule that it breaks", arguments: badAmounts)
    func badAmount(_ text: String, _ currency: String, _ rule: XMLReadError.Rule) {
        #expect(throws: XMLReadError(rule, "a")) { try money(text, currency) }
    }

    @Test("of money needs its currency and takes no other attribute")
    func currencyAttribute() throws {
        var none = try cursor("<a>1</a>")
        #expect(throws: XMLReadError(.missingAttribute, "currencyCode")) {
            try none.requiredMoney("a")
        }
        var more = try cursor("<a currencyCode='USD' unit='cent'>1</a>")
        #expect(throws: XMLReadError(.unexpectedAttribute, "a")) { try more.requiredMoney("a") }
    }

    static let booleans: [(String, Bool?)] = [
        ("true", true), ("1", true), ("false", false), ("0", false), (" true ", true),
        ("TRUE", nil), ("yes", nil), ("01", nil), ("", nil),
    ]

    @Test("of boolean is true, false, 1 or 0", arguments: booleans)
    func boolean(_ text: String, _ expected: Bool?) throws {
        var cursor = try cursor("<a>\(text)</a>")
        #expect((try? cursor.requiredBoolean("a")) == expected)
    }

    static let months: [(String, String?)] = [
        ("2031-07", "2031-07"), ("2031-12Z", "2031-12"), ("2031-07-05:00", "2031-07"),
        (" 2031-07 ", "2031-07"), ("2031-7", nil), ("2031-13", nil), ("2031-00", nil),
        ("31-07", nil), ("2031/07", nil), ("203107", nil), ("2031-07-01", nil), ("1999-07", nil),
        ("2031-07+15:00", nil), ("²031-07", nil),
    ]

    @Test("of month is an expiry", arguments: months)
    func month(_ text: String, _ expected: String?) throws {
        var cursor = try cursor("<a>\(text)</a>")
        #expect((try? cursor.requiredMonth("a"))?.yearAndMonth == expected)
    }

    static let addresses: [(String, Bool)] = [
        ("208.247.73.130", true), ("0.0.0.0", true), ("255.255.255.255", true),
        ("256.1.1.1", false), ("1.1.1", false), ("1.1.1.1.1", false), ("01.1.1.1", false),
        ("1.1.1.", false), ("::1", false), ("1.1.1.x", false), ("1. 1.1.1", false),
    ]

    @Test("of address is a dotted quad", arguments: addresses)
    func address(_ text: String, _ isGood: Bool) throws {
        var cursor = try cursor("<a>\(text)</a>")
        #expect(((try? cursor.requiredAddress("a")) != nil) == isGood)
    }

    @Test(
        "in base64 is read with or without padding and nothing else",
        arguments: [
            ("", [UInt8]()), ("AQ==", [1]), ("AQ", [1]), ("AQI=", [1, 2]), ("AQI", [1, 2]),
            ("AQID", [1, 2, 3]), ("+/8=", [0xFB, 0xFF]),
        ])
    func base64(_ text: String, _ bytes: [UInt8]) {
        #expect(Base64.decode(text) == bytes)
        let padded = text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        #expect(Base64.encode(bytes) == padded)
    }

    @Test(
        "in base64 may have bits at its end that belong to no byte",
        arguments: [("AR==", [1]), ("AR", [1]), ("AQJ=", [1, 2])] as [(String, [UInt8])])
    func idleBits(_ text: String, _ bytes: [UInt8]) {
        #expect(Base64.decode(text) == bytes)
    }

    @Test(
        "in base64 is refused with strange characters or stray padding",
        arguments: ["A", "AQ=", "AQ===", "====", "A Q=", "AQ-_", "=AQ="])
    func badBase64(_ text: String) {
        #expect(Base64.decode(text) == nil)
    }
}
