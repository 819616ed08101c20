import StorageFixtures
import Database
import Foundation
import PaymentDomain
import Testing

@testable import PostgreSQLDatabase
@testable import PaymentStorage

@Suite(
    "A migration of a database with settings of its own", .timeLimit(.minutes(5)),
    .enabled(if: TestedDatabase.url != nil, TestedDatabase.absence), .onPostgreSQL)
struct MigrationTests {
    private let fixture: StoreFixture
    private let database: TestedDatabase

    init() async throws {
        fixture = try await StoreFixture()
        database = try #require(fixture.database)
    }

    @Test(
        "is done once by two that come at once, whatever a transaction sees by default",
        arguments: ["serializable", "repeatable%5C%20read", "read%5C%20committed"])
    func isolation(standard: String) async throws {
        let fresh = try TestedDatabase()
        defer { try? fresh.drop() }
        let address = try fresh.address(setting: "default_transaction_isolation%3D\(standard)")
        let found = try await migrated(fresh, address, count: 2)
        #expect(found == [0, SQLPaymentStore.schemaVersion])
    }

    /// Opens a fresh database several times while its migrations are held up, and lets them go on once all wait.
    ///
    /// - Returns: The versions that were found, the lowest first.
    private func migrated(
        _ fresh: TestedDatabase, _ address: PostgreSQLAddress, count: Int
    ) async throws -> [Int] {
        let migrations = try await fresh.holdingMigrations {
            let migrations = (0..<count).map { _ in
                Task {
                    try await PostgreSQLDatabase(
                        address, schema: PaymentSchema.schema, connections: 1
                    )
                    .versionFound
                }
            }
            // All have begun, and have yet to look what is there.
            try await fresh.wait(forWaiting: count)
            return migrations
        }
        var found: [Int] = []
        for migration in migrations { found.append(try await migration.value) }
        return found.sorted()
    }

    @Test("more openings wait for a migration than tasks have threads, and other tasks go on")
    func manyOpenings() async throws {
        let fresh = try TestedDatabase()
        defer { try? fresh.drop() }
        let count = 2 * ProcessInfo.processInfo.activeProcessorCount + 2
        let found = try await migrated(fresh, fresh.address, count: count)
        let known = SQLPaymentStore.schemaVersion
        #expect(found == [0] + Array(repeating: known, count: count - 1))
    }

    @Test("waits for another migration for so long only, and says what it waited for")
    func limit() async throws {
        let fresh = try TestedDatabase()
        defer { try? fresh.drop() }
        let address = fresh.address
        let error = try await fresh.holdingMigrations {
            await #expect(throws: SchemaError.self) {
                try await onOwnThread {
                    var migration = Migration(schema: PaymentSchema.schema, isAllowed: true)
                    migration.otherMigrationMilliseconds = 1
                    _ = try migration.run(try LibPQConnection(address))
                }
            }
        }
        #expect(error == .locked(waitedFor: "another process's migration to end"))
    }

    @Test("a silent server is abandoned, and the error names what it waited for")
    func silence() async throws {
        let address = database.address
        let told = try await onOwnThread {
            let wire = try LibPQConnection(address)
            wire.patience = 1
            wire.awaited = "a step of the migration"
            #expect(throws: PostgreSQLFailure.lost) { try wire.execute("SELECT pg_sleep(5)") }
            return wire.silence
        }
        #expect(told?.contains("a step of the migration") == true)
    }

    @Test("writes its version also while the tables are published")
    func published() async throws {
        let steps = try PaymentSchema.schema.steps(after: 0)
        let known = PaymentSchema.schema.version
        let longer = DatabaseSchema(
            changed: ["payments"], steps: steps + ["CREATE TABLE more (n INTEGER) STRICT;"])
        // All tables would be those of other tests too.
        let publication = "publication_\(PaymentID().value)"
        try database.execute("CREATE PUBLICATION \(publication) FOR TABLE coster_schema")
        // One that is left over harms no other test.
        defer { _ = try? database.execute("DROP PUBLICATION \(publication)") }
        for (mayMigrate, found) in [(true, known), (false, known + 1)] {
            let book = try await PostgreSQLDatabase(
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
