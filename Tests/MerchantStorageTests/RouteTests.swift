import StorageFixtures
import CardVault
import Merchants
import PaymentDomain
import Routing
import Testing

@testable import MerchantStorage

@Suite("Routes in the database", .timeLimit(.minutes(5)), .onBothDatabases)
struct RouteTests {
    private static let now = MerchantFixture.now
    private static let shop = MerchantID("shop")
    private let database: StoreFixture
    private var store: SQLMerchantStore { database.merchants }

    /// A database with a merchant, the live lines east and west, and the test line trial.
    init() async throws {
        database = try await MerchantFixture.database("shop")
        for (name, mode) in [("east", LineMode.live), ("west", .live), ("trial", .test)] {
            _ = try await store.create(
                try LineFixture.line(name, mode), secret: LineFixture.sealed(), by: "alice",
                at: Self.now)
        }
    }

    private func set(
        _ rules: RouteRule?..., of merchant: MerchantID = RouteTests.shop, mode: LineMode = .live
    ) async throws {
        let table = try #require(RouteTable(rules.compactMap { $0 }))
        _ = try await store.set(table, of: merchant, mode: mode, by: "alice", at: Self.now)
    }

    @Test("rules come back in their order, with every condition; the next ones replace them")
    func roundTrip() async throws {
        let (east, west, trial) = (LineID("east"), LineID("west"), LineID("trial"))
        let written = [
            RouteRule(
                network: .unionPay, currency: .usd, amounts: 0...Limits.maximumMinorUnits,
                dialect: "radial", line: west, otherwise: east),
            RouteRule(currency: Currency(code: "JPY"), amounts: 5...5, line: east),
            RouteRule(line: trial),
        ]
        let rules = try written.map { try #require($0) }
        try await set(rules[0], rules[1])
        try await set(rules[2], of: .sandbox, mode: .test)
        let found = try await store.merchantRecords().routes
        #expect(found[Self.shop]?.rules == Array(rules[..<2]))
        #expect(found[.sandbox]?.rules == [rules[2]])
        try await set(rules[1])
        #expect(try await store.merchantRecords().routes[Self.shop]?.rules == [rules[1]])
        try await set()
        #expect(try await store.merchantRecords().routes[Self.shop] == nil)
        #expect(try await database.store.audit().isClean)
    }

    @Test("the merchant's numbers at lines come back, wherever a rule names the line")
    func numbers() async throws {
        let (east, west) = (LineID("east"), LineID("west"))
        let rules = try [RouteRule(line: east), RouteRule(line: east, otherwise: west)].map {
            try #require($0)
        }
        for numbers in [[:], [east: "81600"], [west: "81601"], [east: "81600", west: "81601"]] {
            let table = try #require(RouteTable(rules, merchantNumbers: numbers))
            _ = try await store.set(
                table, of: Self.shop, mode: .live, by: "alice", at: Self.now)
            #expect(try await store.merchantRecords().routes[Self.shop] == table)
        }
        let subjects = try await store.acts(limit: 2).map(\.act.subject)
        #expect(
            subjects == [
                "shop, rules: 2, east as 81600, west as 81601", "shop, rules: 2, west as 81601",
            ])
    }

    @Test(
        "a rule that can't be read ends its merchant's rules; other merchants' go on",
        arguments: [
            "network = 'telex'", "currency = 'XQQ'", "amount_from = 6",
        ])
    func altered(change: String) async throws {
        let rules = [
            RouteRule(network: .visa, line: LineID("west")),
            RouteRule(currency: .usd, amounts: 1...5, line: LineID("east")),
            RouteRule(line: LineID("west")),
        ]
        try await set(rules[0], rules[1], rules[2])
        try await set(rules[2], of: .sandbox)
        try await database.tamper(
            "UPDATE routes SET \(change) WHERE merchant = 'shop' AND number = 2")
        let records = try await store.merchantRecords()
        #expect(records.routes[Self.shop]?.rules == [rules[0]].compactMap { $0 })
        #expect(records.routes[.sandbox]?.rules == [rules[2]].compactMap { $0 })
        #expect(records.unreadableRoutes == [UnreadableRoute(merchant: Self.shop, number: 2)])
        try await set(rules[2])
        #expect(try await store.merchantRecords().unreadableRoutes == [])
    }

    /// A rule that is refused, and why.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let merchant: MerchantID
        let rule: RouteRule?
        let error: AdministrationError

        init(
            _ title: String, _ rule: RouteRule?, of merchant: String = "shop",
            _ error: AdministrationError
        ) {
            testDescription = title
            self.rule = rule
            self.merchant = MerchantID(merchant)
            self.error = error
        }
    }

    @Test(
        "refused rules leave those before them",
        arguments: [
            Row(
                "an unknown line", RouteRule(line: LineID("north")), .lineRefused(.lineUnknown)),
            Row(
                "an unknown next line",
                RouteRule(line: LineID("east"), otherwise: LineID("north")),
                .lineRefused(.lineUnknown)),
            Row(
                "a test line of a live merchant", RouteRule(line: LineID("trial")),
                .lineRefused(.lineOfOtherMode)),
            Row(
                "a test line as the next one of a live merchant",
                RouteRule(line: LineID("east"), otherwise: LineID("trial")),
                .lineRefused(.lineOfOtherMode)),
            Row(
                "an unknown merchant", RouteRule(line: LineID("east")), of: "other",
                .refused(.merchantUnknown)),
        ])
    func refused(row: Row) async throws {
        try await set(RouteRule(network: .visa, line: LineID("east")))
        let before = try await store.merchantRecords().routes
        await #expect(throws: row.error) { try await set(row.rule, of: row.merchant) }
        #expect(try await store.merchantRecords().routes == before)
        let last = try #require(try await store.acts(limit: 1).first?.act)
        #expect(last.kind == .routesSet && last.result == "refused: \(row.error.code)")
    }
}
