import Books
import PaymentDomain
import Testing

@testable import PostgreSQLBooks
@testable import Storage

@Suite(
    "A migration of a database with settings of its own",
    .enabled(if: TestedDatabase.url != nil, TestedDatabase.absence), .onPostgreSQL)
struct MigrationTests {
    private let fixture: StoreFixture
    private let database: TestedDatabase

    init() throws {
        fixture = try StoreFixture()
        database = try #require(fixture.database)
    }

    @Test(
        "is done once by two that come at once, whatever a transaction sees by default",
        arguments: ["serializable", "repeatable%5C%20read", "read%5C%20committed"])
    func isolation(standard: String) async throws {
        let fresh = try TestedDatabase()
        defer { try? fresh.drop() }
        let address = try fresh.address(setting: "default_transaction_isolation%3D\(standard)")
        let holder = try Wire(fresh.address)
        _ = try holder.execute(
            "SELECT pg_advisory_lock(hashtextextended('coster_schema', 0)) IS NULL")
        let migrations = (0..<2).map { _ in
            Task {
                try await onThread {
                    try PostgreSQLBook(address, schema: StorageSchema.schema, connections: 1)
                        .versionFound
                }
            }
        }
        // Both have begun, and have yet to look what is there.
        try await fresh.wait(forWaiting: 2)
        _ = try holder.execute("SELECT pg_advisory_unlock_all() IS NULL")
        var found: [Int] = []
        for migration in migrations { found.append(try await migration.value) }
        #expect(found.sorted() == [0, DatabaseStore.schemaVersion])
    }

    @Test(
        "writes its version where the tables are published, also into an earlier build's table",
        arguments: [false, true])
    func published(isEarlier: Bool) throws {
        let steps = try StorageSchema.schema.steps(after: 0)
        let known = StorageSchema.schema.version
        let longer = BookSchema(
            firstVersion: known - steps.count + 1, changed: StorageSchema.schema.changed,
            steps: steps + ["CREATE TABLE more (n INTEGER) STRICT;"])
        if isEarlier {
            try database.execute(
                "ALTER TABLE coster_schema DROP CONSTRAINT IF EXISTS coster_schema_pkey")
        }
        // All tables would be those of other tests too.
        let publication = "publication_\(PaymentID().value)"
        try database.execute("CREATE PUBLICATION \(publication) FOR TABLE coster_schema")
        // One that is left over harms no other test.
        defer { _ = try? database.execute("DROP PUBLICATION \(publication)") }
        for (mayMigrate, found) in [(true, known), (false, known + 1)] {
            let book = try PostgreSQLBook(
                database.address, schema: longer, mayMigrate: mayMigrate, connections: 1)
            #expect(book.versionFound == found)
            book.close()
        }
    }

    @Test("makes the table of its version with a key, so that all tables can be published")
    func key() throws {
        let keys = try database.execute(
            """
            SELECT count(*) FROM pg_index
            WHERE indrelid = to_regclass('coster_schema') AND indisprimary
            """)
        #expect(keys == ["1"])
    }
}
