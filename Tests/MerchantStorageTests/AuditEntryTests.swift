import StorageFixtures
import Database
import Merchants
import PaymentDomain
import PaymentEngine
import Testing

@testable import MerchantStorage

@Suite(
    "Administrative acts are on record, one chained to the next", .timeLimit(.minutes(5)),
    .onBothDatabases)
struct AuditEntryTests {
    private static let now = StoreFixture.now

    private static func act(_ subject: String) -> AuditEntry {
        AuditEntry(at: now, actor: "alice", kind: .merchantCreated, subject: subject)
    }

    @Test("entries come newest first, with person, change, time and result")
    func listed() async throws {
        let database = try await StoreFixture()
        for name in ["one", "two", "three"] { try await database.merchants.record(Self.act(name)) }
        let acts = try await database.merchants.acts(limit: 2)
        #expect(acts.map(\.number) == [3, 2])
        #expect(acts.map(\.act) == [Self.act("three"), Self.act("two")])
        #expect(try await database.merchants.actChainHead().count == 3)
        #expect(try await database.store.audit().isClean)
    }

    @Test("a refused change is recorded too, and changes nothing")
    func refusals() async throws {
        let database = try await StoreFixture()
        let merchant = try MerchantFixture.merchant("shop")
        _ = try await database.merchants.create(merchant, by: "alice")
        let configurationVersion = try await database.merchants.configurationVersion()
        await #expect(throws: AdministrationError.refused(.merchantExists)) {
            _ = try await database.merchants.create(merchant, by: "bob")
        }
        let last = try #require(try await database.merchants.acts(limit: 1).first?.act)
        #expect(last.actor == "bob")
        #expect(last.result == "refused: merchant-exists")
        #expect(try await database.merchants.configurationVersion() == configurationVersion)
    }

    @Test(
        "a changed, deleted, inserted or reordered act is found",
        arguments: [
            "UPDATE acts SET actor = 'mallory' WHERE number = 2",
            "UPDATE acts SET at = at + 1 WHERE number = 1",
            "UPDATE acts SET result = 'refused' WHERE number = 3",
            "DELETE FROM acts WHERE number = 1", "DELETE FROM acts WHERE number = 2",
            "DELETE FROM acts WHERE number = 3",
            "DELETE FROM acts",
            "INSERT INTO acts SELECT 4, at, actor, kind, subject, result, link FROM acts LIMIT 1",
            "UPDATE administration SET acts = 2",
            "UPDATE acts SET number = CASE number WHEN 2 THEN 30 ELSE number END",
            "UPDATE administration SET head = zeroblob(32)",
        ])
    func tampering(_ change: String) async throws {
        let database = try await StoreFixture()
        for name in ["one", "two", "three"] { try await database.merchants.record(Self.act(name)) }
        // Whoever can do this has the books; the triggers stop programs, not him.
        if database.file != nil {
            try database.execute(
                "DROP TRIGGER acts_are_not_changed; DROP TRIGGER acts_are_not_deleted")
        }
        try await database.tamper(change)
        let report = try await database.store.audit()
        #expect(report.breaches.contains { $0.rule == .actAstray }, "\(change)")
    }

    @Test(
        "no statement changes or deletes an act",
        arguments: ["UPDATE acts SET actor = 'mallory'", "DELETE FROM acts"])
    func appendOnly(_ change: String) async throws {
        let database = try await StoreFixture()
        try await database.merchants.record(Self.act("one"))
        await #expect(throws: StoreError.self) {
            try await database.store.write { db in _ = try db.change(change, []) }
        }
        #expect(try await database.merchants.acts(limit: 5).count == 1)
    }

    @Test("the link of a noted entry distinguishes a rewritten chain from the noted one")
    func notedHead() async throws {
        let database = try await StoreFixture()
        try await database.merchants.record(Self.act("one"))
        let noted = try await database.merchants.actChainHead()
        try await database.merchants.record(Self.act("two"))
        #expect(try await database.merchants.link(ofAct: noted.count) == noted.link)

        let rewritten = try await StoreFixture()
        try await rewritten.merchants.record(Self.act("another"))
        #expect(try await rewritten.store.audit().isClean)
        #expect(try await rewritten.merchants.link(ofAct: noted.count) != noted.link)
    }

    @Test("opening a token for its merchant is on record, once; spending it in a payment is not")
    func openings() async throws {
        let database = try await StoreFixture()
        let opened = SpentToken(
            merchant: StoreFixture.merchant, transactionID: String(repeating: "ab", count: 32),
            at: Self.now, openedFor: "radial SANDBOX")
        #expect(try await database.store.spend(opened))
        #expect(try await database.store.spend(opened) == false)
        let paid = SpentToken(
            merchant: StoreFixture.merchant, transactionID: String(repeating: "cd", count: 32),
            at: Self.now)
        #expect(try await database.store.spend(paid))
        let acts = try await database.merchants.acts(limit: 5)
        #expect(acts.map(\.act.kind) == [.cardDataOpened])
        #expect(acts.map(\.act.actor) == ["radial SANDBOX"])
    }

    @Test("acts from many at once have a number each, and one chain")
    func concurrency() async throws {
        let database = try await StoreFixture()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<64 {
                group.addTask { try await database.merchants.record(Self.act("\(index)")) }
            }
            try await group.waitForAll()
        }
        #expect(try await database.merchants.actChainHead().count == 64)
        #expect(try await database.store.audit().isClean)
    }
}
