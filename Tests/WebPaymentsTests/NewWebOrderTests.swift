import PaymentDomain
import Testing

@testable import WebPayments

@Suite("A request for an order is read strictly", .timeLimit(.minutes(5)))
struct NewWebOrderTests {
    private static let good = #"{"amount":"14.99","currency":"USD","reference":"o-1"}"#

    @Test("an amount, a currency and a reference are enough")
    func usual() throws {
        let order = try NewWebOrder(Array(Self.good.utf8))
        #expect(order.amount.description == "14.99 USD")
        #expect(order.reference == "o-1" && order.capturesAtOnce && order.items.isEmpty)
        #expect(order.seconds == 86_400)
    }

    @Test("the other members are taken as they are")
    func whole() throws {
        let text = """
            {"amount":"1500","currency":"JPY","reference":"o","description":"Two shirts","capture":"manual",
            "expires_in":600,"items":[{"label":"Shirt","amount":"1500"},{"label":"Shipping","amount":"0"}]}
            """
        let order = try NewWebOrder(Array(text.utf8))
        #expect(order.description == "Two shirts" && !order.capturesAtOnce)
        #expect(order.seconds == 600)
        #expect(order.items.map(\.label) == ["Shirt", "Shipping"])
        #expect(order.items.map(\.amount.minorUnits) == [1500, 0])
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let code: String
        let text: String

        init(_ code: String, _ text: String) {
            self.code = code
            self.text = text
        }

        /// The good request with one member in place of another, or more.
        init(_ code: String, changing member: String, to new: String) {
            self.init(code, NewWebOrderTests.good.replacing(member, with: new))
        }

        var testDescription: String { "\(code): \(text.prefix(80))" }
    }

    static let rows = [
        Row("json-empty", ""), Row("json-malformed", "{"), Row("json-not-an-object", "[]"),
        Row("json-duplicate-key", #"{"amount":"1","amount":"2"}"#),
        Row("bad-amount", changing: #""14.99""#, to: "14.99"),
        Row("bad-amount", changing: "14.99", to: "14.999"),
        Row("bad-amount", changing: "14.99", to: "-1"),
        Row("bad-amount", changing: "14.99", to: "0.00"),
        Row("bad-amount", changing: "14.99", to: "99999999999999"),
        Row("bad-amount", changing: #""amount":"14.99","#, to: ""),
        Row("bad-currency", changing: "USD", to: "usd"),
        Row("bad-currency", changing: "USD", to: "XXX"),
        Row("bad-reference", changing: "o-1", to: ""),
        Row("bad-reference", changing: "o-1", to: "a\\nb"),
        Row("bad-reference", changing: "o-1", to: String(repeating: "a", count: 1000)),
        Row("order-looks-like-card", changing: "o-1", to: "4111 1111 1111 1111"),
        Row("unknown-member", changing: "}", to: #","note":"x"}"#),
        Row("bad-description", changing: "}", to: #","description":7}"#),
        Row("bad-capture", changing: "}", to: #","capture":"later"}"#),
        Row("bad-expires-in", changing: "}", to: #","expires_in":59}"#),
        Row("bad-expires-in", changing: "}", to: #","expires_in":"600"}"#),
        Row("bad-expires-in", changing: "}", to: #","expires_in":7776001}"#),
        Row("bad-items", changing: "}", to: #","items":{}}"#),
        Row("bad-items", changing: "}", to: #","items":[{"label":"","amount":"1"}]}"#),
        Row("bad-amount", changing: "}", to: #","items":[{"label":"a","amount":"-1"}]}"#),
        Row("bad-items", changing: "}", to: #","items":[{"label":"a","amount":"1","x":1}]}"#),
        Row(
            "bad-items", changing: "}",
            to: #","items":["#
                + Array(repeating: #"{"label":"a","amount":"1"}"#, count: 51).joined(separator: ",")
                + "]}"),
    ]

    @Test("anything else is refused with a code of its own", arguments: rows)
    func refused(row: Row) {
        do throws(OrderProblem) {
            _ = try NewWebOrder(Array(row.text.utf8))
            Issue.record("taken")
        } catch {
            #expect(error.code == row.code)
            #expect(error.status == 400 || error.status == 422)
        }
    }
}
