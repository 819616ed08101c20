import PaymentDomain
import Routing

/// The rules of a merchant for a machine. The names in JSON are an interface.
struct RouteFacts: Encodable {
    let merchant: String
    let rules: [Rule]

    /// A rule; a condition that it doesn't have is missing.
    struct Rule: Encodable {
        /// Its place, from 1.
        let rule: Int
        let network: String?
        let currency: String?
        let amountFrom: String?
        let amountTo: String?
        let `protocol`: String?
        let line: String
        /// The merchant's number over the line, if another than its own.
        let merchantNumber: String?
        let otherwise: String?
        let otherwiseMerchantNumber: String?

        init(_ number: Int, _ rule: RouteRule, of table: RouteTable) {
            self.rule = number
            network = rule.network?.rawValue
            currency = rule.currency?.code
            let amounts = rule.amounts
            func decimal(_ units: Int64) -> String? { rule.currency?.decimal(units.magnitude) }
            amountFrom = amounts.flatMap { decimal($0.lowerBound) }
            // The largest amount that there is means no bound.
            let bound = amounts.map(\.upperBound).flatMap {
                $0 == Limits.maximumMinorUnits ? nil : $0
            }
            amountTo = bound.flatMap(decimal)
            `protocol` = rule.dialect
            line = rule.line.value
            merchantNumber = table.merchantNumbers[rule.line]
            otherwise = rule.otherwise?.value
            otherwiseMerchantNumber = rule.otherwise.flatMap { table.merchantNumbers[$0] }
        }
    }

    init(_ merchant: MerchantID, _ table: RouteTable) {
        self.merchant = merchant.value
        rules = table.rules.enumerated().map { Rule($0.offset + 1, $0.element, of: table) }
    }

    private func shown(_ line: String, _ merchantNumber: String?) -> String {
        merchantNumber.map { "\(line) (as \($0))" } ?? line
    }

    /// The rules for a person.
    var table: TextTable {
        var table = TextTable(
            .init("rule", isNumber: true), .init("network"), .init("currency"),
            .init("from", isNumber: true), .init("to", isNumber: true), .init("protocol"),
            .init("line"), .init("otherwise"))
        for rule in rules {
            table.add(
                String(rule.rule), rule.network ?? "", rule.currency ?? "", rule.amountFrom ?? "",
                rule.amountTo ?? "", rule.protocol ?? "",
                shown(rule.line, rule.merchantNumber),
                rule.otherwise.map { shown($0, rule.otherwiseMerchantNumber) } ?? "")
        }
        return table
    }
}
