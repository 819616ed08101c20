import Database
import Merchants
import PaymentDomain
import Routing
import StorageKit

extension SQLMerchantStore {
    /// Replaces the rules of a merchant.
    ///
    /// - Parameter mode: The merchant's mode, which decides the lines that it may use.
    /// - Throws: `refused` with `merchantUnknown`; `lineRefused` with `lineUnknown` or `lineOfOtherMode`.
    package func set(
        _ routes: RouteTable, of merchant: MerchantID, mode: LineMode, by actor: String,
        at now: Timestamp
    ) async throws(AdministrationError) -> Administered<Void> {
        let numbers = routes.merchantNumbers.sorted { $0.key.value < $1.key.value }
            .map { ", \($0.key) as \($0.value)" }.joined()
        let subject = "\(merchant), rules: \(routes.rules.count)\(numbers)"
        return try await administer(.routesSet, subject, by: actor, at: now) { db in
            // No database has the sandbox's own merchant.
            if merchant != .sandbox { try db.requireMerchant(merchant) }
            for line in routes.lines {
                let lineMode = try db.first("SELECT mode FROM lines WHERE name = ?", line) {
                    try $0.named(LineMode.self)
                }
                guard let lineMode else { throw LineFault.lineUnknown }
                guard mode.allows(lineMode) else { throw LineFault.lineOfOtherMode }
            }
            try db.change("DELETE FROM routes WHERE merchant = ?", merchant)
            for (index, rule) in routes.rules.enumerated() {
                try db.insert(rule, routes.merchantNumbers, number: index + 1, of: merchant)
            }
        }
    }
}

extension SQLConnection {
    /// The rules of all merchants that have any, and the first of each that can't be read.
    ///
    /// A rule that can't be read ends its merchant's table: a payment that no rule before it fits is refused, for it may
    /// be that rule's. The other merchants' rules must go on.
    func routes() throws -> (
        readable: [MerchantID: RouteTable], unreadable: [UnreadableRoute]
    ) {
        let rows = try allRows(
            """
            SELECT merchant, network, currency, amount_from, amount_to, dialect, line, otherwise,
                merchant_number, otherwise_merchant_number
            FROM routes ORDER BY merchant, number
            """
        ) { columns in
            (merchant: try columns.merchant(), rule: try? columns.numberedRule())
        }
        let byMerchant = Dictionary(grouping: rows, by: \.merchant)
        let readable = byMerchant.mapValues { rows in
            let rules = rows.prefix(RoutingLimits.rules).map(\.rule).prefix { $0 != nil }
                .compactMap { $0 }
            let numbers = rules.reduce(into: [:]) { $0.merge($1.numbers) { first, _ in first } }
            return RouteTable(rules.map(\.rule), merchantNumbers: numbers) ?? .empty
        }
        let unreadable = byMerchant.compactMap { merchant, rows in
            let count = readable[merchant]?.rules.count ?? 0
            return count < rows.count
                ? UnreadableRoute(merchant: merchant, number: count + 1) : nil
        }
        return (readable, unreadable.sorted { $0.merchant.value < $1.merchant.value })
    }

    fileprivate func insert(
        _ rule: RouteRule, _ numbers: [LineID: String], number: Int, of merchant: MerchantID
    ) throws {
        try changeOne(
            """
            INSERT INTO routes (merchant, number, network, currency, amount_from, amount_to,
                dialect, line, otherwise, merchant_number, otherwise_merchant_number)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            merchant, number, rule.network?.rawValue, rule.currency?.code,
            rule.amounts?.lowerBound, rule.amounts?.upperBound, rule.dialect, rule.line,
            rule.otherwise, numbers[rule.line], rule.otherwise.flatMap { numbers[$0] })
    }
}

extension RowColumns {
    /// A rule, and the merchant's numbers at its lines.
    fileprivate mutating func numberedRule() throws -> (rule: RouteRule, numbers: [LineID: String])
    {
        let rule = try rule()
        var numbers: [LineID: String] = [:]
        numbers[rule.line] = try textOrNil()
        let next = try textOrNil()
        if let otherwise = rule.otherwise { numbers[otherwise] = next }
        return (rule, numbers)
    }

    private mutating func rule() throws -> RouteRule {
        let network: CardNetwork? = try namedOrNil()
        let currency = try textOrNil().map { try Currency(code: $0).orCorrupt }
        let (from, to) = try (integerOrNil(), integerOrNil())
        let dialect = try textOrNil()
        let (line, otherwise) = try (line(), textOrNil().map { LineID($0) })
        var amounts: ClosedRange<Int64>?
        if let from, let to {
            guard from <= to else { throw SQLError.corrupt }
            amounts = from...to
        }
        return try RouteRule(
            network: network, currency: currency, amounts: amounts, dialect: dialect, line: line,
            otherwise: otherwise
        ).orCorrupt
    }
}
