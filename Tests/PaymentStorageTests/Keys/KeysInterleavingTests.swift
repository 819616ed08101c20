import StorageFixtures
import MerchantStorage
import StorageKit
import CardVault
import Merchants
import PaymentDomain
import PaymentEngine
import Testing

@testable import PostgreSQLDatabase
@testable import PaymentStorage

/// Others at work at the worst moment of a rotation, or of each other.
@Suite(
    "Operators and payments that come between each other", .timeLimit(.minutes(5)),
    .enabled(if: TestedDatabase.url != nil, TestedDatabase.absence), .onPostgreSQL)
struct KeysInterleavingTests {
    private let fixture: KeysFixture
    private let database: TestedDatabase
    private var store: SQLPaymentStore { fixture.store }

    init() async throws {
        fixture = try await KeysFixture()
        database = try #require(fixture.database.database)
    }

    /// A transaction that has begun so, and is in the middle.
    private func amid(_ sql: String) throws -> LibPQConnection {
        let holder = try LibPQConnection(database.address)
        _ = try holder.execute("SET idle_in_transaction_session_timeout = 0; BEGIN; " + sql)
        return holder
    }

    @Test("every table with sealed records is held while keys are retired")
    func tables() {
        #expect(Set(SealedColumn.tablesAsWritten) == Set(SealedColumn.all.map(\.table)))
    }

    @Test(
        "a write under an old key is waited for and resealed; later ones are refused"
    )
    func writers() async throws {
        try await fixture.fill(cards: 1)
        let rotation = try await fixture.begun()
        let late = try await fixture.intent(number: 7)
        let holder = try amid(
            """
            INSERT INTO cards (merchant, shape, fingerprint, handle, pan_key, sealed_pan)
            SELECT merchant, shape, '\\x01', 'amid', pan_key, sealed_pan FROM cards LIMIT 1
            """)
        let store = store
        let retiring = Task { try await store.retireOldKeys(rotation) }
        try await database.wait(forWaiting: 1)
        let paying = Task { try await store.begin(late) }
        try await database.wait(forWaiting: 2)
        _ = try holder.execute("COMMIT")
        try await retiring.value
        await #expect(throws: StoreError.unavailable) { try await paying.value }
        let cards = try #require(SealedColumn.all.first { $0.table == "cards" })
        #expect(try await store.piece(of: cards, after: 0).rows.count == 2)
    }

    @Test("a key that is made while a rotation begins is refused, or known to it")
    func newKeys() async throws {
        let kept = try await store.wrappedKeys()
        let made = try VaultKeys.opened(master: fixture.master, existing: kept).made(
            for: MerchantID("NEW"), under: fixture.master, at: KeysFixture.now)
        let plan = try RotationPlan(
            existing: kept, from: fixture.master, to: fixture.master, at: KeysFixture.now)
        let holder = try amid("SELECT 1 FROM administration FOR UPDATE")
        let store = store
        let beginning = Task { try await store.begin(plan, by: "test") }
        try await database.wait(forWaiting: 1)
        let keeping = Task { try await store.save([made.new]) }
        try await database.wait(forWaiting: 2)
        _ = try holder.execute("COMMIT")
        guard case .begun = try await beginning.value else {
            Issue.record("who came first goes first")
            return
        }
        #expect(try await keeping.value == .rotationRuns)
    }

    @Test("of two operators who give one name to two merchants the second is refused")
    func clients() async throws {
        for name in ["one", "two"] {
            _ = try await store.merchantStore.create(
                try MerchantFixture.merchant(name), by: "alice")
        }
        let names = try ["one", "two"].map { try MerchantFixture.client("S", of: $0) }
        let holder = try amid("SELECT 1 FROM administration FOR UPDATE")
        let store = store
        let tasks = names.map { name in
            Task {
                try await store.merchantStore.addClient(
                    [name], secret: .keyed([1]), by: "alice", at: KeysFixture.now)
            }
        }
        try await database.wait(forWaiting: 2)
        _ = try holder.execute("COMMIT")
        var refused = 0
        for task in tasks {
            do {
                _ = try await task.value
            } catch {
                #expect(error as? AdministrationError == .refused(.identityTaken))
                refused += 1
            }
        }
        #expect(refused == 1)
        #expect(try await store.merchantStore.clients().count == 1)
        #expect(try await store.audit().isClean)
    }
}
