import StorageFixtures
import Database
import PaymentDomain
import PaymentEngine
import Testing

@testable import PostgreSQLDatabase
@testable import PaymentStorage

@Suite(
    "Rights that a database's role lacks", .timeLimit(.minutes(5)),
    .enabled(if: TestedDatabase.url != nil, TestedDatabase.absence), .onPostgreSQL)
struct RightsTests {
    private let fixture: StoreFixture
    private let database: TestedDatabase

    init() async throws {
        fixture = try await StoreFixture()
        database = try #require(fixture.database)
    }

    /// Lends the books as a role of its own opens them, which may use every table.
    private func lend(
        _ body: (_ store: SQLPaymentStore, _ role: String) async throws -> Void
    ) async throws {
        let role = "role_\(PaymentID().value)"
        try database.execute(
            """
            CREATE ROLE \(role);
            DO $$ BEGIN
                EXECUTE format('GRANT USAGE ON SCHEMA %I TO \(role)', current_schema());
                EXECUTE format(
                    'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO \(role)',
                    current_schema());
            END $$
            """)
        // A role that is left over harms no other test.
        defer { _ = try? database.execute("DROP OWNED BY \(role); DROP ROLE \(role)") }
        let store = try await SQLPaymentStore(
            database: try database.address(setting: "role%3D\(role)"), mayMigrate: false,
            connections: 1)
        try await body(store, role)
        try store.close()
    }

    @Test("a change without its right is not made, and is reported until the right is granted")
    func change() async throws {
        try await lend { store, role in
            try await store.checkWritable()
            try database.execute("REVOKE INSERT ON payments FROM \(role)")
            let intent = try StoreFixture.intent()
            await #expect(throws: StoreError.unavailable) { try await store.begin(intent) }
            let words = try #require(store.lackedRight)
            #expect(words.contains("payments") && words.contains("grant"), "\(words)")
            #expect(store.whyUnreachable == words)
            for _ in 0..<2 {
                await #expect(throws: StoreError.unavailable) { try await store.checkWritable() }
            }
            #expect(store.lackedRight == words)
            try database.execute("GRANT INSERT ON payments TO \(role)")
            try await store.checkWritable()
            #expect(store.lackedRight == nil && store.whyUnreachable == nil)
            guard case .begun = try await store.begin(intent) else {
                Issue.record("not begun")
                return
            }
            #expect(try await store.audit().payments == 1)
        }
    }

    @Test("a read without its right is no damage")
    func read() async throws {
        try await lend { store, role in
            try database.execute("REVOKE SELECT ON operations FROM \(role)")
            await #expect(throws: StoreError.unavailable) { try await store.audit() }
            #expect(store.lackedRight?.contains("operations") == true)
            await #expect(throws: StoreError.unavailable) { try await store.checkWritable() }
            try database.execute("GRANT SELECT ON operations TO \(role)")
            try await store.checkWritable()
            #expect(try await store.audit().isClean)
        }
    }

    @Test("a right that no payment needs is reported, and keeps no server from taking payments")
    func aside() async throws {
        try await lend { store, role in
            try database.execute("REVOKE INSERT ON batches FROM \(role)")
            await #expect(throws: StoreError.unavailable) { try await Self.closeAside(store) }
            #expect(store.lackedRight?.contains("batches") == true)
            try await store.checkWritable()
            #expect(store.lackedRight == nil)
            await #expect(throws: StoreError.unavailable) {
                try await store.closeBatch(at: StoreFixture.now)
            }
            await #expect(throws: StoreError.unavailable) { try await store.checkWritable() }
        }
    }

    @Test(
        "rows that row-level security hides are no answer, but refused until it is off",
        arguments: ["payments", "operations", "transactions"])
    func rowLevelSecurity(table: String) async throws {
        try await lend { store, role in
            guard case .begun = try await store.begin(try StoreFixture.intent()) else {
                Issue.record("not begun")
                return
            }
            try database.execute("ALTER TABLE \(table) ENABLE ROW LEVEL SECURITY")
            await #expect(throws: StoreError.unavailable) { try await store.audit() }
            let words = try #require(store.lackedRight)
            #expect(words.contains("row-level security") && words.contains(table), "\(words)")
            #expect(words.contains("BYPASSRLS"), "\(words)")
            for _ in 0..<2 {
                await #expect(throws: StoreError.unavailable) { try await store.checkWritable() }
            }
            try database.execute("ALTER TABLE \(table) DISABLE ROW LEVEL SECURITY")
            try await store.checkWritable()
            #expect(store.lackedRight == nil)
            #expect(try await store.audit().payments == 1)
        }
    }

    @Test("a change that reads no row is refused by row-level security too, and not forgotten")
    func rowLevelSecurityOfChange() async throws {
        try await lend { store, role in
            try database.execute("ALTER TABLE batches ENABLE ROW LEVEL SECURITY")
            let insert = "INSERT INTO batches (number, closed_at) VALUES (?, 0)"
            await #expect(throws: StoreError.unavailable) {
                try await store.write { db in try db.change(insert, [1.sqlValue]) }
            }
            for _ in 0..<2 {
                await #expect(throws: StoreError.unavailable) { try await store.checkWritable() }
            }
            #expect(store.lackedRight?.contains("row-level security") == true)
            try database.execute("ALTER TABLE batches DISABLE ROW LEVEL SECURITY")
            try await store.checkWritable()
        }
    }

    @Test("a database whose version row-level security hides is not taken for an older one")
    func rowLevelSecurityOfVersion() async throws {
        try await lend { _, role in
            try database.execute("ALTER TABLE coster_schema ENABLE ROW LEVEL SECURITY")
            let error = await #expect(throws: SchemaError.self) {
                _ = try await SQLPaymentStore(
                    database: try database.address(setting: "role%3D\(role)"), mayMigrate: false,
                    connections: 1)
            }
            guard case .cannotOpen(.unavailable, let reason?)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(reason.contains("row-level security"), "\(reason)")
        }
    }

    private static func closeAside(_ store: SQLPaymentStore) async throws {
        _ = try await PostgreSQLDatabase.$isBackground.withValue(true) {
            try await store.closeBatch(at: StoreFixture.now)
        }
    }

    @Test(
        "room is requested beside the tables, as far as the role may create files there",
        arguments: [false, true])
    func tablespace(mayMakeFiles: Bool) async throws {
        try await lend { store, role in
            let space = "space_\(PaymentID().value)"
            let wire = try LibPQConnection(database.address)
            // None of its statements may share a transaction with another.
            _ = try wire.execute("SET allow_in_place_tablespaces = on")
            _ = try wire.execute("CREATE TABLESPACE \(space) LOCATION ''")
            // One that is left over harms no other test.
            defer {
                _ = try? wire.execute("ALTER TABLE payments SET TABLESPACE pg_default")
                _ = try? wire.execute("DROP TABLESPACE \(space)")
            }
            _ = try wire.execute("ALTER TABLE payments SET TABLESPACE \(space)")
            if mayMakeFiles {
                _ = try wire.execute("GRANT CREATE ON TABLESPACE \(space) TO \(role)")
            }
            try await store.checkWritable()
            // The folder of temporary files is made with the first of them, and stays.
            let folders = try wire.execute(
                """
                SELECT count(*) FROM pg_tablespace AS space,
                    pg_ls_dir('pg_tblspc/' || space.oid, true, false) AS version,
                    pg_ls_dir('pg_tblspc/' || space.oid || '/' || version, true, false) AS folder
                WHERE space.spcname = '\(space)' AND folder = 'pgsql_tmp'
                """)
            #expect(folders == [mayMakeFiles ? "1" : "0"])
        }
    }

    @Test("a statement that can't be asked about is reported once")
    func withoutPlan() async throws {
        try await lend { store, role in
            try database.execute("REVOKE UPDATE, DELETE, TRUNCATE ON cards FROM \(role)")
            await #expect(throws: StoreError.unavailable) {
                try await store.write { db in try db.hold(tables: ["cards"]) }
            }
            #expect(store.lackedRight?.contains("cards") == true)
            try await store.checkWritable()
            #expect(store.lackedRight == nil)
        }
    }
}
