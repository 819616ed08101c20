import StorageFixtures
import MerchantStorage
import StorageKit
import CardVault
import Merchants
import PaymentDomain
import PaymentEngine
import Routing
import Testing

@testable import PaymentStorage

@Suite(
    "The audit of references from one table to another", .timeLimit(.minutes(5)), .onBothDatabases)
struct AuditReferenceTests {
    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }

    init() async throws {
        fixture = try await StoreFixture()
    }

    /// A merchant with a client, its secret and a certificate, whose payments take a line or another; two batches, of which the second is
    /// empty; two payments that have numbers and, last, one of Radial, which has none.
    private func fill() async throws {
        let shop = try MerchantFixture.merchant("shop")
        _ = try await store.merchantStore.create(shop, by: "alice")
        _ = try await store.merchantStore.addClient(
            [try MerchantFixture.client("STORE", of: "shop")], secret: .keyed([1]),
            by: "alice", at: StoreFixture.now)
        let certificate = NewCertificate(
            merchant: shop.id, purpose: .paymentProcessing, algorithm: .ec, publicKeyHash: [1],
            sealedKey: SealedRecord(keyID: "s1", bytes: [1]), answer: nil)
        _ = try await store.merchantStore.add(certificate, by: "alice", at: StoreFixture.now)
        for name in ["east", "west"] {
            _ = try await store.merchantStore.create(
                try LineFixture.line(name), secret: LineFixture.sealed(), by: "alice",
                at: StoreFixture.now)
        }
        let rule = try #require(RouteRule(line: LineID("east"), otherwise: LineID("west")))
        for merchant in [shop.id, .sandbox] {
            _ = try await store.merchantStore.set(
                try #require(RouteTable([rule])), of: merchant, mode: .live, by: "alice",
                at: StoreFixture.now)
        }
        _ = try await fixture.credited(300, transaction: try StoreFixture.name(1, .credit))
        var intent = try StoreFixture.intent()
        intent.transaction = try StoreFixture.name(2, .authorization)
        _ = try await store.begin(intent)
        try fixture.execute("UPDATE payments SET dialect = 'vantiv'")
        let payment = try await fixture.approved(1000)
        try await fixture.done(.capture, 700, of: payment)
        for _ in 1...2 { _ = try await store.closeBatch(at: StoreFixture.now) }
    }

    @Test("our own tables are clean")
    func clean() async throws {
        try await fill()
        #expect(try await store.audit().breaches == [])
    }

    @Test(
        "a removed row is missed by each row that names it",
        arguments: [
            ("DELETE FROM batches WHERE number = 1", [.batchMissing: ["1", "1"]], 2),
            ("DELETE FROM batches", [.batchMissing: ["1"]], 2),
            (
                "DELETE FROM merchants",
                [.merchantMissing: ["certificate 1", "client radial STORE", "route shop 1"]], 0
            ),
            (
                "DELETE FROM lines WHERE name = 'west'",
                [.lineMissing: ["line secret 2", "route sandbox 1", "route shop 1"]], 0
            ),
            ("UPDATE payments SET line = 'north'", [.lineMissing: []], 3),
            ("UPDATE payments SET line = 'east'", [.lineMissing: []], 3),
            ("DELETE FROM line_credentials", [.lineSecretMissing: ["line east", "line west"]], 0),
            (
                "UPDATE line_credentials SET expires_at = 1 WHERE line = 'east'",
                [.lineSecretMissing: ["line east"]], 0
            ),
            ("DELETE FROM clients", [.clientMissing: ["secret 1"]], 0),
            ("DELETE FROM transactions WHERE number = 1", [.transactionMissing: []], 1),
            ("DELETE FROM transactions", [.transactionMissing: []], 2),
        ] as [(String, [AuditRule: [String]], Int)])
    func missing(sql: String, named: [AuditRule: [String]], identifiers: Int) async throws {
        try await fill()
        try await fixture.tamper(sql)
        let report = try await store.audit()
        #expect(Set(report.breaches.map(\.rule)) == Set(named.keys))
        // An operation and a payment are named by an identifier, which is another each time.
        let subjects = report.breaches.map(\.subject)
        #expect(subjects.filter { $0.count < 32 } == named.values.flatMap { $0 })
        #expect(subjects.filter { $0.count == 32 }.count == identifiers)
    }

    @Test(
        "an endpoint is missed by its secret, its merchant and its secret by the endpoint",
        arguments: [
            ("DELETE FROM webhook_endpoints", .webhookMissing),
            ("UPDATE webhook_secrets SET merchant = 'other'", .webhookMissing),
            ("UPDATE webhook_secrets SET expires_at = 1", .webhookSecretMissing),
            ("DELETE FROM webhook_secrets", .webhookSecretMissing),
            ("DELETE FROM merchants", .merchantMissing),
        ] as [(String, AuditRule)])
    func endpoint(sql: String, rule: AuditRule) async throws {
        let shop = try MerchantFixture.merchant("shop")
        _ = try await store.merchantStore.create(shop, by: "alice")
        _ = try await store.merchantStore.create(
            try WebhookFixture.endpoint(of: shop.id), secret: LineFixture.sealed(), by: "alice")
        #expect(try await store.audit().breaches == [])
        try await fixture.tamper(sql)
        #expect(try await store.audit().breaches.map(\.rule) == [rule])
    }

    @Test("an empty batch that was taken out is missed by the one after it")
    func gap() async throws {
        try await fill()
        _ = try await store.closeBatch(at: StoreFixture.now)
        try await fixture.tamper("DELETE FROM batches WHERE number = 2")
        let breaches = try await store.audit().breaches
        #expect(breaches == [AuditBreach(rule: .batchMissing, subject: "2")])
    }
}
