import DialectKit
@_spi(CardData) import PaymentDomain
import Testing

@testable import InstaMed

@Suite("A request to InstaMed", .timeLimit(.minutes(5)))
struct RequestTests {
    @Test(
        "reads an amount as dollars",
        arguments: [
            ("100.00", 10_000), ("100", 10_000), ("0.01", 1), ("1.5", 150), ("0100.00", 10_000),
            ("1,234.50", 123_450), ("12,345,678.90", 1_234_567_890), ("999.00", 99_900),
            ("9999999999.99", 999_999_999_999),
        ])
    func amounts(_ text: String, _ cents: Int64) {
        let form = Samples.changing(Samples.keyed, "amount", text)
        let command = Samples.dialect.decode(Samples.post(form)).authorize
        #expect(command?.amount == Samples.dollars(cents))
    }

    @Test(
        "reads the end of a card in each form",
        arguments: [
            ("12-31", 2031, 12), ("12/31", 2031, 12), ("1231", 2031, 12), ("12-2031", 2031, 12),
            ("12%2F2031", 2031, 12), ("122031", 2031, 12), ("1-31", 2031, 1), ("1/2031", 2031, 1),
        ])
    func expiries(_ text: String, _ year: Int, _ month: Int) {
        let form = Samples.changing(Samples.keyed, "cardExpDate", text)
        guard case .keyed(let card) = Samples.dialect.decode(Samples.post(form)).authorize?.source
        else {
            Issue.record("no keyed card")
            return
        }
        #expect(card.expiry == CardExpiry(year: year, month: month))
    }

    @Test("is the same for names and words of any case", arguments: InstaMedAction.allCases)
    func anyCase(_ action: InstaMedAction) throws {
        let good = Samples.good(action)
        let expected = try #require(Samples.dialect.decode(Samples.post(good)).commanded)
        for change in [{ $0.lowercased() }, { $0.uppercased() }] as [@Sendable (String) -> String] {
            let pairs = good.split(separator: "&").map { pair in
                let sides = pair.split(separator: "=", maxSplits: 1).map(String.init)
                let isWord = ["transactionAction", "transactionType", "cardPresentStatus"]
                    .contains(sides[0])
                return change(sides[0]) + "=" + (isWord ? change(sides[1]) : sides[1])
            }
            let form = pairs.joined(separator: "&")
            let seen = try #require(Samples.dialect.decode(Samples.post(form)).commanded)
            #expect(words(seen.command, seen.name) == words(expected.command, expected.name))
        }
    }

    @Test("is the same by GET as by POST", arguments: InstaMedAction.allCases)
    func getAndPost(_ action: InstaMedAction) throws {
        let good = Samples.good(action)
        let get = Samples.head("GET", query: good, contentType: nil)
        let one = try #require(Samples.dialect.decode(Samples.post(good)).commanded)
        let two = try #require(
            Samples.dialect.decode(DialectRequest(head: get, body: [])).commanded)
        #expect(words(one.command, one.name) == words(two.command, two.name))
    }

    @Test(
        "has a number where its transaction has one, and only there",
        arguments: InstaMedAction.allCases)
    func numbers(_ action: InstaMedAction) throws {
        let decoded = try #require(
            Samples.dialect.decode(Samples.post(Samples.good(action))).commanded)
        let isNumbered: Set<InstaMedAction> = [
            .authorizeAndCapture, .authorize, .simpleRefund, .saveOnFile,
        ]
        #expect((decoded.name.number != nil) == isNumbered.contains(action))
        #expect(decoded.name.repetition.identity == .none)
        #expect(
            decoded.name.repetition.spentSource == .explained,
            "an error is to say which payment spent the token")
    }

    @Test("may be sent to the page in small letters too: paths of ASP.NET have no case")
    func paths() {
        for method in ["POST", "GET"] {
            let routes = Samples.dialect.routes.filter { $0.method == method }
            #expect(routes.map(\.path) == ["/payment/NVP.aspx", "/payment/nvp.aspx"])
            #expect(routes.allSatisfy { $0.operation == "nvp" })
        }
    }

    @Test(
        "takes store 1 if it names none, and spaces as %20, + or as they are",
        arguments: [
            "NOVA E4 2", "NOVA+E4+2", "NOVA%20E4%202",
        ])
    func outlets(_ merchantID: String) {
        let form =
            "transactionAction=SaveApplePayToken&merchantID=\(merchantID)&terminalID=1"
            + "&applePayMerchantID=merchant.com.instamedgo.merchant1&applePayTokenData=x"
        let register = Samples.dialect.decode(Samples.post(form, user: "SMITH@x")).register
        #expect(
            register?.id.value.hasSuffix(
                "/NOVA%20E4%202/1/1/merchant.com.instamedgo.merchant1") == true)
    }

    @Test(
        "distinguishes spaces elsewhere in the JSON from a lost +",
        arguments: [
            #"{ "a" : "b" }"#, "{\n  \"a\": [1, 2]\n}", #"{"a":"\"", "b":"c"}"#,
            #"{"a":"\\", "b":1}"#,
            #"{"paymentMethod":{"displayName":"Visa 0326"},"paymentData":{"data":"AA+/"}}"#,
            #"{"header":{"ephemeralPublicKey":"AA+/","wrappedKey":"wrapped key"}}"#, "{ x",
        ])
    func spaces(_ json: String) {
        let form = Samples.changing(
            Samples.good(.saveApplePayToken), "applePayTokenData", Samples.encoded(json))
        guard
            case .applePay(.json(let bytes)) =
                Samples.dialect.decode(Samples.post(form)).register?.source
        else {
            Issue.record("refused")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self) == json)
    }

    @Test(
        "is refused for a lost + in any encoded field, of the outer object or of the inner one",
        arguments: [
            #"{"data":"AA /"}"#, #"{"signature":"AA /"}"#,
            #"{"header":{"ephemeralPublicKey":"AA /"}}"#, #"{"header":{"wrappedKey":"AA /"}}"#,
            #"{"header":{"publicKeyHash":"AA /"}}"#,
            #"{"paymentData":{"data":"AA /"},"paymentMethod":{"displayName":"Visa 0326"}}"#,
        ])
    func lostPlus(_ json: String) throws {
        let form = Samples.changing(
            Samples.good(.saveApplePayToken), "applePayTokenData", Samples.encoded(json))
        let reply = try #require(Samples.dialect.decode(Samples.post(form)).reply)
        #expect(reply.outcomeCode == "plus-arrived-as-space")
    }

    @Test("does not keep a security code with a card")
    func noSecurityCode() throws {
        let form = Samples.good(.saveOnFile) + "&cardVerificationNumber=987"
        let decoded = try #require(Samples.dialect.decode(Samples.post(form)).commanded)
        #expect(words(decoded.command, decoded.name).hasSuffix("code=none"))
    }

    @Test(
        "may have fields that are not read",
        arguments: [
            "patientID=7", "additionalInfo1=a&additionalInfo2=b", "userName=J%C3%BCrgen", "x",
            "singleSignOnToken=x",
        ])
    func passThrough(_ more: String) {
        let form = Samples.good(.authorizeAndCapture) + "&" + more
        #expect(Samples.dialect.decode(Samples.post(form)).authorize != nil)
    }

    @Test("shows a receipt by its number, whatever sign-on comes with it")
    func singleSignOn() {
        let form = Samples.good(.viewReceipt) + "&singleSignOnToken=x"
        guard
            case .inquire(let inquiry) = Samples.dialect.decode(Samples.post(form)).commanded?
                .command
        else {
            Issue.record("no inquiry")
            return
        }
        #expect(inquiry.number == Samples.earlier)
    }

    @Test("a query of a POST is not looked at")
    func queryOfPost() {
        let head = Samples.head("POST", query: "amount=1.00&transactionAction=Void")
        let body = Array(Samples.good(.authorizeAndCapture).utf8)
        let command = Samples.dialect.decode(DialectRequest(head: head, body: body)).authorize
        #expect(command?.amount == Samples.dollars(10_000))
    }
}

@Suite("InstaMed's test amounts", .timeLimit(.minutes(5)))
struct SandboxTests {
    @Test(
        "decide by their cents, in a sandbox alone",
        arguments: [
            (9905, .decline(.doNotHonor)), (5, .decline(.doNotHonor)), (9910, .approvePart(9900)),
            (110, .approvePart(100)), (10, nil), (9900, nil), (9911, nil), (9906, nil),
            // The sandbox's own amounts keep their meaning.
            (700_005, nil), (700_010, nil), (710_005, nil),
        ] as [(Int64, SandboxScript.Verdict?)])
    func cents(_ cents: Int64, _ verdict: SandboxScript.Verdict?) {
        let form = Samples.changing(
            Samples.good(.authorizeAndCapture), "amount", Samples.dollars(cents).decimal)
        #expect(Samples.sandbox.decode(Samples.post(form)).authorize?.script?.verdict == verdict)
        #expect(Samples.dialect.decode(Samples.post(form)).authorize?.script == nil)
    }
}
