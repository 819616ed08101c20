import CosterKit
import Foundation
import Testing

@Suite("Checkouts", .timeLimit(.minutes(5)))
struct CheckoutTests {
    @Test(
        "an amount is a decimal of its currency",
        arguments: [
            ("14.99", "USD", 1499), ("0", "USD", 0), ("14.9", "USD", 1490), ("-5", "USD", -500),
            ("120.00", "USD", 12000), ("1499", "JPY", 1499), ("1.234", "KWD", 1234),
        ] as [(String, String, Int64)])
    func amounts(decimal: String, currency: String, minorUnits: Int64) throws {
        #expect(try Amount(decimal, CurrencyCode(currency)).minorUnits == minorUnits)
    }

    @Test(
        "anything else is refused",
        arguments: [
            ("14.999", "USD"), ("NaN", "USD"), ("1e3", "USD"), ("14,99", "USD"), ("", "USD"),
            ("-", "USD"), (".5", "USD"), ("5.", "USD"), ("1.2.3", "USD"), ("+1", "USD"),
            ("1.5", "JPY"), ("99999999999.99", "USD"), ("١٤", "USD"),
            ("99999999999999999999", "USD"),
        ])
    func badAmounts(decimal: String, currency: String) {
        #expect(throws: CheckoutError.invalidAmount) {
            try Amount(decimal, CurrencyCode(currency))
        }
    }

    @Test(
        "an amount is written as it was read",
        arguments: ["14.99", "0.05", "0.00", "-5.00", "-0.05", "1200.10"])
    func decimals(decimal: String) throws {
        #expect(try Amount(decimal, .usd).decimal == decimal)
    }

    @Test("a checkout has a payee, a total of at least zero, and one currency")
    func rules() throws {
        let merchant = try Merchant("merchant.com.example")
        let yen = LineItem("Yen", try Amount("5", CurrencyCode("JPY")))
        #expect(throws: CheckoutError.missingPayee) {
            try Checkout(merchant, total: LineItem(" ", Amount("1", .usd)))
        }
        #expect(throws: CheckoutError.negativeTotal) {
            try Checkout(merchant, total: LineItem("Shop", Amount("-1", .usd)))
        }
        #expect(throws: CheckoutError.mixedCurrencies) { try Checkout(merchant, total: yen) }
        #expect(throws: CheckoutError.mixedCurrencies) {
            try Checkout(merchant, items: [yen], total: LineItem("Shop", Amount("1", .usd)))
        }
        #expect(try Samples.checkout(total: "0").total.amount.minorUnits == 0)
    }

    @Test("a merchant has an identifier, a country, networks and 3-D Secure or EMV")
    func merchants() {
        #expect(throws: CheckoutError.missingMerchantIdentifier) { try Merchant("") }
        #expect(throws: CheckoutError.invalidCountry) { try Merchant("m", countryCode: "usa") }
        #expect(throws: CheckoutError.noNetworks) { try Merchant("m", networks: []) }
        #expect(throws: CheckoutError.noCryptography) { try Merchant("m", capabilities: .credit) }
        #expect(throws: CheckoutError.invalidCurrency) { try CurrencyCode("usd") }
    }

    @Test(
        "stripe-react-native 1659, capacitor-stripe 451: one agreement at most, its amounts checked"
    )
    func agreements() throws {
        let context = TokenContext(
            merchantIdentifier: "merchant.a", externalIdentifier: "a", merchantName: "A",
            amount: try Amount("8", .usd))
        var options = Checkout.Options()
        options.agreement = .multipleMerchants([context, context])
        #expect(throws: CheckoutError.contextsExceedTotal) { try Samples.checkout(options) }
        options.agreement = .multipleMerchants([context])
        #expect(try Samples.checkout(options).options.agreement != nil)
        let terms = AgreementTerms(
            purpose: "Pro", managementURL: try Samples.url("https://shop.example/pro"))
        options.agreement = .recurring(
            RecurringPayment(
                terms, billing: LineItem("Pro", try Amount("5", CurrencyCode("EUR"))),
                schedule: RecurringPayment.Schedule(every: 1, .month)))
        #expect(throws: CheckoutError.mixedCurrencies) { try Samples.checkout(options) }
    }

    @Test("an address has no blank lines and an upper-case country")
    func addresses() {
        let address = Contact.Address(
            street: " 1 Main St \n\n\nApt 2", city: "Austin", state: "TX", postalCode: "73301",
            isoCountryCode: "us")
        #expect(address.lines == ["1 Main St", "Apt 2"])
        #expect(address.countryCode == "US")
    }

    @Test("a card is digits of the right lengths")
    func cards() {
        #expect(CardDetails(number: "4111-1111 1111 1111")?.number.secret == "4111111111111111")
        #expect(CardDetails(number: "411111111111111x") == nil)
        #expect(CardDetails(number: "41111111111") == nil)
        #expect(CardDetails(number: "4111111111111111", expiry: "1331") == nil)
        #expect(CardDetails(number: "4111111111111111", securityCode: "12") == nil)
    }

    @Test(
        "payment data that isn't a token has its reason",
        arguments: [
            ("", .simulatorToken), ("{\"version\":1}", .malformed), ("[]", .malformed),
            (Samples.json(version: "EC_v2"), .unsupportedVersion),
            (Samples.json(key: nil), .malformed),
        ] as [(String, TokenError)])
    func tokens(json: String, error: TokenError) {
        #expect(throws: error) { try ApplePayToken(json: json) }
    }

    @Test("payment data above 32,768 bytes is refused unread")
    func tooLarge() {
        let spaces = String(repeating: " ", count: Limits.paymentData + 1)
        #expect(throws: TokenError.tooLarge) { try ApplePayToken(json: spaces) }
    }
}
