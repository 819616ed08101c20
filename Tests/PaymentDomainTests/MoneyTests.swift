import Foundation
@testable import PaymentDomain
import Testing

@Suite("Money is whole minor units of one currency", .timeLimit(.minutes(5)))
struct MoneyTests {
    static let largest = Limits.maximumMinorUnits

    @Test(
        "a decimal is read exactly",
        arguments: [
            ("14.99", "USD", 1499), ("15", "USD", 1500), ("15.0", "USD", 1500),
            ("0", "USD", 0), ("0.01", "USD", 1), ("007.50", "USD", 750),
            ("1500", "JPY", 1500), ("0", "JPY", 0), ("1.234", "KWD", 1234),
            ("1.2", "KWD", 1200), ("1", "KWD", 1000), ("9999999999.99", "USD", largest),
            ("999999999999", "JPY", largest), ("999999999.999", "KWD", largest),
            ("0000000000000000000000001", "USD", 100),
        ] as [(String, String, Int64)])
    func readsDecimal(text: String, code: String, minorUnits: Int64) throws {
        let currency = try #require(Currency(code: code))
        let money = try Money(decimal: text, currency: currency)
        #expect(money.minorUnits == minorUnits)
        #expect(try Money(decimal: money.decimal, currency: currency) == money)
    }

    @Test(
        "a text that is not a decimal of the currency is refused",
        arguments: [
            ("", "USD", .malformed), (".", "USD", .malformed), ("1.", "USD", .malformed),
            (".5", "USD", .malformed), ("1.2.3", "USD", .malformed), ("-1", "USD", .malformed),
            ("+1", "USD", .malformed), (" 1", "USD", .malformed), ("1 ", "USD", .malformed),
            ("1,50", "USD", .malformed), ("1e2", "USD", .malformed), ("0x10", "USD", .malformed),
            ("١٢", "USD", .malformed), ("１", "USD", .malformed), ("nan", "USD", .malformed),
            ("1\n", "USD", .malformed), ("1\0", "USD", .malformed),
            ("1.234", "USD", .tooManyDecimals), ("1.000", "USD", .tooManyDecimals),
            ("1.0", "JPY", .tooManyDecimals), ("1.2345", "KWD", .tooManyDecimals),
            ("10000000000.00", "USD", .tooLarge), ("10000000000", "USD", .tooLarge),
            ("1000000000000", "JPY", .tooLarge), ("1000000000", "KWD", .tooLarge),
            ("99999999999999999999999999999999", "USD", .tooLarge),
            ("9223372036854775808", "JPY", .tooLarge),
        ] as [(String, String, MoneyError)])
    func refusesDecimal(text: String, code: String, error: MoneyError) throws {
        let currency = try #require(Currency(code: code))
        #expect(throws: error) { try Money(decimal: text, currency: currency) }
    }

    @Test(
        "it is written with all the decimals of its currency",
        arguments: [
            (1499, "USD", "14.99"), (5, "USD", "0.05"), (0, "USD", "0.00"), (100, "USD", "1.00"),
            (1500, "JPY", "1500"), (0, "JPY", "0"), (1234, "KWD", "1.234"), (7, "KWD", "0.007"),
            (largest, "USD", "9999999999.99"),
        ] as [(Int64, String, String)])
    func writesDecimal(minorUnits: Int64, code: String, text: String) throws {
        let currency = try #require(Currency(code: code))
        let money = try Money(minorUnits: minorUnits, currency: currency)
        #expect(money.decimal == text)
        #expect("\(money)" == "\(text) \(code)")
    }

    @Test(
        "a sum that is more than an amount can be is written like one",
        arguments: [
            (1_000_000_260_950, "USD", "10000002609.50"),
            (1_000_000_000_000, "KWD", "1000000000.000"),
            (1_000_000_000_000, "JPY", "1000000000000"), (7, "USD", "0.07"),
            (Int64.min.magnitude, "USD", "92233720368547758.08"),
            (.max, "USD", "184467440737095516.15"),
        ] as [(UInt64, String, String)])
    func writesSum(minorUnits: UInt64, code: String, text: String) throws {
        #expect(try #require(Currency(code: code)).decimal(minorUnits) == text)
    }

    @Test(
        "an amount is neither negative nor over twelve digits",
        arguments: [
            (-1, .negative), (.min, .negative), (largest + 1, .tooLarge), (.max, .tooLarge),
        ] as [(Int64, MoneyError)])
    func isBounded(minorUnits: Int64, error: MoneyError) throws {
        #expect(throws: error) { try Money(minorUnits: minorUnits, currency: .usd) }
        let json = Data("{\"minorUnits\":\(minorUnits),\"currency\":\"USD\"}".utf8)
        #expect(throws: (any Error).self) { try JSONDecoder().decode(Money.self, from: json) }
    }

    @Test("sums and differences are checked")
    func arithmeticIsChecked() throws {
        let one = try Money(minorUnits: 1, currency: .usd)
        let most = try Money(minorUnits: Self.largest, currency: .usd)
        let two = try one.adding(one)
        #expect(two.minorUnits == 2)
        #expect(try two.subtracting(two).isZero)
        #expect(throws: MoneyError.tooLarge) { try most.adding(one) }
        #expect(throws: MoneyError.tooLarge) { try most.adding(most) }
        #expect(throws: MoneyError.negative) { try one.subtracting(two) }
    }

    @Test("currencies do not mix")
    func currenciesDoNotMix() throws {
        let dollar = try Money(minorUnits: 1, currency: .usd)
        let yen = Money.zero(try #require(Currency(code: "JPY")))
        #expect(throws: MoneyError.currencyMismatch) { try dollar.adding(yen) }
        #expect(throws: MoneyError.currencyMismatch) { try dollar.subtracting(yen) }
        #expect(Money.zero(.usd) != yen)
    }

    @Test("it survives JSON")
    func survivesJSON() throws {
        let money = try Money(minorUnits: 1499, currency: .usd)
        let json = try JSONEncoder().encode(money)
        #expect(try JSONDecoder().decode(Money.self, from: json) == money)
    }
}

@Suite("The table of currencies", .timeLimit(.minutes(5)))
struct CurrencyTests {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")

    private static let all: [Currency] = letters.flatMap { first in
        letters.flatMap { second in
            letters.compactMap { Currency(code: String([first, second, $0])) }
        }
    }

    @Test("has each currency once, by its letters and by its number")
    func hasNoDuplicates() {
        #expect(Self.all.count > 140)
        #expect(Set(Self.all.map(\.numeric)).count == Self.all.count)
        for currency in Self.all {
            #expect(Currency(numeric: currency.numeric) == currency)
            #expect(currency.numeric.utf8.count == 3)
            #expect((0...4).contains(currency.exponent))
        }
    }

    @Test("holds no number whose currency has other letters")
    func numbersLeadBack() {
        let numbers = (0...999).map { number in
            String(repeating: "0", count: 3 - String(number).count) + String(number)
        }
        let byNumber = numbers.compactMap { Currency(numeric: $0) }
        #expect(Set(byNumber) == Set(Self.all))
    }

    @Test(
        "knows the decimals of each currency",
        arguments: [
            ("USD", "840", 2), ("EUR", "978", 2), ("GBP", "826", 2), ("CAD", "124", 2),
            ("JPY", "392", 0), ("KRW", "410", 0), ("CLP", "152", 0), ("ISK", "352", 0),
            ("VND", "704", 0), ("XOF", "952", 0), ("BHD", "048", 3), ("KWD", "414", 3),
            ("TND", "788", 3), ("OMR", "512", 3), ("HUF", "348", 2), ("TWD", "901", 2),
            ("XCG", "532", 2), ("ZWG", "924", 2), ("XAD", "396", 2), ("SVC", "222", 2),
            ("UYI", "940", 0), ("UYW", "927", 4), ("CLF", "990", 4), ("BGN", "975", 2),
        ])
    func knowsDecimals(code: String, numeric: String, exponent: Int) throws {
        let currency = try #require(Currency(code: code))
        #expect(currency.numeric == numeric)
        #expect(currency.exponent == exponent)
    }

    /// Source: ISO 4217, list one.
    @Test(
        "has two decimals, but for the listed currencies",
        arguments: [
            (
                0,
                "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
            ),
            (3, "BHD IQD JOD KWD LYD OMR TND"), (4, "CLF UYW"),
        ])
    func otherDecimals(exponent: Int, codes: String) {
        let found = currencyTable.filter { $0.exponent == exponent }.map(\.code)
        #expect(found.joined(separator: " ") == codes)
        #expect(currencyTable.allSatisfy { [0, 2, 3, 4].contains($0.exponent) })
    }

    @Test("takes letters of any case")
    func takesAnyCase() {
        #expect(Currency(code: "usd") == .usd)
        #expect(Currency(code: "Usd") == .usd)
    }

    @Test(
        "refuses what ISO 4217 does not list",
        arguments: [
            "", "US", "USDX", "XXX", "XTS", "XAU", "ANG", "ZZZ", "840", " USD", "ıdr", "ßP",
            "\u{212A}RW",
        ])
    func refusesOthers(code: String) {
        #expect(Currency(code: code) == nil)
    }

    @Test("refuses numbers that are not three digits", arguments: ["", "84", "0840", "84O", "999"])
    func refusesNumbers(numeric: String) {
        #expect(Currency(numeric: numeric) == nil)
    }
}
