import DialectKit
import PaymentDomain
import Synchronization
import Testing

@testable import WebPayments

@Suite("A page pays an order, and asks for its state", .timeLimit(.minutes(5)))
struct OrderPayTests {
    @Test(
        "the token goes on as it came, whichever form a page gives it",
        arguments: [
            (#"{"data":"x", "version":"EC_v1"}"#, #"{"data":"x", "version":"EC_v1"}"#),
            (#""{\"data\":\"x\"}""#, #"{"data":"x"}"#),
            (#"{"paymentData":{"data":"x"}}"#, #"{"paymentData":{"data":"x"}}"#),
        ])
    func token(sent: String, passed: String) async throws {
        let seen = Mutex<WebOrderPayment?>(nil)
        let reply = await OrderFixture(pay: { payment in
            seen.withLock { $0 = payment }
            return .approved
        }).pay(#"{"client_secret":"s","token": \#(sent) }"#)
        #expect(reply.status == 200)
        let payment = try #require(seen.withLock { $0 })
        #expect(payment.token == Array(passed.utf8))
    }

    @Test(
        "without the right secret nothing is paid, and a database that can't be read is no wrong secret",
        arguments: [
            ("t", nil, 404, "order-unknown"), ("", nil, 404, "order-unknown"),
            ("s", .payment(.storeUnavailable), 503, "overloaded"),
        ] as [(String, WebOrderRefusal?, Int, String)])
    func unproved(secret: String, isNotFound: WebOrderRefusal?, status: Int, code: String) async {
        let fixture = OrderFixture(
            isNotFound: isNotFound,
            pay: { _ in
                Issue.record("paid")
                return .approved
            })
        let reply = await fixture.pay(#"{"client_secret":"\#(secret)","token":{}}"#)
        #expect(reply.status == status)
        #expect(String(decoding: reply.body, as: UTF8.self).contains(#""code":"\#(code)""#))
    }

    @Test("the contact serves address verification, as far as it can be sent on")
    func contact() async throws {
        let seen = Mutex<BillingDetails?>(nil)
        let long = String(repeating: "a", count: 101)
        _ = await OrderFixture(pay: { payment in
            seen.withLock { $0 = payment.billing }
            return .approved
        }).pay(
            #"""
            {"client_secret":"s","token":{},"shippingContact":{"locality":"Elsewhere"},
            "billingContact":{"givenName":"Ann","familyName":"\#(long)","addressLines":["1 Main St","Apt 2"],
            "postalCode":"94103","countryCode":"US","locality":7,"phoneticGivenName":"An"}}
            """#)
        let billing = try #require(seen.withLock { $0 })
        #expect(billing.firstName == "Ann" && billing.lastName == nil && billing.city == nil)
        #expect(billing.street == "1 Main St" && billing.postalCode == "94103")
        #expect(billing.country == "US")
    }

    @Test(
        "each outcome has its word, and a decline has no reason",
        arguments: [
            (.approved, 200, "paid"), (.declined(.lostCard), 200, "declined"),
            (.notSent, 200, "failed"), (.unknown, 202, "unknown"),
        ] as [(AuthorizationResult.Outcome, Int, String)])
    func outcomes(outcome: AuthorizationResult.Outcome, status: Int, word: String) async {
        let reply = await OrderFixture(pay: { _ in outcome }).pay(
            #"{"client_secret":"s","token":{}}"#)
        #expect(reply.status == status)
        #expect(String(decoding: reply.body, as: UTF8.self) == #"{"outcome":"\#(word)"}"#)
        #expect(reply.headers["Cache-Control"] == "no-store")
    }

    @Test("a database that can't say what became of it makes the outcome unknown")
    func notStored() async {
        let reply = await OrderFixture(refusal: .payment(.outcomeNotStored)).pay(
            #"{"client_secret":"s","token":{}}"#)
        #expect(reply.status == 202)
        #expect(String(decoding: reply.body, as: UTF8.self) == #"{"outcome":"unknown"}"#)
    }

    /// Each refusal of an order with its status.
    private static let refusals: [(WebOrderRefusal, Int)] = [
        (.unknown, 404), (.otherOrder, 422), (.expired, 410), (.paid, 409), (.inProgress, 409),
        (.outcomeUnknown, 409), (.tooManyTries, 409),
        (.payment(.unsupportedCard), 422), (.payment(.storeUnavailable), 503),
        (.payment(.wrongState), 409),
        (.payment(.token(TokenRefusal(kind: .replayed, code: "replayed", sentence: "S."))), 409),
        (.payment(.token(TokenRefusal(kind: .stale, code: "stale", sentence: "S."))), 422),
    ]

    @Test("a refusal has its code, and a message with the next step", arguments: refusals)
    func refused(refusal: WebOrderRefusal, status: Int) async {
        let reply = await OrderFixture(refusal: refusal).pay(#"{"client_secret":"s","token":{}}"#)
        #expect(reply.status == status && reply.outcomeCode == refusal.code)
        #expect(String(decoding: reply.body, as: UTF8.self).contains(#""code":"\#(refusal.code)""#))
    }

    @Test(
        "a request that a page of any site may send unasked is refused, and so is one without its members",
        arguments: [
            ("text/plain", "{}", "content-type-not-json"), ("", "{}", "content-type-not-json"),
            ("application/json", "{}", "client-secret-missing"),
            ("application/json; charset=utf-8", #"{"client_secret":"s"}"#, "token-missing"),
            ("application/json", #"{"client_secret":"s","token":[]}"#, "token-missing"),
            ("application/json", #"{"client_secret":7,"token":{}}"#, "client-secret-missing"),
            ("application/json", "[]", "json-not-an-object"),
        ])
    func malformed(type: String, body: String, code: String) async {
        let reply = await OrderFixture().pay(body, type: type)
        #expect(reply.outcomeCode == code)
    }
}
