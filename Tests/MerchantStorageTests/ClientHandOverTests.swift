import StorageFixtures
import Merchants
import PaymentDomain
import Testing

@testable import MerchantStorage

@Suite(
    "Names of clients that went to the wrong merchant", .timeLimit(.minutes(5)), .onBothDatabases)
struct ClientHandOverTests {
    private static let now = MerchantFixture.now
    private static let first = StoredSecret.keyed([1])
    private static let second = StoredSecret.keyed([2])

    private static func client(
        _ name: String, of merchant: String, isOpen: Bool = false
    ) throws -> ClientIdentity {
        try MerchantFixture.client(name, of: merchant, isOpen: isOpen)
    }

    /// What of names' taking is on record, newest first.
    private static func acts(_ database: StoreFixture) async throws -> [String] {
        try await database.merchants.acts(limit: 100).filter { $0.act.kind == .credentialRemoved }
            .map { "\($0.act.subject): \($0.act.result)" }
    }

    @Test("a client is taken by another merchant when its secrets have ended, and without them")
    func endedSecrets() async throws {
        let database = try await MerchantFixture.database("shop", "other")
        let store = database.store
        let name = try Self.client("STORE", of: "shop")
        let next = try Self.client("STORE", of: "other")
        _ = try await store.merchantStore.addClient(
            [name], secret: Self.first, by: "alice", at: Self.now)
        let rotated = try await store.merchantStore.rotate(
            name, to: Self.second, overlapSeconds: 60, by: "alice", at: Self.now)
        _ = try await store.merchantStore.revoke(
            credential: rotated.value, of: MerchantID("shop"), by: "alice", at: Self.now)
        // The older one is good until its overlap ends.
        await #expect(throws: AdministrationError.refused(.identityTaken)) {
            try await store.merchantStore.addClient(
                [next], secret: .keyed([3]), taking: true, by: "alice",
                at: Self.now.adding(seconds: 59))
        }
        let end = Self.now.adding(seconds: 60)
        await #expect(throws: AdministrationError.refused(.identityTaken)) {
            try await store.merchantStore.addClient(
                [next], secret: .keyed([3]), by: "alice", at: end)
        }
        let given = try await store.merchantStore.addClient(
            [next], secret: .keyed([3]), taking: true, by: "alice", at: end)
        // The numbers of those that are on record are nobody's again.
        #expect(given.value == 3)
        #expect(try await store.merchantStore.clients() == [next])
        #expect(try await store.merchantStore.credentials().map(\.secret) == [.keyed([3])])
        #expect(try await Self.acts(database) == ["shop radial STORE: done"])
        #expect(try await store.audit().isClean)
    }

    @Test("a name without a secret can be taken after the last secret of its merchant's clients")
    func openNames() async throws {
        let database = try await MerchantFixture.database("shop", "other")
        let store = database.store
        let wrong = [
            try Self.client("user", of: "shop"),
            try Self.client("site:*", of: "shop", isOpen: true),
        ]
        let right = [
            try Self.client("till", of: "other"),
            try Self.client("site:*", of: "other", isOpen: true),
        ]
        let number = try #require(
            try await store.merchantStore.addClient(
                wrong, secret: Self.first, by: "alice", at: Self.now
            ).value)
        await #expect(throws: AdministrationError.refused(.identityTaken)) {
            try await store.merchantStore.addClient(
                right, secret: Self.second, taking: true, by: "alice", at: Self.now)
        }
        #expect(try await Set(store.merchantStore.clients()) == Set(wrong))
        _ = try await store.merchantStore.revoke(
            credential: number, of: MerchantID("shop"), by: "alice", at: Self.now)
        await #expect(throws: AdministrationError.refused(.identityTaken)) {
            try await store.merchantStore.addClient(
                right, secret: Self.second, by: "alice", at: Self.now)
        }
        _ = try await store.merchantStore.addClient(
            right, secret: Self.second, taking: true, by: "alice", at: Self.now)
        #expect(try await Set(store.merchantStore.clients()) == Set([wrong[0]] + right))
        // What was the first one's own stays on record with it.
        #expect(
            try await store.merchantStore.credentials().map(\.secret) == [Self.first, Self.second])
        #expect(try await Self.acts(database) == ["shop radial site:*: done"])
    }

    @Test("a name is taken from its own merchant alone, and one that has a secret from none")
    func removal() async throws {
        let database = try await MerchantFixture.database("shop", "other")
        let store = database.store
        let user = try Self.client("user", of: "shop")
        let site = try Self.client("site:*", of: "shop", isOpen: true)
        _ = try await store.merchantStore.addClient(
            [user, site], secret: Self.first, by: "alice", at: Self.now)
        let stranger = try Self.client("site:*", of: "other", isOpen: true)
        for names in [[stranger], [site, stranger], [user], [site, user]] {
            await #expect(throws: AdministrationError.refused(.credentialUnknown)) {
                try await store.merchantStore.remove(names, by: "alice", at: Self.now)
            }
        }
        #expect(try await Set(store.merchantStore.clients()) == [user, site])
        let before = try await store.merchantStore.configurationVersion()
        let removed = try await store.merchantStore.remove([site], by: "alice", at: Self.now)
        #expect(removed.configurationVersion == before + 1)
        #expect(try await store.merchantStore.clients() == [user])
        #expect(try await Self.acts(database).first == "shop radial site:*: done")
        let own = [try Self.client("till", of: "other"), stranger]
        _ = try await store.merchantStore.addClient(
            own, secret: Self.second, by: "alice", at: Self.now)
        #expect(try await Set(store.merchantStore.clients()) == Set([user] + own))
    }
}
