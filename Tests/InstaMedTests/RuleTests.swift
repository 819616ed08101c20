import DialectKit
import PaymentDomain
import Testing

@testable import InstaMed

/// A request that breaks one rule, and the code of its error.
struct BrokenRequest: Sendable, CustomTestStringConvertible {
    let form: String
    let code: String

    init(_ form: String, _ code: String) {
        self.form = form
        self.code = code
    }

    /// A good request with one field changed, added, or left out.
    init(_ form: String, _ name: String, _ value: String?, _ code: String) {
        self.init(Samples.changing(form, name, value), code)
    }

    var testDescription: String { "\(code): \(form.prefix(100))" }
}

@Suite("A request that breaks a rule", .timeLimit(.minutes(5)))
struct RuleTests {
    private static let save = Samples.good(.saveApplePayToken)
    private static let sale = Samples.good(.authorizeAndCapture)
    private static let keyed = Samples.keyed
    private static let stored =
        "transactionAction=AuthCapt&\(Samples.outletFields)&amount=5&paymentMethodID=abc1"

    static let ofTheForm: [BrokenRequest] = [
        BrokenRequest("", "action-missing"),
        BrokenRequest(sale + "&amount=1.00", "form-repeated-name"),
        BrokenRequest(sale + "&AMOUNT=100.00", "form-repeated-name"),
        BrokenRequest(sale + "&%61mount=100.00", "form-repeated-name"),
        BrokenRequest(sale + "&city=%", "form-malformed-escape"),
        BrokenRequest(sale + "&city=%2", "form-malformed-escape"),
        BrokenRequest(sale + "&city=%zz", "form-malformed-escape"),
        BrokenRequest(sale + "&city=%FF", "form-not-utf8"),
        BrokenRequest(sale + "&city=%C0%80", "form-not-utf8"),
        BrokenRequest(sale + "&=x", "form-empty-name"),
        BrokenRequest(
            sale + "&city=" + String(repeating: "x", count: 40_000), "form-value-too-long"),
        BrokenRequest(sale + "&" + String(repeating: "x", count: 200) + "=", "form-name-too-long"),
        BrokenRequest(sale + "&note=%00", "nul-character"),
        BrokenRequest(sale + "&a%00=x", "nul-character"),
        BrokenRequest(sale, "merchantID", "SANDBOX%00", "nul-character"),
        BrokenRequest(sale, "merchantID", "SANDBOX%0A", "control-character"),
        BrokenRequest(sale, "merchantID", "SANDBOX%C2%85", "control-character"),
        BrokenRequest(sale, "merchantID", String(repeating: "A", count: 51), "text-too-long"),
        BrokenRequest(keyed + "&state=PENN", "text-too-long"),
        BrokenRequest(keyed + "&zip=1234567890123456", "text-too-long"),
        BrokenRequest(sale + "&allowPartialPayment=maybe", "boolean-malformed"),
    ]

    static let ofTheOutlet: [BrokenRequest] = [
        BrokenRequest(sale, "transactionAction", nil, "action-missing"),
        BrokenRequest(sale, "transactionAction", "Credit", "action-unknown"),
        BrokenRequest(sale, "transactionAction", "AuthCapt+", "action-unknown"),
        // The Kelvin sign is no K, and the long s is no s.
        BrokenRequest(sale, "transactionAction", "%C5%BFaveOnFile", "action-unknown"),
        BrokenRequest(sale, "transactionType", "eCheck", "transaction-type-unsupported"),
        BrokenRequest(sale, "merchantID", nil, "outlet-incomplete"),
        BrokenRequest(sale, "merchantID", "", "outlet-incomplete"),
        BrokenRequest(sale, "terminalID", nil, "outlet-incomplete"),
        BrokenRequest(sale, "terminalID", "9", "outlet-unknown"),
        BrokenRequest(sale, "storeID", "2", "outlet-unknown"),
        // Another merchant's outlet, with this one's password.
        BrokenRequest(sale, "merchantID", "NOVA E4 2", "outlet-unknown"),
    ]

    static let ofApplePay: [BrokenRequest] = [
        BrokenRequest(save, "applePayMerchantID", nil, "apple-pay-merchant-missing"),
        BrokenRequest(save, "applePayMerchantID", "merchant.other", "apple-pay-merchant-wrong"),
        BrokenRequest(
            save, "applePayMerchantID", "MERCHANT.coster.sandbox", "apple-pay-merchant-wrong"),
        BrokenRequest(sale, "applePayMerchantID", nil, "apple-pay-merchant-missing"),
        BrokenRequest(sale, "applePayMerchantID", "merchant.other", "apple-pay-merchant-wrong"),
        BrokenRequest(save, "applePayTokenData", nil, "token-data-missing"),
        BrokenRequest(save, "applePayTokenData", "", "token-data-missing"),
        BrokenRequest(
            save, "applePayTokenData", String(repeating: "x", count: 16_385), "token-data-too-long"),
        BrokenRequest(save, "applePayTokenData", "{\"data\":\"a+b\"}", "plus-arrived-as-space"),
        BrokenRequest(
            save, "applePayTokenData", "{\"a\":\"\\\"\",\"data\":\" \"}", "plus-arrived-as-space"),
        BrokenRequest(sale, "applePayTokenID", nil, "token-id-missing"),
        BrokenRequest(sale, "applePayTokenID", "", "token-id-missing"),
        BrokenRequest(sale, "applePayTokenID", "abc", "token-id-malformed"),
        BrokenRequest(
            sale, "applePayTokenID", Samples.tokenID.lowercased(), "token-id-malformed"),
        BrokenRequest(
            sale, "cardPresentStatus", "PresentManualKey",
            "card-present-status-does-not-fit"),
        BrokenRequest(sale + "&cardNumber=4111111111111111", "two-sources"),
        BrokenRequest(sale + "&paymentMethodID=abc", "two-sources"),
        // One card, and not the one that cardPresentStatus says.
        BrokenRequest(
            keyed, "cardPresentStatus", "InAppApplePay", "card-present-status-does-not-fit"),
        BrokenRequest(
            keyed + "&applePayTokenID=", "cardPresentStatus", "InAppApplePay",
            "card-present-status-does-not-fit"),
        BrokenRequest(
            stored + "&cardPresentStatus=InAppApplePay", "card-present-status-does-not-fit"),
        BrokenRequest(
            keyed + "&paymentMethodID=abc", "cardPresentStatus", "InAppApplePay", "two-sources"),
        BrokenRequest(
            Samples.good(.saveOnFile) + "&applePayTokenID=\(Samples.tokenID)",
            "card-present-status-does-not-fit"),
    ]

    static let ofAmounts: [BrokenRequest] =
        [
            ("", "amount-missing"), ("0", "amount-zero"), ("0.00", "amount-zero"),
            ("-1", "amount-negative"), ("-0.01", "amount-negative"),
            ("1.001", "amount-too-many-decimals"), ("1.000", "amount-too-many-decimals"),
            ("1.", "amount-malformed"), (".50", "amount-malformed"), ("1.5.0", "amount-malformed"),
            ("$5.00", "amount-malformed"), ("%2B5.00", "amount-malformed"),
            ("1e2", "amount-malformed"), ("%D9%A1", "amount-malformed"),
            ("1,234", "amount-malformed"), ("1,50", "amount-malformed"),
            ("1,23,456.00", "amount-malformed"), (",234.00", "amount-malformed"),
            ("1234,567.00", "amount-malformed"), ("1,234.5", "amount-malformed"),
            ("9999999999999.99", "amount-too-large"), ("99999999999.99", "amount-too-large"),
        ].flatMap { value, code in
            [sale, keyed, Samples.good(.simpleRefund)].map {
                BrokenRequest($0, "amount", value, code)
            }
        }

    static let ofCards: [BrokenRequest] = [
        BrokenRequest(keyed, "cardNumber", nil, "source-missing"),
        BrokenRequest(keyed, "cardNumber", "", "source-missing"),
        BrokenRequest(keyed, "cardNumber", "4111 1111 1111 1111", "card-number-malformed"),
        BrokenRequest(keyed, "cardNumber", "411111111116", "card-number-malformed"),
        BrokenRequest(keyed, "cardNumber", "41111111111111111111", "card-number-malformed"),
        BrokenRequest(keyed, "cardNumber", "4111111111111112", "card-number-fails-luhn"),
        BrokenRequest(keyed, "cardExpDate", nil, "card-exp-date-missing"),
        BrokenRequest(keyed, "cardExpDate", "13-31", "card-exp-date-malformed"),
        BrokenRequest(keyed, "cardExpDate", "00-31", "card-exp-date-malformed"),
        BrokenRequest(keyed, "cardExpDate", "12--1", "card-exp-date-malformed"),
        BrokenRequest(keyed, "cardExpDate", "2031-12", "card-exp-date-malformed"),
        BrokenRequest(keyed, "cardExpDate", "12-31-1", "card-exp-date-malformed"),
        BrokenRequest(keyed, "cardExpDate", "123", "card-exp-date-malformed"),
        BrokenRequest(keyed, "cardExpDate", "1", "card-exp-date-malformed"),
        BrokenRequest(keyed, "cardExpDate", "-", "card-exp-date-malformed"),
        BrokenRequest(keyed + "&cardVerificationNumber=12", "card-verification-number-malformed"),
        BrokenRequest(keyed + "&cardVerificationNumber=12a", "card-verification-number-malformed"),
        BrokenRequest(keyed + "&track2Data=x", "track-data-unsupported"),
        BrokenRequest(keyed + "&paymentMethodID=abc", "two-sources"),
        BrokenRequest(stored, "paymentMethodID", "a-b", "stored-card-malformed"),
        BrokenRequest(stored + "&saveOnFileTransactionID=abc", "two-sources"),
        BrokenRequest(Samples.good(.saveOnFile), "cardNumber", nil, "source-missing"),
    ]

    static let ofEarlier: [BrokenRequest] = [
        BrokenRequest(
            Samples.good(.void), "primaryTransactionID", nil,
            "primary-transaction-missing"),
        BrokenRequest(
            Samples.good(.simpleRefund), "primaryTransactionID", "1",
            "primary-transaction-unknown"),
        BrokenRequest(Samples.good(.capture), "amount", "0", "amount-zero"),
        BrokenRequest(
            Samples.good(.viewReceipt) + "&singleSignOnToken=x", "primaryTransactionID", nil,
            "single-sign-on-unsupported"),
    ]

    @Test(
        "is refused with its own error, by POST and by GET, and nothing happens",
        arguments: [ofTheForm, ofTheOutlet, ofApplePay, ofAmounts, ofCards, ofEarlier].flatMap {
            $0
        })
    func refused(_ broken: BrokenRequest) throws {
        let get = Samples.head("GET", query: broken.form, contentType: nil)
        for request in [Samples.post(broken.form), DialectRequest(head: get, body: [])] {
            let reply = try #require(Samples.dialect.decode(request).reply)
            #expect(reply.outcomeCode == broken.code)
            #expect(reply.status == 200)
            let form = try #require(StrictForm(reply.body))
            #expect(form.names == ["errorCode", "errorMessage"] && form["errorCode"] == "400")
            #expect(
                form["errorMessage"]?.contains("(\(broken.code)) Reference Number 1NGR") == true)
        }
    }

    @Test(
        "of a text names the field, and nothing of its value",
        arguments: [
            ("cardHolderName", String(repeating: "x", count: 122), "text-too-long"),
            ("street1", String(repeating: "x", count: 101), "text-too-long"),
            ("state", "PENN", "text-too-long"), ("zip", "1234567890123456", "text-too-long"),
            ("merchantID", String(repeating: "A", count: 51), "text-too-long"),
            ("city", "Bou%0Alder", "control-character"),
            ("allowPartialPayment", "maybe", "boolean-malformed"),
        ])
    func named(_ field: String, _ value: String, _ code: String) throws {
        let form = Samples.changing(Self.keyed, field, value)
        let reply = try #require(Samples.dialect.decode(Samples.post(form)).reply)
        let message = try #require(StrictForm(reply.body)?["errorMessage"])
        #expect(message.hasPrefix("\(field) ") && message.contains(" (\(code)) "))
        #expect(!message.contains(value) && !message.contains("alder"))
    }

    @Test(
        "counts characters if the portal does, and not their bytes",
        arguments: [("cardHolderName", 121), ("state", 2), ("zip", 15)])
    func characters(_ field: String, _ limit: Int) {
        for character in ["x", "%C3%A9", "%F0%9F%98%80"] {
            for (count, code) in [(limit, nil), (limit + 1, "text-too-long")] as [(Int, String?)] {
                let form = Samples.changing(
                    Self.keyed, field, String(repeating: character, count: count))
                let reply = Samples.dialect.decode(Samples.post(form)).reply
                #expect(reply?.outcomeCode == code)
            }
        }
    }

    @Test("has a row in a table above, for every rule", arguments: InstaMedRule.allCases)
    func complete(_ rule: InstaMedRule) {
        let rows = Self.ofTheForm + Self.ofTheOutlet + Self.ofApplePay + Self.ofAmounts
        let codes = Set((rows + Self.ofCards + Self.ofEarlier).map(\.code))
        #expect(codes.contains(rule.rawValue) || rule == .unsupportedContentType)
    }

    @Test(
        "of another media type is refused",
        arguments: [
            ("application/json", false), ("multipart/form-data; boundary=x", false),
            ("text/plain", false), ("application/x-www-form-urlencoded", true),
            ("Application/X-WWW-Form-Urlencoded; charset=UTF-8", true), ("", true),
        ])
    func mediaType(_ type: String, _ isTaken: Bool) {
        let request = DialectRequest(
            head: Samples.head(contentType: type), body: Array(Self.sale.utf8))
        let reply = Samples.dialect.decode(request).reply
        #expect((reply == nil) == isTaken)
        #expect(isTaken || reply?.outcomeCode == "unsupported-content-type")
    }
}
