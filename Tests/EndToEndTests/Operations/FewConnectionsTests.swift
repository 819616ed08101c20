import MerchantStorage
import PaymentEngine
import PaymentStorage
import Testing

@testable import PostgreSQLDatabase

@Suite(
    "A PostgreSQL with fewer connections than a server may open", .timeLimit(.minutes(20)),
    .enabled(if: PrivatePostgreSQL.isThere, "PostgreSQL is not installed"))
struct FewConnectionsTests {
    @Test("is used through those that there are, and nobody is refused")
    func few() async throws {
        try await PrivatePostgreSQL.lend { database in
            let owner = try #require(PostgreSQLAddress(database.url))
            try await SQLPaymentStore(database: owner).close()
            _ = try LibPQConnection(owner).execute(
                """
                CREATE ROLE few LOGIN CONNECTION LIMIT 2;
                GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO few
                """)
            let url = database.url.replacing("user=coster", with: "user=few")
            let store = try await SQLPaymentStore(
                database: try #require(PostgreSQLAddress(url)), mayMigrate: false)
            // One is there from now on.
            try await store.checkWritable()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<400 {
                    group.addTask { _ = try await store.merchantStore.configurationVersion() }
                }
                try await group.waitForAll()
            }
            #expect(store.whyUnreachable == nil)
            try store.close()
        }
    }

    @Test("is reported by a rotation of keys that lacks its second one, in PostgreSQL's words")
    func one() async throws {
        try await PrivatePostgreSQL.lend { database in
            try await TemporaryFolder.lend { place in
                let owner = try #require(PostgreSQLAddress(database.url))
                try await SQLPaymentStore(database: owner).close()
                _ = try LibPQConnection(owner).execute(
                    """
                    CREATE ROLE lone LOGIN CONNECTION LIMIT 1;
                    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO lone
                    """)
                let url = database.url.replacing("user=coster", with: "user=lone")
                let run = try await expect(
                    78, ["keys", "rotate", "--data", place.path, "--database-url", url])
                #expect(run.errors.contains("too many connections for role"), "\(run.errors)")
            }
        }
    }
}
