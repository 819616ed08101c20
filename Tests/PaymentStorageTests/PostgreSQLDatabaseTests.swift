import StorageFixtures
import Database
import Foundation
import PaymentDomain
import PaymentEngine
import Synchronization
import Testing

@testable import PostgreSQLDatabase
@testable import PaymentStorage

@Suite(
    "The database in PostgreSQL", .timeLimit(.minutes(5)),
    .enabled(if: TestedDatabase.url != nil, TestedDatabase.absence),
    .onPostgreSQL)
struct PostgreSQLDatabaseTests {
    private let fixture: StoreFixture
    private let database: TestedDatabase
    private var store: SQLPaymentStore { fixture.store }
    private let merchant = StoreFixture.merchant

    init() async throws {
        fixture = try await StoreFixture()
        database = try #require(fixture.database)
    }

    private func open(
        _ schema: DatabaseSchema = PaymentSchema.schema, mayMigrate: Bool = true
    ) async throws -> PostgreSQLDatabase {
        try await PostgreSQLDatabase(
            database.address, schema: schema, mayMigrate: mayMigrate, connections: 2)
    }

    /// The store's schema, and one step more.
    private func schema(with step: String) throws -> DatabaseSchema {
        DatabaseSchema(
            changed: ["deliveries", "payments"],
            steps: try PaymentSchema.schema.steps(after: 0) + [step])
    }

    @Test("a server that does not wait for its disk is refused")
    func durability() async throws {
        let careless = try database.address(setting: "synchronous_commit%3Doff")
        await #expect(throws: SchemaError.notDurable) {
            try await SQLPaymentStore(database: careless)
        }
    }

    @Test("a session whose triggers are off is refused, with the reason")
    func unguarded() async throws {
        let unguarded = try database.address(setting: "session_replication_role%3Dreplica")
        let error = await #expect(throws: SchemaError.self) {
            try await SQLPaymentStore(database: unguarded)
        }
        guard case .cannotOpen(.unavailable, let reason?)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("session_replication_role"), "\(reason)")
    }

    @Test("a missing server is unavailable, at once, with the reason")
    func absent() async throws {
        let nowhere = try #require(PostgreSQLAddress("postgres:///d?host=/nowhere"))
        let error = await #expect(throws: SchemaError.self) {
            try await SQLPaymentStore(database: nowhere)
        }
        guard case .cannotOpen(.unavailable, let reason?)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("/nowhere/"), "\(reason)")
        #expect(store.whyUnreachable == nil)
    }

    @Test("a disk without room for what payments write is found before a payment meets it")
    func room() async throws {
        // What a full disk refuses, a limit of the server's does as well.
        let narrow = try await PostgreSQLDatabase(
            try database.address(setting: "temp_file_limit%3D1MB"), schema: PaymentSchema.schema,
            mayMigrate: false, connections: 1)
        await #expect(throws: SQLError.unavailable) { try await narrow.checkWritable() }
        narrow.close()
        try await store.checkWritable()
    }

    @Test("a database of a newer program is left alone")
    func tooNew() async throws {
        try database.execute("UPDATE coster_schema SET version = 99")
        await #expect(throws: SchemaError.tooNew(found: 99, known: PaymentSchema.schema.version)) {
            try await fixture.openedAgain()
        }
    }

    @Test("a step that lacks is done by a migration alone")
    func steps() async throws {
        let longer = try schema(with: "CREATE TABLE more (n INTEGER) STRICT;")
        let known = longer.version
        await #expect(throws: SchemaError.outdated(found: known - 1, known: known)) {
            try await open(longer, mayMigrate: false)
        }
        #expect(try await open(longer).versionFound == known - 1)
        #expect(try await open(longer, mayMigrate: false).versionFound == known)
        #expect(try database.execute("SELECT count(*) FROM more") == ["0"])
    }

    @Test("a database without our tables is not called an old one, and the schema is named")
    func noTables() async throws {
        let empty = try TestedDatabase()
        defer { try? empty.drop() }
        let place = try #require(try empty.execute("SELECT current_schema()").first)
        let nowhere = try empty.address(setting: "search_path%3Dabsent")
        let rows: [(PostgreSQLAddress, String?)] = [(empty.address, place), (nowhere, nil)]
        for (address, schema) in rows {
            await #expect(throws: SchemaError.missing(schema: schema)) {
                try await SQLPaymentStore(database: address, mayMigrate: false, connections: 1)
            }
        }
    }

    @Test("a trigger that refuses does so in both words, and the refusal may pass")
    func refusals() async throws {
        let guarded = DatabaseSchema(
            firstVersion: 5,
            steps: [
                """
                CREATE TABLE keys (id TEXT PRIMARY KEY, state TEXT NOT NULL) STRICT;
                CREATE TABLE sealed (row INTEGER PRIMARY KEY, key TEXT, zero BLOB NOT NULL) STRICT;
                CREATE TRIGGER sealed_insert BEFORE INSERT ON sealed
                WHEN NEW.key IS NOT NULL AND NOT EXISTS (
                    SELECT 1 FROM keys WHERE id = NEW.key AND state = 'active')
                BEGIN SELECT RAISE(FAIL, 'the key is not in use'); END;
                CREATE TRIGGER sealed_are_not_deleted BEFORE DELETE ON sealed
                    BEGIN SELECT RAISE(ABORT, 'sealed is only appended'); END;
                INSERT INTO keys VALUES ('a', 'active');
                INSERT INTO sealed (key, zero) VALUES (NULL, zeroblob(2));
                """
            ])
        let other = try TestedDatabase()
        defer { try? other.drop() }
        let book = try await PostgreSQLDatabase(other.address, schema: guarded, connections: 3)
        let insert = "INSERT INTO sealed (key, zero) SELECT ?, zero FROM sealed WHERE row = 1"
        _ = try await book.write { db in try db.change(insert, ["a".sqlValue]) }
        await #expect(throws: SQLError.unavailable) {
            try await book.write { db in try db.change(insert, ["b".sqlValue]) }
        }
        await #expect(throws: SQLError.unavailable) {
            try await book.write { db in try db.change("DELETE FROM sealed") }
        }
        #expect(try other.execute("SELECT encode(zero, 'hex') FROM sealed") == ["0000"])
        #expect(
            try await PostgreSQLDatabase(other.address, schema: guarded, connections: 1)
                .versionFound
                == 5)
    }

    @Test("after tables were held and a key retired, nothing sealed under it comes any more")
    func heldTables() async throws {
        try database.execute("CREATE TABLE t (n BIGINT)")
        let holder = try LibPQConnection(database.address)
        _ = try holder.execute("BEGIN; INSERT INTO t VALUES (1)")
        let store = store
        let counted = Task {
            try await store.write { db in
                try db.hold(tables: ["t"])
                return try db.first("SELECT count(*) FROM t") { try $0.count() }
            }
        }
        try await database.wait(forWaiting: 1)
        _ = try holder.execute("COMMIT")
        #expect(try await counted.value == 1)
    }

    @Test("a migration that fails leaves nothing behind")
    func brokenSteps() async throws {
        let broken = try schema(
            with: "CREATE TABLE more (n INTEGER) STRICT; CREATE TABLE more (n INTEGER) STRICT;")
        let error = await #expect(throws: SchemaError.self) { try await open(broken) }
        guard case .cannotOpen(.corrupt, let reason?)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("\"more\""), "\(reason)")
        #expect(try database.execute("SELECT to_regclass('more') IS NULL") == ["t"])
        #expect(try await open().versionFound == PaymentSchema.schema.version)
    }

    @Test("a migration that finds a table held says so, and changes nothing")
    func heldByAnother() async throws {
        let held = try schema(with: "ALTER TABLE payments ADD COLUMN more INTEGER;")
        var address = database.address
        address.lockMilliseconds = 100
        let holder = try LibPQConnection(database.address)
        _ = try holder.execute("BEGIN; LOCK TABLE payments IN ACCESS SHARE MODE")
        let error = await #expect(throws: SchemaError.self) {
            try await PostgreSQLDatabase(address, schema: held)
        }
        guard case .locked(let waitedFor)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(waitedFor.contains("payments"), "\(waitedFor)")
        _ = try holder.execute("ROLLBACK")
        #expect(try await open().versionFound == PaymentSchema.schema.version)
        #expect(try await open(held).versionFound == PaymentSchema.schema.version)
    }

    @Test(
        "a server at work that has one table and wants another, and a migration, both come to their end",
        arguments: [["deliveries", "payments"], ["payments", "deliveries"]])
    func migrationBesideServers(tables: [String]) async throws {
        let longer = try schema(
            with: """
                ALTER TABLE payments ADD COLUMN more INTEGER;
                ALTER TABLE deliveries ADD COLUMN more INTEGER;
                """)
        let database = database
        let migration = Mutex<Task<Int, any Error>?>(nil)
        // Whichever of the two the database undoes, it is made again.
        try await store.write { db in
            try db.change("LOCK TABLE \(tables[0]) IN ROW EXCLUSIVE MODE")
            let isFirst = migration.withLock { begun in
                guard begun == nil else { return false }
                begun = Task { try await open(longer).versionFound }
                return true
            }
            if isFirst { try database.look(forWaiting: 1) }
            try db.change("LOCK TABLE \(tables[1]) IN ROW EXCLUSIVE MODE")
        }
        let migrated = migration.withLock { $0 }
        #expect(try await migrated?.value == longer.version - 1)
        #expect(try await open(longer, mayMigrate: false).versionFound == longer.version)
    }

    @Test("two that set up the same database at once set it up once")
    func firstStart() async throws {
        let fresh = try TestedDatabase()
        defer { try? fresh.drop() }
        let found = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try await SQLPaymentStore(database: fresh.address, connections: 1).versionFound
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(found.sorted() == [0] + Array(repeating: SQLPaymentStore.schemaVersion, count: 3))
    }

    @Test("connections that the server ended are replaced, and no one notices")
    func endedConnections() async throws {
        for _ in 0..<5 {
            _ = try await store.begin(try StoreFixture.intent())
            try database.execute(
                """
                SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                WHERE application_name = current_setting('application_name')
                    AND pid <> pg_backend_pid()
                """)
        }
        #expect(try await store.audit().payments == 5)
    }

    @Test("a change whose connection breaks before its commit is made again, once")
    func brokenBeforeCommit() async throws {
        let times = Mutex(0)
        let made = try await store.write { db in
            try db.change("INSERT INTO batches (number, closed_at) VALUES (?, 0)", [1.sqlValue])
            let time = times.withLock { count in
                count += 1
                return count
            }
            if time == 1 { _ = try? db.change("SELECT pg_terminate_backend(pg_backend_pid())") }
            return try db.first("SELECT count(*) FROM batches") { try $0.count() }
        }
        #expect(made == 1)
        #expect(times.withLock { $0 } == 2)
        await #expect(throws: StoreError.unavailable) {
            try await store.write { db in
                try db.change("SELECT pg_terminate_backend(pg_backend_pid())")
            }
        }
    }

    @Test("a connection that breaks in its commit leaves it unknown, and the next change goes on")
    func brokenInCommit() async throws {
        try database.execute(
            """
            CREATE FUNCTION fall() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
            CREATE CONSTRAINT TRIGGER fall AFTER INSERT ON batches DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION fall()
            """)
        await #expect(throws: StoreError.indeterminate) {
            try await store.closeBatch(at: StoreFixture.now)
        }
        _ = try await store.begin(try StoreFixture.intent())
        #expect(try await store.audit().isClean)
    }

    @Test("a commit with a warning, as of a standby that is not waited for, is unknown")
    func warnedCommit() async throws {
        try database.execute(
            """
            CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE WARNING 'not replicated'; RETURN NULL; END $$;
            CREATE CONSTRAINT TRIGGER warn AFTER INSERT ON batches DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION warn()
            """)
        await #expect(throws: StoreError.indeterminate) {
            try await store.closeBatch(at: StoreFixture.now)
        }
    }

    @Test("a statement's warning leaves its commit certain, alone and among neighbours")
    func warnedStatement() async throws {
        try database.execute(
            """
            CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE WARNING 'must be vacuumed soon'; RETURN NULL; END $$;
            CREATE TRIGGER warn AFTER INSERT ON payments
                FOR EACH STATEMENT EXECUTE FUNCTION warn();
            CREATE TRIGGER warn AFTER INSERT ON batches
                FOR EACH STATEMENT EXECUTE FUNCTION warn()
            """)
        guard case .begun = try await store.begin(try StoreFixture.intent()) else {
            Issue.record("not begun")
            return
        }
        #expect(try await store.closeBatch(at: StoreFixture.now).captures == 0)
    }

    @Test("a server whose configuration is reloaded doesn't weaken the sessions that it has")
    func ownDurability() async throws {
        let source = try await store.look { db in
            try db.first(
                "SELECT source FROM pg_settings WHERE name = ?", ["synchronous_commit".sqlValue]
            ) { columns in try columns.text() }
        }
        // Source: PostgreSQL, "pg_settings": what a session sets itself is read from no file.
        #expect(source == "session")
    }

    @Test(
        "a pooler that mixes sessions, and a read-only server, are reported and no damage",
        arguments: [
            (spoils: takenNames, words: "already exists", remedy: "pool_mode = session"),
            ("DEALLOCATE ALL", "does not exist", "pool_mode = session"),
            ("SET TRANSACTION READ ONLY", "read-only", "takes writes"),
        ])
    func spoiledSessions(spoils: String, words: String, remedy: String) async throws {
        await #expect(throws: StoreError.unavailable) {
            try await store.write { db in
                try db.change("SELECT 1")
                try db.change(spoils)
                try db.change("SELECT 1")
                try db.change("INSERT INTO batches (number, closed_at) VALUES (1, 0)")
            }
        }
        let said = try #require(store.lackedRight)
        #expect(said.contains(words) && said.contains(remedy), "\(said)")
        #expect(store.whyUnreachable == said)
        try await store.checkWritable()
        #expect(store.lackedRight == nil)
        #expect(try database.execute("SELECT count(*) FROM batches") == ["0"])
    }

    @Test("two that wait for each other are undone and made again by the server's choice")
    func deadlock() async throws {
        try database.execute("CREATE TABLE t (n BIGINT PRIMARY KEY, v BIGINT)")
        try database.execute("INSERT INTO t VALUES (1, 0), (2, 0)")
        let store = store
        let meeting = Meeting()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for rows in [[1, 2], [2, 1]] {
                group.addTask {
                    try await store.write { db in
                        try db.change("UPDATE t SET v = v + 1 WHERE n = ?", [rows[0].sqlValue])
                        // Each goes on when the other holds the row that it wants.
                        meeting.wait()
                        try db.change("UPDATE t SET v = v + 1 WHERE n = ?", [rows[1].sqlValue])
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(meeting.arrivals > 2)
        #expect(try database.execute("SELECT sum(v) FROM t") == ["4"])
    }

    @Test("a change that is overtaken is made again from the current rows, but not forever")
    func overtaken() async throws {
        let times = Mutex(0)
        await #expect(throws: StoreError.unavailable) {
            try await store.write { db in
                try db.change("INSERT INTO batches (number, closed_at) VALUES (1, 0)")
                times.withLock { $0 += 1 }
                throw OptimisticConflict()
            }
        }
        #expect(times.withLock { $0 } == PostgreSQLLimits.tries)
        #expect(try database.execute("SELECT count(*) FROM batches") == ["0"])
    }

    @Test("a change of one row that changes none or two undoes the whole")
    func changesOfOne() async throws {
        await #expect(throws: StoreError.corrupt) {
            try await store.write { db in
                try db.changeOne("INSERT INTO batches (number, closed_at) VALUES (1, 0)")
                try db.changeOne("UPDATE batches SET closed_at = 1 WHERE number = 2")
            }
        }
        #expect(try database.execute("SELECT count(*) FROM batches") == ["0"])
    }

    @Test("a change that fails on the way with the commit undoes the whole, and is made again")
    func changesWithCommit() async throws {
        let times = Mutex(0)
        try await store.write { db in
            let number = times.withLock { count in
                count += 1
                return count
            }
            try db.changeLater(
                "INSERT INTO batches (number, closed_at) VALUES (?, 0)", [number.sqlValue])
            if number == 1 {
                try db.changeLater("INSERT INTO batches (number, closed_at) VALUES (1, 0)", [])
            }
        }
        #expect(times.withLock { $0 } == 2)
        #expect(
            try database.execute("SELECT count(*), max(number) FROM batches") == ["1", "2"])
        await #expect(throws: StoreError.corrupt) {
            try await store.write { db in
                try db.changeLater("INSERT INTO batches (number, closed_at) VALUES (-1, 0)", [])
            }
        }
    }

    @Test(
        "sums, truths and large numbers are read as they are",
        arguments: [
            ("SELECT CAST(9223372036854775807 AS numeric)", Int64.max),
            ("SELECT CAST(-10000 AS numeric)", -10_000), ("SELECT CAST(0 AS numeric)", 0),
            ("SELECT CAST(120000000 AS numeric)", 120_000_000), ("SELECT 1 = 1", 1),
            ("SELECT 7", 7), ("SELECT CAST(-3 AS smallint)", -3), ("SELECT count(*)", 1),
        ])
    func numbers(sql: String, expected: Int64) async throws {
        let found = try await store.read { db in try db.first(sql) { try $0.integer() } }
        #expect(found == expected)
    }

    @Test(
        "a number that isn't a whole number of ours is corrupt, not a crash",
        arguments: [
            "SELECT 1.5", "SELECT CAST(9223372036854775808 AS numeric)",
            "SELECT CAST('NaN' AS numeric)",
            "SELECT now()", "SELECT 'x'",
        ])
    func oddNumbers(sql: String) async throws {
        await #expect(throws: StoreError.corrupt) {
            try await store.read { db in try db.first(sql) { try $0.integer() } }
        }
    }

    @Test("a closed database is unavailable, not a crash")
    func closed() async throws {
        try store.close()
        await #expect(throws: StoreError.unavailable) {
            try await store.begin(try StoreFixture.intent())
        }
    }
}

/// Where two wait until both have come; who comes again goes on.
private final class Meeting: Sendable {
    private let condition = NSCondition()
    private let count = Mutex(0)

    var arrivals: Int { count.withLock { $0 } }

    func wait() {
        condition.lock()
        defer { condition.unlock() }
        count.withLock { $0 += 1 }
        condition.broadcast()
        while arrivals < 2 { condition.wait() }
    }
}

/// Takes the names under which a connection prepares its next statements, as another client of a pooler does.
private let takenNames = """
    DO $$ BEGIN FOR n IN 4..100 LOOP
        EXECUTE 'PREPARE s' || n || ' AS SELECT 1';
    END LOOP; END $$
    """
