import MerchantStorage
import CardVault
import DialectKit
import Gateway
import Merchants
import PaymentDomain
import PaymentStorage
import Synchronization
import Testing

@testable import CosterServer

@Suite("The identity of a client", .timeLimit(.minutes(20)))
struct AuthenticatorTests {
    private static let now = Timestamp(seconds: 1_795_000_000)
    private static let shop = MerchantID("shop")
    private static let chosen = "tulips-and-roses"

    /// What the books hold of one client with three secrets that we made, and one with a chosen one.
    private struct Books {
        let vault: CardVault
        let made = (0..<3).map { _ in GeneratedSecret().text }
        var records = MerchantRecords()

        init() throws {
            let keys = try VaultKeys.bootstrap(master: MasterKey.made(), existing: [], at: now)
            vault = CardVault(keys: keys.keys)
            let numbers = try AcquirerNumbers(
                merchantNumber: "1", terminalNumber: "00000001", categoryCode: "5999")
            records.merchants = [
                MerchantRecord(
                    id: shop, appleMerchantIdentifier: "merchant.com.example", numbers: numbers,
                    createdAt: now)
            ]
            records.clients = [
                try ClientIdentity(dialect: "radial", name: "STORE", merchant: shop),
                try ClientIdentity(dialect: "cardconnect", name: "user", merchant: shop),
                try ClientIdentity(
                    dialect: "cardconnect", name: "merchid:7", merchant: shop, isOpen: true),
                try ClientIdentity(
                    dialect: "cardconnect", name: "cardsecure:site", merchant: shop, isOpen: true),
            ]
            // Good for ever, until a minute from now, and revoked a minute ago.
            records.credentials = [
                record(1, "radial", "STORE", made[0]),
                record(2, "radial", "STORE", made[1], expiresAt: now.adding(seconds: 60)),
                record(3, "radial", "STORE", made[2], revokedAt: now.adding(seconds: -60)),
                CredentialRecord(
                    number: 4, dialect: "cardconnect", identity: "user",
                    secret: .slow(try ScryptHash(of: chosen)), createdAt: now, expiresAt: nil,
                    revokedAt: nil),
            ]
        }

        private func record(
            _ number: Int64, _ dialect: String, _ name: String, _ secret: String,
            expiresAt: Timestamp? = nil, revokedAt: Timestamp? = nil
        ) -> CredentialRecord {
            CredentialRecord(
                number: number, dialect: dialect, identity: name,
                secret: .keyed(vault.secretCode(of: Array(secret.utf8))), createdAt: now,
                expiresAt: expiresAt, revokedAt: revokedAt)
        }

        func authenticator(
            _ live: CurrentDirectory? = nil,
            checks: PasswordVerifier = PasswordVerifier(maximumWaiting: 3)
        ) -> Authenticator {
            Authenticator(
                directory: live ?? directory(), vault: vault,
                slowChecks: checks)
        }

        func directory(
            uptime: @escaping @Sendable () -> Duration = { .zero }
        ) -> CurrentDirectory {
            CurrentDirectory(
                MerchantDirectory(
                    records, vault: vault,
                    options: MerchantOptions(allowsRefundBeyondCapture: false)), uptime: uptime)
        }
    }

    private static func verdict(
        _ authenticator: Authenticator, _ dialect: String, _ name: String, _ secret: String,
        after seconds: Int64 = 0
    ) async -> Authentication {
        await authenticator.verdict(
            dialect: dialect, PresentedCredential(identity: name, secret: secret),
            from: ClientAddress(nil), at: now.adding(seconds: seconds))
    }

    @Test("of several secrets each is good in its time, and a revoked one never")
    func overlap() async throws {
        let database = try Books()
        let office = database.authenticator()
        for (index, seconds, isGood) in [
            (0, 0, true), (0, 1_000_000, true), (1, 0, true), (1, 59, true), (1, 60, false),
            (2, 0, false),
        ] {
            let verdict = await Self.verdict(
                office, "radial", "STORE", database.made[index], after: Int64(seconds))
            #expect(
                verdict == (isGood ? .merchant(Self.shop) : .refused), "\(index) \(seconds)")
        }
    }

    @Test(
        "a wrong name, a wrong secret, another dialect and an empty secret are refused alike",
        arguments: [
            ("radial", "STORE", "wrong"), ("radial", "STORE", ""), ("radial", "store", "wrong"),
            ("radial", "ANOTHER", "wrong"), ("vantiv", "STORE", "wrong"),
            ("cardconnect", "user", "wrong"), ("cardconnect", "user", ""),
            ("cardconnect", "nobody", "wrong"), ("cardconnect", "merchid:8", ""),
            ("cardconnect", "merchid:7", "a secret where none belongs"),
            ("instamed", "cardsecure:site", ""),
        ])
    func refused(_ dialect: String, _ name: String, _ secret: String) async throws {
        let office = try Books().authenticator()
        #expect(await Self.verdict(office, dialect, name, secret) == .refused)
    }

    @Test(
        "a name that proves nothing says whose a request is; a host without a merchant is the site's"
    )
    func openNames() async throws {
        let office = try Books().authenticator()
        for name in ["merchid:7", "cardsecure:site", "cardsecure:host:elsewhere.example"] {
            #expect(
                await Self.verdict(office, "cardconnect", name, "") == .merchant(Self.shop),
                "\(name)")
        }
    }

    @Test("without a good secret a merchant keeps its hosts, but not those that are nobody's")
    func namesLeftBehind() async throws {
        var database = try Books()
        let (own, other) = ("cardsecure:host:roses.example", MerchantID("other"))
        database.records.clients.append(
            try ClientIdentity(
                dialect: "cardconnect", name: own, merchant: Self.shop, isOpen: true))
        let record = database.records.credentials[3]
        database.records.credentials[3] = CredentialRecord(
            number: record.number, dialect: record.dialect, identity: record.identity,
            secret: record.secret, createdAt: record.createdAt, expiresAt: nil,
            revokedAt: Self.now)
        let office = database.authenticator()
        for name in ["cardsecure:site", "cardsecure:host:elsewhere.example"] {
            #expect(await Self.verdict(office, "cardconnect", name, "") == .refused, "\(name)")
        }
        // Under another's site its customers' cards would be the other's for good.
        database.records.clients.removeAll { $0.name == "cardsecure:site" }
        database.records.clients += [
            try ClientIdentity(dialect: "cardconnect", name: "till", merchant: other),
            try ClientIdentity(
                dialect: "cardconnect", name: "cardsecure:site", merchant: other, isOpen: true),
        ]
        database.records.credentials.append(
            CredentialRecord(
                number: 5, dialect: "cardconnect", identity: "till", secret: .keyed([1]),
                createdAt: Self.now, expiresAt: nil, revokedAt: nil))
        let both = database.authenticator()
        for (name, owner) in [
            ("merchid:7", Self.shop), (own, Self.shop),
            ("cardsecure:host:elsewhere.example", other),
        ] {
            #expect(
                await Self.verdict(both, "cardconnect", name, "") == .merchant(owner), "\(name)")
        }
    }

    @Test("an InstaMed user who went to another merchant left his outlets behind")
    func outlets() async throws {
        var database = try Books()
        let other = MerchantID("other")
        database.records.clients = [
            try ClientIdentity(dialect: "instamed", name: "u", merchant: Self.shop),
            try ClientIdentity(
                dialect: "instamed", name: "outlet:u:M:1:1", merchant: Self.shop,
                details: ["u", "M", "1", "1"], isOpen: true),
            try ClientIdentity(
                dialect: "instamed", name: "outlet:u:N:1:1", merchant: other,
                details: ["u", "N", "1", "1"], isOpen: true),
            try ClientIdentity(dialect: "instamed", name: "v", merchant: other),
        ]
        database.records.credentials = ["u", "v"].enumerated().map { number, name in
            CredentialRecord(
                number: Int64(number + 1), dialect: "instamed", identity: name,
                secret: .keyed([1]), createdAt: Self.now, expiresAt: nil, revokedAt: nil)
        }
        #expect(database.directory().value.dialects.outlets.map(\.merchantID) == ["M"])
    }

    @Test("a chosen secret is known the first time and the hundredth, and a wrong one never")
    func slowSecrets() async throws {
        let office = try Books().authenticator()
        for _ in 0..<100 {
            #expect(
                await Self.verdict(office, "cardconnect", "user", Self.chosen)
                    == .merchant(Self.shop))
            #expect(await Self.verdict(office, "cardconnect", "user", "wrong-wrong") == .refused)
        }
    }

    @Test("if more secrets are tried than can be checked, clients are asked to come again")
    func overload() async throws {
        let office = try Books().authenticator()
        // Known before the flood, the right secret is good through it.
        #expect(
            await Self.verdict(office, "cardconnect", "user", Self.chosen) == .merchant(Self.shop))
        let verdicts = await withTaskGroup(of: Authentication.self) { group in
            for index in 0..<40 {
                group.addTask {
                    await Self.verdict(office, "cardconnect", "user", "guess number \(index)")
                }
            }
            let during = await Self.verdict(office, "cardconnect", "user", Self.chosen)
            #expect(during == .merchant(Self.shop))
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(verdicts.contains(.overloaded))
        #expect(verdicts.allSatisfy { $0 == .overloaded || $0 == .refused })
    }

    @Test("many connections that present one chosen secret at once cost one check")
    func together() async throws {
        let office = try Books().authenticator()
        let verdicts = await withTaskGroup(of: Authentication.self) { group in
            for _ in 0..<40 {
                group.addTask { await Self.verdict(office, "cardconnect", "user", Self.chosen) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(verdicts.allSatisfy { $0 == .merchant(Self.shop) })
    }

    @Test("if a client's secret is slow to check, every refused name costs a check")
    func names() async throws {
        var database = try Books()
        database.records.clients.append(
            try ClientIdentity(dialect: "cardconnect", name: "keyed", merchant: Self.shop))
        let checks = PasswordVerifier(maximumWaiting: 0)
        let office = database.authenticator(checks: checks)
        // There is room for none, so that each says that it needs one.
        for name in ["user", "keyed", "nobody", "nobody else"] {
            let verdict = await Self.verdict(office, "cardconnect", name, "wrong-wrong")
            #expect(verdict == .overloaded, "\(name)")
        }
        #expect(await Self.verdict(office, "cardconnect", "nobody", "") == .refused)
    }

    @Test("a revoked secret that was known by heart is forgotten with the next directory")
    func revocation() async throws {
        var database = try Books()
        let live = database.directory()
        let office = database.authenticator(live)
        #expect(
            await Self.verdict(office, "cardconnect", "user", Self.chosen) == .merchant(Self.shop))
        let record = database.records.credentials[3]
        database.records.credentials[3] = CredentialRecord(
            number: record.number, dialect: record.dialect, identity: record.identity,
            secret: record.secret, createdAt: record.createdAt, expiresAt: nil,
            revokedAt: Self.now)
        live.replace(database.directory().value)
        #expect(await Self.verdict(office, "cardconnect", "user", Self.chosen) == .refused)
    }

    @Test("a server that hasn't read its database lately accepts no request until it has")
    func silence() async throws {
        let database = try Books()
        let uptime = Mutex(Duration.seconds(100))
        let live = database.directory { uptime.withLock { $0 } }
        let office = database.authenticator(live)
        func isLetIn() async -> Bool {
            let right = await Self.verdict(office, "radial", "STORE", database.made[0])
            let wrong = await Self.verdict(office, "radial", "STORE", "wrong")
            let open = await Self.verdict(office, "cardconnect", "merchid:7", "")
            guard right == .overloaded else {
                #expect(right == .merchant(Self.shop) && wrong == .refused && open == right)
                return true
            }
            #expect(wrong == .overloaded && open == .overloaded)
            return false
        }
        #expect(await isLetIn())
        uptime.withLock { $0 += CurrentDirectory.staleAfter }
        #expect(await isLetIn())
        uptime.withLock { $0 += .milliseconds(1) }
        #expect(await !isLetIn())
        // A look that began long ago says nothing of now.
        live.didRefresh(at: .seconds(100))
        #expect(await !isLetIn())
        live.didRefresh(at: .seconds(105))
        #expect(await isLetIn())
    }

    @Test("a server whose keys the database doesn't have accepts no request until it does")
    func keysOutOfUse() async throws {
        let database = try Books()
        let live = database.directory()
        let office = database.authenticator(live)
        let known = Authentication.merchant(Self.shop)
        let rows: [(LoadedDirectory.Keys, Authentication)] = [
            (.left, known), (.outOfUse, .overloaded), (.unreadable, .overloaded),
            (.taken, known), (.unreadable, known), (.ofOtherDatabase, .overloaded),
            (.unreadable, .overloaded), (.taken, known),
        ]
        for (keys, verdict) in rows {
            live.note(keys)
            let found = await Self.verdict(office, "radial", "STORE", database.made[0])
            #expect(found == verdict, "\(keys)")
            #expect(live.isCurrent == (verdict == known), "\(keys)")
        }
    }

    @Test("a server is healthy while its database takes its heartbeat, and from its start")
    func wellness() throws {
        let uptime = Mutex(Duration.seconds(100))
        let live = try Books().directory { uptime.withLock { $0 } }
        #expect(live.isHealthy)
        uptime.withLock { $0 += CurrentDirectory.wellFor }
        #expect(live.isHealthy)
        uptime.withLock { $0 += .milliseconds(1) }
        #expect(!live.isHealthy)
        live.wasTold(at: .seconds(109))
        #expect(live.isHealthy)
    }
}
