import StorageFixtures
import PaymentDomain
import Database
import PaymentEngine
import Testing

@testable import PostgreSQLDatabase
@testable import PaymentStorage

@Suite(
    "A database's temporary refusal", .timeLimit(.minutes(5)),
    .enabled(if: TestedDatabase.url != nil, TestedDatabase.absence), .onPostgreSQL)
struct RefusedForNowTests {
    private let fixture: StoreFixture
    private let database: TestedDatabase

    init() async throws {
        fixture = try await StoreFixture()
        database = try #require(fixture.database)
    }

    @Test(
        "for another session's lock is reported with the way to find that session, and no server is unready for it"
    )
    func heldTable() async throws {
        var address = database.address
        address.lockMilliseconds = 100
        let store = try await SQLPaymentStore(database: address, mayMigrate: false, connections: 1)
        let holder = try LibPQConnection(database.address)
        _ = try holder.execute("BEGIN; LOCK TABLE payments IN ACCESS EXCLUSIVE MODE")
        await #expect(throws: StoreError.unavailable) { try await store.audit() }
        let said = try #require(store.whyUnreachable)
        for words in ["lock timeout", "pg_stat_activity", "pg_prepared_xacts"] {
            #expect(said.contains(words), "\(said)")
        }
        #expect(store.lackedRight == nil, "no setting is at fault")
        // While it is held still.
        try await store.checkWritable()
        #expect(store.whyUnreachable == nil)
        _ = try holder.execute("ROLLBACK")
        #expect(try await store.audit().isClean)
        try store.close()
    }

    @Test("for a missing table is damage, and reported with where to look for it")
    func missingTable() async throws {
        let store = fixture.store
        try database.execute("ALTER TABLE operations RENAME TO elsewhere")
        await #expect(throws: StoreError.corrupt) {
            try await store.look { db in
                try db.first("SELECT count(*) FROM operations") { try $0.count() }
            }
        }
        let said = try #require(store.whyUnreachable)
        for words in ["\"operations\" does not exist", "search_path"] {
            #expect(said.contains(words), "\(said)")
        }
        #expect(store.lackedRight == nil)
    }

    @Test(
        "by settings is reported as a matter of these, and a lock or a missing table isn't",
        arguments: [
            ("42501", true), ("26000", true), ("42P05", true), ("25006", true), ("55P03", false),
            ("42P01", false),
        ])
    func settings(state: String, isOfSettings: Bool) {
        let failure = PostgreSQLFailure.refused(state: state, endsConnection: false)
        #expect(failure.remedy(for: "SELECT 1") != nil)
        #expect(failure.isOfSettings == isOfSettings)
    }
}
