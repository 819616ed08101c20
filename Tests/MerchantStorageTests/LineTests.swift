import StorageFixtures
import CardVault
import Merchants
import PaymentDomain
import Routing
import Testing

@testable import MerchantStorage

@Suite("Lines and their secrets in the database", .timeLimit(.minutes(5)), .onBothDatabases)
struct LineTests {
    private static let now = MerchantFixture.now
    private static let east = LineID("east")
    private static let hour: Int64 = 3_600

    private let database: StoreFixture
    private var store: SQLMerchantStore { database.merchants }

    /// A database with the line east, whose secret is 1.
    init() async throws {
        database = try await MerchantFixture.database("shop")
        _ = try await store.create(
            try LineFixture.line("east"), secret: LineFixture.sealed(1), by: "alice", at: Self.now)
    }

    private func rotate(to byte: UInt8, hours: Int64 = 24, at now: Timestamp) async throws {
        _ = try await store.rotate(
            Self.east, to: LineFixture.sealed(byte), overlapSeconds: hours * Self.hour,
            by: "alice", at: now)
    }

    private func refused(_ fault: LineFault, _ body: () async throws -> Void) async {
        await #expect(throws: AdministrationError.lineRefused(fault)) { try await body() }
    }

    /// The first byte of each secret, the one in use behind the others.
    private func secrets() async throws -> [UInt8?] {
        let line = try #require(try await store.merchantRecords().lines.first)
        let kept = line.secrets.filter { $0.expiresAt != nil }
        return (kept + [line.secretInUse].compactMap { $0 }).map(\.sealed.bytes.first)
    }

    @Test("a line comes back as it was set up, and reaches running servers")
    func created() async throws {
        let before = try await store.configurationVersion()
        var west = try LineFixture.line("west", .test)
        west = try LineDefinition(
            id: west.id, kind: west.kind, mode: west.mode,
            currency: try #require(Currency(code: "CAD")),
            address: LineAddress(typed: "https://acquirer.example/west"),
            user: #"1"2\3"#, reportGroup: "Default Report Group",
            roots: "-----BEGIN\nAB\n")
        let done = try await store.create(
            west, secret: LineFixture.sealed(9), by: "alice", at: Self.now)
        #expect(done.configurationVersion == before + 1)
        let lines = try await store.merchantRecords().lines
        #expect(lines.map(\.definition) == [try LineFixture.line("east"), west])
        #expect(lines[1].createdAt == Self.now && lines[1].secrets.map(\.sealed.bytes) == [[9]])
    }

    @Test(
        "a name is taken once, and the sandbox's own line's by nobody",
        arguments: ["east", "sandbox"])
    func taken(name: String) async throws {
        await refused(.lineExists) {
            _ = try await store.create(
                try LineFixture.line(name), secret: LineFixture.sealed(2), by: "bob", at: Self.now)
        }
        #expect(try await store.merchantRecords().lines.map(\.id) == [Self.east])
        #expect(try await secrets() == [1])
    }

    @Test("the newest secret is in use, and the one before it is kept for the overlap")
    func rotation() async throws {
        try await rotate(to: 2, at: Self.now)
        #expect(try await secrets() == [1, 2])
        // The one before the previous one is not.
        try await rotate(to: 3, at: Self.now.adding(seconds: 1))
        #expect(try await secrets() == [2, 3])
        let end = Self.now.adding(seconds: 1 + 24 * Self.hour)
        #expect(try await store.eraseSecrets(expiredAt: end.adding(seconds: -1)) == 0)
        #expect(try await store.eraseSecrets(expiredAt: end) == 1)
        #expect(try await secrets() == [3])
        #expect(try await store.eraseSecrets(expiredAt: end.adding(seconds: 1_000)) == 0)
    }

    @Test("the worker erases a secret after its overlap with what else expired")
    func worker() async throws {
        try await rotate(to: 2, hours: 1, at: Self.now)
        let end = Self.now.adding(seconds: Self.hour)
        #expect(try await database.store.eraseExpired(before: end) == 1)
        #expect(try await secrets() == [2])
    }

    @Test("without an overlap the secret before is erased at once")
    func noOverlap() async throws {
        try await rotate(to: 2, hours: 0, at: Self.now)
        #expect(try await secrets() == [2])
        await refused(.noPreviousSecret) {
            _ = try await store.restoreSecret(of: Self.east, by: "alice", at: Self.now)
        }
    }

    @Test("within the overlap the two secrets change places, as often as asked")
    func back() async throws {
        try await rotate(to: 2, at: Self.now)
        for expected in [[2, 1], [1, 2], [2, 1]] as [[UInt8]] {
            _ = try await store.restoreSecret(
                of: Self.east, by: "alice", at: Self.now.adding(seconds: 5))
            #expect(try await secrets() == expected)
        }
        let line = try #require(try await store.merchantRecords().lines.first)
        #expect(line.secretInUse?.validFrom == Self.now.adding(seconds: 5))
        let ends = line.secrets.compactMap(\.expiresAt)
        #expect(ends == [Self.now.adding(seconds: 24 * Self.hour)])
    }

    @Test("at the end of the overlap there is no way back")
    func tooLate() async throws {
        try await rotate(to: 2, hours: 1, at: Self.now)
        await refused(.noPreviousSecret) {
            _ = try await store.restoreSecret(
                of: Self.east, by: "alice", at: Self.now.adding(seconds: Self.hour))
        }
        #expect(try await secrets() == [1, 2])
    }

    @Test(
        "a line that a rule names stays, as its line and as its next line",
        arguments: [false, true])
    func inUse(asNext: Bool) async throws {
        _ = try await store.create(
            try LineFixture.line("west"), secret: LineFixture.sealed(2), by: "alice", at: Self.now)
        let west = LineID("west")
        let rule = try #require(
            asNext
                ? RouteRule(line: west, otherwise: Self.east) : RouteRule(line: Self.east))
        let shop = MerchantID("shop")
        _ = try await store.set(
            try #require(RouteTable([rule])), of: shop, mode: .live, by: "alice", at: Self.now)
        await refused(.lineInUse) {
            _ = try await store.remove(Self.east, by: "alice", at: Self.now)
        }
        #expect(try await secrets() == [1])
        _ = try await store.set(.empty, of: shop, mode: .live, by: "alice", at: Self.now)
        _ = try await store.remove(Self.east, by: "alice", at: Self.now)
        #expect(try await store.merchantRecords().lines.map(\.id) == [west])
        #expect(try await database.store.audit().isClean)
    }

    @Test("a line that a payment went over stays; its payments go on over it for ever")
    func used() async throws {
        let north = LineID("north")
        let isThere = try await store.write { db in (try db.use(Self.east), try db.use(north)) }
        #expect(isThere == (true, false))
        await refused(.lineInUse) {
            _ = try await store.remove(Self.east, by: "alice", at: Self.now)
        }
        #expect(try await secrets() == [1])
    }

    @Test("a changed line has its new facts, keeps its secrets, and reaches running servers")
    func changed() async throws {
        try await rotate(to: 2, at: Self.now)
        let before = try await store.configurationVersion()
        let change = LineChange(
            address: try LineAddress(typed: "https://moved.example/pay"), user: "TULIPS")
        let done = try await store.change(
            Self.east, by: change, secret: nil, by: "bob", at: Self.now)
        #expect(done.configurationVersion == before + 1)
        let lines = try await store.merchantRecords().lines
        #expect(lines.map(\.definition) == [done.value])
        #expect(done.value == (try change.applied(to: try LineFixture.line("east"))))
        #expect(try await secrets() == [1, 2])
        let act = try await store.acts(limit: 1).map(\.act).first
        #expect(
            act.map { "\($0.kind.rawValue) \($0.subject)" }
                == "line-changed east address https://moved.example/pay, user")
    }

    @Test("another user's secret takes the place of all that the line had")
    func changedUser() async throws {
        try await rotate(to: 2, at: Self.now)
        _ = try await store.change(
            Self.east, by: LineChange(user: "TULIPS"), secret: LineFixture.sealed(3), by: "bob",
            at: Self.now)
        #expect(try await secrets() == [3])
        await refused(.noPreviousSecret) {
            _ = try await store.restoreSecret(of: Self.east, by: "bob", at: Self.now)
        }
        await refused(.badField) {
            _ = try await store.change(
                Self.east, by: LineChange(user: ""), secret: LineFixture.sealed(4), by: "bob",
                at: Self.now)
        }
        #expect(try await secrets() == [3])
    }

    @Test("a removed line's secrets are gone, and its name can be given again")
    func removal() async throws {
        try await rotate(to: 2, at: Self.now)
        _ = try await store.remove(Self.east, by: "alice", at: Self.now)
        #expect(try await store.merchantRecords().lines == [])
        _ = try await store.create(
            try LineFixture.line("east"), secret: LineFixture.sealed(3), by: "alice", at: Self.now)
        #expect(try await secrets() == [3])
    }

    @Test("there is nothing to do to a line that isn't there")
    func unknown() async throws {
        let north = LineID("north")
        await refused(.lineUnknown) {
            _ = try await store.rotate(
                north, to: LineFixture.sealed(2), overlapSeconds: 0, by: "alice", at: Self.now)
        }
        await refused(.lineUnknown) {
            _ = try await store.change(
                north, by: LineChange(user: "u"), secret: nil, by: "alice", at: Self.now)
        }
        await refused(.lineUnknown) {
            _ = try await store.restoreSecret(of: north, by: "alice", at: Self.now)
        }
        await refused(.lineUnknown) {
            _ = try await store.remove(north, by: "alice", at: Self.now)
        }
    }

    @Test("each change is in the audit log, and so is a refused one")
    func audited() async throws {
        try await rotate(to: 2, at: Self.now)
        _ = try await store.restoreSecret(of: Self.east, by: "bob", at: Self.now)
        _ = try await store.set(.empty, of: .sandbox, mode: .test, by: "bob", at: Self.now)
        _ = try await store.remove(Self.east, by: "bob", at: Self.now)
        await refused(.lineUnknown) {
            _ = try await store.remove(Self.east, by: "bob", at: Self.now)
        }
        let acts = try await store.acts(limit: 6).map(\.act)
        #expect(
            acts.map { "\($0.kind.rawValue) \($0.subject): \($0.result)" } == [
                "line-removed east: refused: line-unknown", "line-removed east: done",
                "routes-set sandbox, rules: 0: done", "line-secret-restored east: done",
                "line-secret-rotated east: done", "line-created east worldpay live: done",
            ])
    }

    @Test(
        "a line whose row isn't ours is named as such, isn't changed, and can be removed; the others go on",
        arguments: ["configuration = '{}'", "kind = 'telex'"])
    func altered(change: String) async throws {
        _ = try await store.create(
            try LineFixture.line("west"), secret: LineFixture.sealed(2), by: "alice", at: Self.now)
        try await database.tamper("UPDATE lines SET \(change) WHERE name = 'east'")
        let records = try await store.merchantRecords()
        #expect(records.lines.map(\.id) == [LineID("west")])
        #expect(records.unreadableLines == [UnreadableLine(id: Self.east, mode: "live")])
        await refused(.lineUnreadable) {
            _ = try await store.change(
                Self.east, by: LineChange(user: "u"), secret: nil, by: "alice", at: Self.now)
        }
        _ = try await store.remove(Self.east, by: "alice", at: Self.now)
        #expect(try await store.merchantRecords().unreadableLines == [])
    }

    @Test(
        "the schema itself refuses what no statement of ours would do",
        arguments: [
            "UPDATE lines SET mode = 'other'",
            "UPDATE lines SET used = 2",
            "UPDATE line_credentials SET line = 'north'",
            "INSERT INTO line_credentials (line, key_id, sealed_secret, valid_from) SELECT line, key_id, sealed_secret, 0 FROM line_credentials",
            "INSERT INTO routes (merchant, number, line) VALUES ('shop', 1, 'north')",
            "INSERT INTO routes (merchant, number, line) VALUES ('shop', 0, 'east')",
            "INSERT INTO routes (merchant, number, line, otherwise) VALUES ('shop', 1, 'east', 'east')",
            "INSERT INTO routes (merchant, number, line, amount_from, amount_to) VALUES ('shop', 1, 'east', 1, 2)",
            "INSERT INTO routes (merchant, number, line, currency, amount_from) VALUES ('shop', 1, 'east', 'USD', 1)",
            "DELETE FROM lines",
        ])
    func schema(sql: String) async throws {
        await #expect(throws: StoreError.corrupt) {
            try await store.write { db in _ = try db.change(sql, []) }
        }
    }
}
