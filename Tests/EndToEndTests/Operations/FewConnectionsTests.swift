import PaymentEngine
import Storage
import Testing

@testable import PostgreSQLBooks

@Suite(
    "A PostgreSQL with fewer connections than a server may open",
    .enabled(if: PrivatePostgreSQL.isThere, "PostgreSQL is not installed"))
struct FewConnectionsTests {
    @Test("is used through those that there are, and nobody is refused")
    func few() async throws {
        try await PrivatePostgreSQL.lend { database in
            let owner = try #require(PostgreSQLAddress(database.url))
            try DatabaseStore(database: owner).close()
            _ = try Wire(owner).execute(
                """
                CREATE ROLE few LOGIN CONNECTION LIMIT 2;
                GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO few
                """)
            let url = database.url.replacing("user=coster", with: "user=few")
            let store = try DatabaseStore(
                database: try #require(PostgreSQLAddress(url)), mayMigrate: false)
            // One is there from now on.
            try await store.findRoom()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<400 { group.addTask { _ = try await store.epoch() } }
                try await group.waitForAll()
            }
            #expect(store.whyUnreachable == nil)
            try store.close()
        }
    }
}
