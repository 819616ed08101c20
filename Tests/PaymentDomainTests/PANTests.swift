@_spi(CardData) import PaymentDomain
import Testing

/// Digits that pass the Luhn check: a prefix, zeros, and the check digit.
func luhnDigits(_ prefix: String, length: Int = 16) -> String {
    let body = prefix + String(repeating: "0", count: length - 1 - prefix.utf8.count)
    return (0...9).map { body + String($0) }.first { (try? PAN(digits: $0)) != nil } ?? body
}

@Suite("A card number passes the Luhn check", .timeLimit(.minutes(5)))
struct PANTests {
    @Test(
        "published test numbers are taken",
        arguments: [
            "4111111111111111", "5555555555554444", "378282246310005", "6011111111111117",
            "30569309025904", "3530111333300000", "6200000000000005", "4222222222222",
            luhnDigits("5000", length: 12), luhnDigits("6304", length: 19),
        ])
    func takesTestNumbers(digits: String) throws {
        let pan = try PAN(digits: digits)
        #expect(pan.count == digits.count)
        #expect(pan.lastFour == String(digits.suffix(4)))
        #expect(pan.issuerPrefix == String(digits.prefix(6)))
        #expect(pan.withDigits { $0 } == digits)
    }

    @Test("one wrong digit fails", arguments: 0..<16)
    func oneWrongDigitFails(position: Int) {
        var digits = Array("4895370012003478".utf8)
        digits[position] = digits[position] == 0x39 ? 0x30 : digits[position] + 1
        #expect(throws: PANError.failsLuhn) {
            try PAN(digits: String(decoding: digits, as: UTF8.self))
        }
    }

    @Test(
        "an invalid card number is refused, with the reason",
        arguments: [
            ("", .wrongLength), ("41111111111", .wrongLength),
            ("41111111111111111111", .wrongLength), ("4111 1111 1111 111", .notDigits),
            ("411111111111111a", .notDigits), ("-411111111111111", .notDigits),
            ("4111111111111112", .failsLuhn), ("٤١١١١١١١", .notDigits),
            ("4111-1111-1111-1111", .notDigits),
        ] as [(String, PANError)])
    func refusesOthers(digits: String, error: PANError) {
        #expect(throws: error) { try PAN(digits: digits) }
    }

    @Test(
        "the first digits give the network",
        arguments: [
            ("4", .visa), ("51", .mastercard), ("55", .mastercard), ("222100", .mastercard),
            ("272099", .mastercard), ("222099", nil), ("272100", nil), ("50", nil), ("56", nil),
            ("34", .amex), ("37", .amex), ("35", nil), ("3528", .jcb), ("3589", .jcb),
            ("3527", nil), ("3590", nil), ("6011", .discover), ("644", .discover),
            ("649", .discover), ("65", .discover), ("6010", nil), ("643", nil), ("66", nil),
            ("300", .diners), ("305", .diners), ("36", .diners), ("38", .diners),
            ("39", .diners), ("306", nil), ("62", .unionPay), ("81", .unionPay), ("9", nil),
            ("0", nil), ("1", nil),
        ] as [(String, CardNetwork?)])
    func tellsNetwork(prefix: String, network: CardNetwork?) throws {
        #expect(try PAN(digits: luhnDigits(prefix)).network == network)
    }
}
