import CardVault
import Merchants
import PaymentDomain
import StorageFixtures
import Testing
import Webhooks

@testable import MerchantStorage

@Suite("Endpoints and their secrets in the database", .timeLimit(.minutes(5)), .onBothDatabases)
struct WebhookTests {
    private static let now = MerchantFixture.now
    private static let shop = MerchantID("shop")
    private static let hour: Int64 = 3_600

    private let database: StoreFixture
    private let endpoint: WebhookEndpoint
    private var store: SQLMerchantStore { database.merchants }

    /// A database with an endpoint, whose secret is 1.
    init() async throws {
        database = try await MerchantFixture.database("shop")
        endpoint = try WebhookFixture.endpoint(of: Self.shop, kinds: ["payment.captured", "a.b"])
        _ = try await store.create(endpoint, secret: LineFixture.sealed(1), by: "alice")
    }

    private func records() async throws -> [WebhookRecord] {
        try await store.merchantRecords().webhooks
    }

    private func secrets() async throws -> [UInt8?] {
        try await records().flatMap(\.secrets).map(\.sealed.bytes.first)
    }

    private func rotate(to byte: UInt8, hours: Int64, at now: Timestamp) async throws {
        _ = try await store.rotate(
            endpoint.id, to: LineFixture.sealed(byte), overlapSeconds: hours * Self.hour,
            by: "alice", at: now)
    }

    private func refused(_ fault: WebhookFault, _ body: () async throws -> Void) async {
        await #expect(throws: AdministrationError.webhookRefused(fault)) { try await body() }
    }

    @Test("an endpoint comes back as it was set up, and reaches running servers")
    func created() async throws {
        let before = try await store.configurationVersion()
        let other = try WebhookFixture.endpoint(of: .sandbox, format: .radial)
        let done = try await store.create(other, secret: LineFixture.sealed(2), by: "alice")
        #expect(done.configurationVersion == before + 1)
        #expect(Set(try await records().map(\.endpoint)) == [endpoint, other])
        #expect(try await records().allSatisfy { $0.disabledAt == nil && $0.disabledBy == nil })
    }

    @Test("a merchant has one endpoint of a URL, and at most sixteen")
    func limits() async throws {
        await refused(.webhookExists) {
            _ = try await store.create(
                try WebhookFixture.endpoint(of: Self.shop), secret: LineFixture.sealed(2),
                by: "bob")
        }
        for number in 1..<WebhookLimits.endpoints {
            _ = try await store.create(
                try WebhookFixture.endpoint(of: Self.shop, "https://shop.example/\(number)"),
                secret: LineFixture.sealed(2), by: "bob")
        }
        await refused(.tooManyWebhooks) {
            _ = try await store.create(
                try WebhookFixture.endpoint(of: Self.shop, "https://shop.example/more"),
                secret: LineFixture.sealed(2), by: "bob")
        }
        #expect(try await records().count == WebhookLimits.endpoints)
    }

    @Test("an unknown merchant has no endpoint")
    func merchant() async throws {
        await #expect(throws: AdministrationError.refused(.merchantUnknown)) {
            try await store.create(
                try WebhookFixture.endpoint(of: MerchantID("nobody")),
                secret: LineFixture.sealed(2), by: "bob")
        }
    }

    @Test("two secrets sign during the overlap, never three, and the worker erases the older one")
    func rotation() async throws {
        try await rotate(to: 2, hours: 24, at: Self.now)
        #expect(try await secrets() == [1, 2])
        try await rotate(to: 3, hours: 1, at: Self.now)
        #expect(try await secrets() == [2, 3])
        let end = Self.now.adding(seconds: Self.hour)
        #expect(try await database.store.eraseExpired(before: end.adding(seconds: -1)) == 0)
        #expect(try await database.store.eraseExpired(before: end) == 1)
        #expect(try await secrets() == [3])
        try await rotate(to: 4, hours: 0, at: end)
        #expect(try await secrets() == [4])
    }

    @Test(
        "a disabled endpoint stays, with its time and reason", arguments: DisablingReason.allCases)
    func disabled(reason: DisablingReason) async throws {
        _ = try await store.disable(endpoint.id, because: reason, by: "alice", at: Self.now)
        let record = try #require(try await records().first)
        #expect(record.disabledAt == Self.now)
        #expect(record.disabledBy == reason)
        await refused(.webhookDisabled) { try await rotate(to: 2, hours: 1, at: Self.now) }
        await refused(.webhookDisabled) {
            _ = try await store.disable(endpoint.id, because: reason, by: "alice", at: Self.now)
        }
    }

    @Test("an endpoint that is enabled again is as it was", arguments: DisablingReason.allCases)
    func enabled(reason: DisablingReason) async throws {
        let before = try await records()
        _ = try await store.disable(endpoint.id, because: reason, by: "alice", at: Self.now)
        for _ in 0..<2 {
            _ = try await store.enable(endpoint.id, by: "alice", at: Self.now)
            #expect(try await records() == before)
        }
        await refused(.webhookUnknown) {
            _ = try await store.enable(WebhookID(), by: "alice", at: Self.now)
        }
    }

    @Test(
        "an endpoint whose row isn't ours is named as such, and can be removed; the others go on",
        arguments: ["url = 'gopher://shop'", "disabled_at = 1, disabled_by = 'tired'"])
    func altered(change: String) async throws {
        let other = try WebhookFixture.endpoint(of: Self.shop, "https://shop.example/other")
        _ = try await store.create(other, secret: LineFixture.sealed(2), by: "alice")
        try await database.tamper(
            "UPDATE webhook_endpoints SET \(change) WHERE id = '\(endpoint.id)'")
        let found = try await store.merchantRecords()
        #expect(found.webhooks.map(\.endpoint) == [other])
        #expect(found.unreadableWebhooks == [UnreadableWebhook(id: endpoint.id.value)])
        _ = try await store.remove(endpoint.id, by: "alice", at: Self.now)
        #expect(try await store.merchantRecords().unreadableWebhooks == [])
    }

    @Test("a removed endpoint leaves no secret, and its URL is free again")
    func removed() async throws {
        _ = try await store.remove(endpoint.id, by: "alice", at: Self.now)
        #expect(try await records() == [])
        await refused(.webhookUnknown) {
            _ = try await store.remove(endpoint.id, by: "alice", at: Self.now)
        }
        await refused(.webhookUnknown) { try await rotate(to: 2, hours: 1, at: Self.now) }
        await refused(.webhookUnknown) {
            _ = try await store.enable(endpoint.id, by: "alice", at: Self.now)
        }
        #expect(try await database.store.audit().breaches == [])
        _ = try await store.create(
            try WebhookFixture.endpoint(of: Self.shop), secret: LineFixture.sealed(5), by: "bob")
        #expect(try await secrets() == [5])
    }

    @Test("the audit log has each change, and of the URL its host alone")
    func acts() async throws {
        try await rotate(to: 2, hours: 1, at: Self.now)
        _ = try await store.disable(endpoint.id, because: .byOperator, by: "alice", at: Self.now)
        _ = try await store.enable(endpoint.id, by: "alice", at: Self.now)
        _ = try await store.remove(endpoint.id, by: "alice", at: Self.now)
        let acts = try await store.acts(limit: 5).map(\.act)
        #expect(
            acts.map { "\($0.kind.rawValue) \($0.subject): \($0.result)" } == [
                "webhook-removed \(endpoint.id): done",
                "webhook-enabled \(endpoint.id): done",
                "webhook-disabled \(endpoint.id) operator: done",
                "webhook-secret-rotated \(endpoint.id): done",
                "webhook-created \(endpoint.id) shop shop.example standard: done",
            ])
    }

    @Test(
        "the schema itself refuses what no statement of ours would do",
        arguments: [
            "UPDATE webhook_endpoints SET disabled_at = 1",
            "UPDATE webhook_endpoints SET removed_at = 1",
            "UPDATE webhook_endpoints SET disabled_at = 1, disabled_by = 'other'",
            "UPDATE webhook_secrets SET endpoint = 'north'",
            "INSERT INTO webhook_secrets (merchant, endpoint, key_id, sealed_secret, valid_from) SELECT merchant, endpoint, key_id, sealed_secret, 0 FROM webhook_secrets",
            "DELETE FROM webhook_endpoints",
        ])
    func schema(sql: String) async throws {
        await #expect(throws: StoreError.corrupt) {
            try await store.write { db in _ = try db.change(sql, []) }
        }
    }
}
