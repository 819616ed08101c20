import PaymentDomain
import PaymentEngine
import StorageFixtures
import StorageKit
import Testing

@testable import PaymentStorage

@Suite("Orders of web shops in the database", .timeLimit(.minutes(5)), .onBothDatabases)
struct WebOrderTests {
    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }

    init() async throws {
        fixture = try await StoreFixture()
    }

    private func order(
        _ id: WebOrderID = WebOrderID(), amount: Int64 = 1499, reference: String = "o"
    ) throws -> WebOrder {
        var order = WebOrder(
            id: id, merchant: StoreFixture.merchant,
            amount: try Money(minorUnits: amount, currency: .usd), reference: reference,
            createdAt: StoreFixture.now, expiresAt: StoreFixture.now.adding(seconds: 60))
        order.description = "Two shirts"
        order.items = [
            WebOrder.Item(
                label: "Shirt <&> é", amount: try Money(minorUnits: 1499, currency: .usd)),
            WebOrder.Item(label: "Shipping", amount: .zero(.usd)),
        ]
        order.capturesAtOnce = false
        return order
    }

    @Test("an order comes back as it was written, and its name stays the first one's")
    func written() async throws {
        let first = try order()
        #expect(try await store.create(first) == first)
        #expect(try await store.order(first.id) == first)
        #expect(try await store.order(WebOrderID()) == nil)
        #expect(try await store.create(try order(first.id, amount: 1)) == first)
        let second = try await store.create(try order(reference: "second"))
        #expect(try await store.orders(of: StoreFixture.merchant, upTo: 10) == [second, first])
        #expect(try await store.orders(of: StoreFixture.merchant, upTo: 1) == [second])
        #expect(try await store.orders(of: MerchantID("OTHER"), upTo: 10).isEmpty)
    }

    @Test(
        "nobody changes an order",
        arguments: ["UPDATE orders SET amount = 1", "DELETE FROM orders"])
    func unchanged(sql: String) async throws {
        _ = try await store.create(try order())
        await #expect(throws: StoreError.self) { try await store.write { try $0.change(sql) } }
        #expect(
            try await store.orders(of: StoreFixture.merchant, upTo: 1).map(\.amount.minorUnits) == [
                1499
            ])
    }

    @Test("its tries are read in their order, up to the first that isn't there")
    func tries() async throws {
        let order = try await store.create(try order(amount: 1000))
        let keys = order.tryKeys
        #expect(try await store.priors(keys).isEmpty)
        for key in [1, 2, 4].map(order.tryKey) { try await begin(key) }
        let tries = try await store.priors(keys)
        #expect(tries.map(\.requestDigest) == [1, 2].map { Array(order.tryKey($0).utf8) })
        #expect(try await store.audit().isClean)
    }

    /// What may be done to an order's payment behind our back.
    private static let breaches = [
        "UPDATE payments SET requested = requested + 1",
        "UPDATE payments SET currency = 'EUR'",
        "UPDATE payments SET merchant = 'OTHER'",
    ]

    @Test("the ledger check finds a payment that isn't the order's", arguments: breaches)
    func astray(sql: String) async throws {
        let order = try await store.create(try order(amount: 1000))
        try await begin(order.tryKey(1))
        #expect(try await store.audit().isClean)
        try await fixture.tamper(sql)
        #expect(try await store.audit().breaches.contains { $0.rule == .orderAstray })
    }

    @Test("the ledger check finds an order that was paid twice")
    func twice() async throws {
        let order = try await store.create(try order(amount: 1000))
        for number in 1...2 {
            #expect(try await store.audit().isClean)
            let payment = try await begin(order.tryKey(number))
            #expect(try await store.finishes(StoreFixture.ending(payment, .approved(1000))))
        }
        #expect(try await store.audit().breaches.contains { $0.rule == .orderAstray })
    }

    @discardableResult
    private func begin(_ key: String) async throws -> Payment {
        var intent = try StoreFixture.intent()
        intent.claim = IdempotencyClaim(
            key: IdempotencyKey(
                merchant: StoreFixture.merchant, dialect: WebOrder.dialect, key: key),
            requestDigest: Array(key.utf8))
        guard case .begun = try await store.begin(intent) else { throw StoreError.corrupt }
        return intent.payment
    }
}
