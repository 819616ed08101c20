import StorageFixtures
import Merchants
import PaymentDomain
import Testing

@testable import MerchantStorage

@Suite("Clients and their secrets", .timeLimit(.minutes(5)), .onBothDatabases)
struct ClientTests {
    private static let now = MerchantFixture.now
    private static let first = StoredSecret.keyed([1])
    private static let second = StoredSecret.keyed([2])

    private static func refused(
        _ fault: MerchantFault, _ body: () async throws -> Void
    ) async {
        await #expect(throws: AdministrationError.refused(fault)) { try await body() }
    }

    @Test("a client's name belongs to one merchant")
    func oneOwner() async throws {
        let database = try await MerchantFixture.database("shop", "other")
        let name = try MerchantFixture.client("STORE", of: "shop")
        _ = try await database.merchants.addClient(
            [name], secret: Self.first, by: "alice", at: Self.now)
        let stolen = try MerchantFixture.client("STORE", of: "other")
        await Self.refused(.identityTaken) {
            _ = try await database.merchants.addClient(
                [stolen], secret: Self.second, by: "alice", at: Self.now)
        }
        await Self.refused(.credentialUnknown) {
            _ = try await database.merchants.rotate(
                stolen, to: Self.second, overlapSeconds: 0, by: "alice", at: Self.now)
        }
        #expect(try await database.merchants.clients() == [name])
        #expect(try await database.merchants.credentials().map(\.secret) == [Self.first])
    }

    @Test("none of a client's names is stored if one of them is taken")
    func allOrNothing() async throws {
        let database = try await MerchantFixture.database("shop", "other")
        let others = [
            try MerchantFixture.client("merchid:1", of: "other", isOpen: true),
            try MerchantFixture.client("till", of: "other"),
        ]
        _ = try await database.merchants.addClient(
            others, secret: Self.second, by: "alice", at: Self.now)
        await Self.refused(.identityTaken) {
            _ = try await database.merchants.addClient(
                [
                    try MerchantFixture.client("user", of: "shop"),
                    try MerchantFixture.client("merchid:1", of: "shop", isOpen: true),
                ], secret: Self.first, by: "alice", at: Self.now)
        }
        #expect(try await database.merchants.clients() == others)
        #expect(try await database.merchants.credentials().map(\.secret) == [Self.second])
    }

    @Test("a client that has its secret gets further names without one, and keeps its secret")
    func furtherNames() async throws {
        let database = try await MerchantFixture.database("shop", "other")
        let user = try MerchantFixture.client("user", of: "shop")
        let outlets = try ["outlet:1", "outlet:2"].map {
            try MerchantFixture.client($0, of: "shop", isOpen: true)
        }
        let number = try await database.merchants.addClient(
            [user, outlets[0]], secret: Self.first, by: "alice", at: Self.now
        ).value
        let further = try await database.merchants.addClient(
            [user, outlets[1]], secret: nil, by: "alice", at: Self.now)
        #expect(number != nil && further.value == nil)
        #expect(Set(try await database.merchants.clients()) == Set([user] + outlets))
        #expect(try await database.merchants.credentials().map(\.secret) == [Self.first])
        // Nothing of it is new, a secret comes with it, or the outlet or the user is another's.
        let taken = try MerchantFixture.client("outlet:1", of: "other", isOpen: true)
        let stranger = try MerchantFixture.client("user", of: "other")
        let another = try MerchantFixture.client("outlet:3", of: "shop", isOpen: true)
        for (names, secret) in [
            ([user, outlets[1]], nil), ([user, another], Self.second), ([stranger, taken], nil),
        ] as [([ClientIdentity], StoredSecret?)] {
            await Self.refused(.identityTaken) {
                _ = try await database.merchants.addClient(
                    names, secret: secret, by: "alice", at: Self.now)
            }
        }
        #expect(try await database.merchants.clients().count == 3)
    }

    @Test("a client of a merchant that is not there is refused")
    func unknownMerchant() async throws {
        let database = try await MerchantFixture.database("shop")
        await Self.refused(.merchantUnknown) {
            _ = try await database.merchants.addClient(
                [try MerchantFixture.client("STORE", of: "nobody")], secret: Self.first,
                by: "alice", at: Self.now)
        }
    }

    @Test("after a rotation the old secret is valid until the overlap ends, and no longer")
    func overlap() async throws {
        let database = try await MerchantFixture.database("shop")
        let name = try MerchantFixture.client("STORE", of: "shop")
        _ = try await database.merchants.addClient(
            [name], secret: Self.first, by: "alice", at: Self.now)
        _ = try await database.merchants.rotate(
            name, to: Self.second, overlapSeconds: 60, by: "alice", at: Self.now)
        let secrets = try await database.merchants.credentials()
        let good = { (seconds: Int64) in
            secrets.filter { $0.isGood(at: Self.now.adding(seconds: seconds)) }.map(\.secret)
        }
        #expect(good(0) == [Self.first, Self.second])
        #expect(good(59) == [Self.first, Self.second])
        #expect(good(60) == [Self.second])
        #expect(good(1_000_000) == [Self.second])
    }

    @Test("a second rotation never makes an old secret good for longer")
    func overlapsDoNotGrow() async throws {
        let database = try await MerchantFixture.database("shop")
        let name = try MerchantFixture.client("STORE", of: "shop")
        _ = try await database.merchants.addClient(
            [name], secret: Self.first, by: "alice", at: Self.now)
        _ = try await database.merchants.rotate(
            name, to: Self.second, overlapSeconds: 60, by: "alice", at: Self.now)
        _ = try await database.merchants.rotate(
            name, to: .keyed([3]), overlapSeconds: 3600, by: "alice", at: Self.now)
        let ends = try await database.merchants.credentials().map(\.expiresAt)
        #expect(
            ends == [
                Self.now.adding(seconds: 60), Self.now.adding(seconds: 3600), nil,
            ])
    }

    @Test("a revoked secret is good for nothing, and is not revoked twice")
    func revocation() async throws {
        let database = try await MerchantFixture.database("shop", "other")
        let name = try MerchantFixture.client("STORE", of: "shop")
        let number = try #require(
            try await database.merchants.addClient(
                [name], secret: Self.first, by: "alice", at: Self.now
            ).value)
        await Self.refused(.credentialUnknown) {
            _ = try await database.merchants.revoke(
                credential: number, of: MerchantID("other"), by: "alice", at: Self.now)
        }
        _ = try await database.merchants.revoke(
            credential: number, of: MerchantID("shop"), by: "alice", at: Self.now)
        #expect(
            try await database.merchants.credentials().map { $0.isGood(at: Self.now) } == [false])
        await Self.refused(.credentialUnknown) {
            _ = try await database.merchants.revoke(
                credential: number, of: MerchantID("shop"), by: "alice", at: Self.now)
        }
    }

    @Test("a client has only so many good secrets at once")
    func limit() async throws {
        let database = try await MerchantFixture.database("shop")
        let name = try MerchantFixture.client("STORE", of: "shop")
        _ = try await database.merchants.addClient(
            [name], secret: Self.first, by: "alice", at: Self.now)
        for count in 1..<MerchantLimits.secretsAtOnce {
            _ = try await database.merchants.rotate(
                name, to: .keyed([UInt8(count)]), overlapSeconds: 3600, by: "alice", at: Self.now)
        }
        await Self.refused(.tooManySecrets) {
            _ = try await database.merchants.rotate(
                name, to: Self.second, overlapSeconds: 3600, by: "alice", at: Self.now)
        }
    }

    @Test("every change raises the configuration version")
    func versions() async throws {
        let database = try await MerchantFixture.database("shop")
        let name = try MerchantFixture.client("STORE", of: "shop")
        var versions = [try await database.merchants.configurationVersion()]
        versions.append(
            try await database.merchants.addClient(
                [name], secret: Self.first, by: "alice", at: Self.now
            ).configurationVersion)
        versions.append(
            try await database.merchants.rotate(
                name, to: Self.second, overlapSeconds: 0, by: "alice", at: Self.now
            ).configurationVersion)
        #expect(versions == [1, 2, 3])
        #expect(try await database.merchants.configurationVersion() == 3)
    }

    @Test("running servers are distinguished from those with an old heartbeat")
    func nodes() async throws {
        let database = try await StoreFixture()
        let later = Self.now.adding(seconds: 30)
        try await database.merchants.sendHeartbeat(
            RunningNode(
                id: "old", startedAt: Self.now, seenAt: Self.now, configurationVersion: 1,
                keysVersion: 1))
        let node = RunningNode(
            id: "new", startedAt: Self.now, seenAt: later, configurationVersion: 4, keysVersion: 3)
        try await database.merchants.sendHeartbeat(node)
        #expect(try await database.merchants.nodes(seenSince: later.adding(seconds: -10)) == [node])
        try await database.merchants.forget(node: "new")
        #expect(try await database.merchants.nodes(seenSince: later.adding(seconds: -10)).isEmpty)
    }
}
