import PaymentDomain
import SeededRandom
import Testing

@testable import Routing

@Suite("A file of rules", .timeLimit(.minutes(5)))
struct RulesFileTests {
    private static let reader = RulesFile(protocols: ["xml", "form"])

    private static func read(_ text: String) throws(RulesFileError) -> RouteTable {
        try reader.table(reading: Array(text.utf8))
    }

    @Test("gives its rules in their order, with every condition")
    func whole() throws {
        let table = try Self.read(
            """
            {"rules": [
              {"network": "amex", "currency": "usd", "amount_from": "10", "amount_to": 499.99,
               "protocol": "xml", "line": "west", "otherwise": "east"},
              {"currency": "JPY", "amount_to": "500", "line": "east"},
              {"currency": "USD", "amount_from": "0.01", "line": "east"},
              {"line": "east"}
            ]}
            """)
        let yen = try #require(Currency(code: "JPY"))
        let (east, west) = (LineID("east"), LineID("west"))
        #expect(
            table.rules == [
                RouteRule(
                    network: .amex, currency: .usd, amounts: 1_000...49_999, dialect: "xml",
                    line: west, otherwise: east),
                RouteRule(currency: yen, amounts: 0...500, line: east),
                RouteRule(
                    currency: .usd, amounts: 1...Limits.maximumMinorUnits, line: east),
                RouteRule(line: east),
            ])
        #expect(try Self.read(#"{"rules": []}"#) == .empty)
    }

    @Test("gives the merchant's numbers at lines that its rules name")
    func numbers() throws {
        let table = try Self.read(
            #"{"rules":[{"line":"east","otherwise":"west"}],"merchant_numbers":{"west":"81601A"}}"#)
        #expect(table.merchantNumbers == [LineID("west"): "81601A"])
        #expect(RouteTable(table.rules, merchantNumbers: [LineID("north"): "1"]) == nil)
    }

    /// A file, its problem, and the place of the problem.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let text: String
        let kind: RulesFileError.Kind
        let place: String
        var testDescription: String { "\(kind.code) at \(place): \(text.prefix(60))" }

        init(_ text: String, _ kind: RulesFileError.Kind, _ place: String) {
            self.text = text
            self.kind = kind
            self.place = place
        }

        /// A file with one good rule and this one.
        init(rule: String, _ kind: RulesFileError.Kind, _ place: String) {
            self.init(#"{"rules":[{"line":"east"},{\#(rule)}]}"#, kind, place)
        }
    }

    private static let refusals = [
        Refusal("", .notJSON, "the file (json-empty)"),
        Refusal(#"{"rules": [},]}"#, .notJSON, "the file (json-malformed)"),
        Refusal(#"{"rules":[],"rules":[]}"#, .notJSON, "the file (json-duplicate-key)"),
        Refusal(
            String(repeating: " ", count: RoutingLimits.fileBytes + 1), .notJSON,
            "the file (json-too-large)"),
        Refusal(
            #"{"rules":[{"line":"\#(String(repeating: "x", count: 257))"}]}"#, .notJSON,
            "the file (json-value-too-long)"),
        Refusal("[]", .wrongType, "the file"),
        Refusal("{}", .missingKey, "the file"),
        Refusal(#"{"rules":[],"rule":[]}"#, .unknownKey, "rule"),
        Refusal(#"{"rules":{}}"#, .wrongType, "rules"),
        Refusal(#"{"rules":["east"]}"#, .wrongType, "rules[1]"),
        Refusal(
            #"{"rules":[\#(Array(repeating: #"{"line":"a"}"#, count: 33).joined(separator: ","))]}"#,
            .tooMany, "rules"),
        Refusal(
            #"{"rules":[],"merchant_numbers":[]}"#, .wrongType, "merchant_numbers"),
        Refusal(
            #"{"rules":[{"line":"e"}],"merchant_numbers":{"w":"1"}}"#, .unusedLine,
            "merchant_numbers.w"),
        Refusal(
            #"{"rules":[{"line":"e"}],"merchant_numbers":{"e":""}}"#, .badMerchantNumber,
            "merchant_numbers.e"),
        Refusal(
            #"{"rules":[{"line":"e"}],"merchant_numbers":{"e":"1234567890123456"}}"#,
            .badMerchantNumber, "merchant_numbers.e"),
        Refusal(
            #"{"rules":[{"line":"e"}],"merchant_numbers":{"e":81601}}"#, .badMerchantNumber,
            "merchant_numbers.e"),
        Refusal(rule: "", .missingKey, "rules[2]"),
        Refusal(rule: #""line":"e","netwrok":"visa""#, .unknownKey, "rules[2].netwrok"),
        Refusal(rule: #""line":"e","a\u001b[2J":"x""#, .unknownKey, "rules[2].a??2J"),
        Refusal(
            rule: #""line":"e","\#(String(repeating: "k", count: 40))":"x""#, .unknownKey,
            "rules[2]." + String(repeating: "k", count: 32)),
        Refusal(rule: #""line":1"#, .wrongType, "rules[2].line"),
        Refusal(rule: #""line":"e","network":null"#, .wrongType, "rules[2].network"),
        Refusal(
            rule: #""line":"e","currency":"USD","amount_to":true"#, .wrongType,
            "rules[2].amount_to"),
        Refusal(rule: #""line":"e","network":"VISA""#, .badNetwork, "rules[2].network"),
        Refusal(rule: #""line":"e","currency":"XYZ""#, .badCurrency, "rules[2].currency"),
        Refusal(rule: #""line":"e","protocol":"telex""#, .badProtocol, "rules[2].protocol"),
        Refusal(rule: #""line":"two words""#, .badLine, "rules[2].line"),
        Refusal(rule: #""line":"e","otherwise":"""#, .badLine, "rules[2].otherwise"),
        Refusal(rule: #""line":"e","otherwise":"e""#, .sameLine, "rules[2]"),
        Refusal(rule: #""line":"e","amount_to":"1""#, .amountWithoutCurrency, "rules[2]"),
        Refusal(rule: #""line":"e","amount_from":"1""#, .amountWithoutCurrency, "rules[2]"),
        Refusal(
            rule: #""line":"e","currency":"JPY","amount_from":"1.5""#, .badAmount,
            "rules[2].amount_from"),
        Refusal(
            rule: #""line":"e","currency":"USD","amount_to":"-1""#, .badAmount,
            "rules[2].amount_to"),
        Refusal(
            rule: #""line":"e","currency":"USD","amount_to":1e2"#, .badAmount,
            "rules[2].amount_to"),
        Refusal(
            rule: #""line":"e","currency":"USD","amount_from":"2","amount_to":"1.99""#, .badAmount,
            "rules[2].amount_to"),
    ]

    @Test("is refused for its first problem, with a code and the place", arguments: refusals)
    func refused(refusal: Refusal) {
        #expect(throws: RulesFileError(refusal.kind, refusal.place)) {
            try Self.read(refusal.text)
        }
    }

    @Test("every problem has a row above, a code and a sentence")
    func kinds() {
        #expect(Set(Self.refusals.map(\.kind)) == Set(RulesFileError.Kind.allCases))
        for kind in RulesFileError.Kind.allCases {
            #expect(kind.code.hasPrefix("rules-") && kind.sentence.hasSuffix("."))
        }
    }

    private static let good = """
        {"rules":[{"network":"amex","currency":"USD","amount_from":"10.00","amount_to":499.99,
        "protocol":"xml","line":"west","otherwise":"east"},{"line":"east"}]}
        """
    private static let pieces = [
        "{", "}", "[", "]", ",", ":", "\"", "\\u0000", "null", "{\"line\":\"a\"},", "\"line\":",
        "\"amount_to\":\"9e9\",", "99999999999999999999", "-", "\u{0}", "\u{FEFF}",
    ].map { Array($0.utf8) }

    @Test("that was damaged gives rules within the limits, or an error without the file's values")
    func damage() {
        var generator = SeededGenerator.printed()
        let seed = generator.seed
        var readable = 0
        for _ in 0..<20_000 {
            let bytes = generator.damaged(Array(Self.good.utf8), with: Self.pieces)
            do throws(RulesFileError) {
                let table = try Self.reader.table(reading: bytes)
                readable += 1
                #expect(table.rules.count <= RoutingLimits.rules, "seed \(seed)")
                #expect(table.lines.allSatisfy { $0.value.utf8.count <= 64 }, "seed \(seed)")
            } catch {
                let isPlain = error.sentence.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
                #expect(isPlain && error.place.utf8.count <= 64, "seed \(seed)")
            }
        }
        #expect(readable > 0, "seed \(seed)")
    }
}
