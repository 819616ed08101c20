import PaymentDomain
import Testing

@testable import Routing

@Suite("Routes", .timeLimit(.minutes(5)))
struct RouteTableTests {
    /// A payment, and the number of the rule that it takes; nil if none fits.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let network: CardNetwork?
        let amount: String
        let currency: String
        let dialect: String?
        let number: Int?

        init(
            _ title: String, _ network: CardNetwork?, _ amount: String, _ currency: String = "USD",
            _ dialect: String? = "xml", rule number: Int?
        ) {
            testDescription = title
            self.network = network
            self.amount = amount
            self.currency = currency
            self.dialect = dialect
            self.number = number
        }
    }

    private static func table() throws -> RouteTable {
        let euro = try #require(Currency(code: "EUR"))
        let written = [
            RouteRule(network: .amex, line: LineID("amex")),
            RouteRule(currency: .usd, amounts: 1_000...4_999, line: LineID("middle")),
            RouteRule(network: .visa, currency: .usd, dialect: "form", line: LineID("form")),
            RouteRule(
                network: .visa, currency: .usd, line: LineID("visa"), otherwise: LineID("amex")),
            RouteRule(currency: euro, line: LineID("euro")),
        ]
        let rules = try written.map { try #require($0) }
        return try #require(RouteTable(rules))
    }

    @Test(
        "the first rule that fits decides",
        arguments: [
            Row("by network", .amex, "20.00", rule: 1),
            Row("by network, in any currency", .amex, "20", "JPY", rule: 1),
            Row("at the lower bound of amounts", .visa, "10.00", rule: 2),
            Row("at the upper bound of amounts", .mastercard, "49.99", rule: 2),
            Row("below the lower bound", .visa, "9.99", rule: 4),
            Row("above the upper bound", .visa, "50.00", rule: 4),
            Row("amounts are of their currency", .visa, "20.00", "EUR", rule: 5),
            Row("by protocol", .visa, "9.99", "USD", "form", rule: 3),
            Row("without a protocol no rule for one fits", .visa, "9.99", "USD", nil, rule: 4),
            Row("an unknown network fits rules without one", nil, "12.00", rule: 2),
            Row("an unknown network fits no rule for one", nil, "9.99", rule: nil),
            Row("a check without an amount", .visa, "0.00", rule: 4),
            Row("no rule fits", .mastercard, "9.99", rule: nil),
            Row("no rule for the currency", .visa, "20", "JPY", rule: nil),
        ])
    func first(row: Row) throws {
        let currency = try #require(Currency(code: row.currency))
        let question = RouteQuestion(
            merchant: MerchantID("flowers"), network: row.network,
            amount: try Money(decimal: row.amount, currency: currency), dialect: row.dialect)
        #expect(try Self.table().first(fitting: question)?.number == row.number)
        #expect(RouteTable.empty.first(fitting: question) == nil)
    }

    @Test("a rule's next line comes after its line")
    func lines() throws {
        let table = try Self.table()
        #expect(table.rules[3].lines.map(\.value) == ["visa", "amex"])
        #expect(table.rules[0].lines.map(\.value) == ["amex"])
        #expect(table.lines.map(\.value).sorted() == ["amex", "euro", "form", "middle", "visa"])
    }

    @Test("a rule has no amounts without a currency, and no line twice")
    func impossible() {
        #expect(RouteRule(amounts: 1...2, line: LineID("a")) == nil)
        #expect(RouteRule(line: LineID("a"), otherwise: LineID("a")) == nil)
        #expect(RouteRule(line: LineID("a"), otherwise: LineID("b")) != nil)
    }

    @Test("a merchant has at most 32 rules")
    func most() throws {
        let rule = try #require(RouteRule(line: LineID("a")))
        #expect(RouteTable(Array(repeating: rule, count: 32)) != nil)
        #expect(RouteTable(Array(repeating: rule, count: 33)) == nil)
    }
}
