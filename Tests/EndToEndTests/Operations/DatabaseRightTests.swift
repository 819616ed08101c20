import Foundation
import Testing

@testable import PostgreSQLDatabase

@Suite(
    "A role that lacks a right in the database", .timeLimit(.minutes(20)),
    .enabled(if: PrivatePostgreSQL.isThere, "PostgreSQL is not installed"))
struct DatabaseRightTests {
    /// Lends a database whose tables are another role's, its URL for one that may use them all, and a folder.
    private static func lend(
        _ body: (PrivatePostgreSQL, _ url: String, _ folder: String) async throws -> Void
    ) async throws {
        try await PrivatePostgreSQL.lend { database in
            try await TemporaryFolder.lend { place in
                try await expect(
                    0, ["migrate", "--data", place.path, "--database-url", database.url])
                let wire = try LibPQConnection(try #require(PostgreSQLAddress(database.url)))
                _ = try wire.execute(
                    """
                    CREATE ROLE app LOGIN;
                    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO app
                    """)
                try await body(
                    database, database.url.replacing("user=coster", with: "user=app"), place.path)
            }
        }
    }

    @Test("is reported by each command in PostgreSQL's words, and not as a damaged database")
    func commands() async throws {
        try await Self.lend { database, url, folder in
            let wire = try LibPQConnection(try #require(PostgreSQLAddress(database.url)))
            let place = ["--data", folder, "--database-url", url]
            for (table, command) in [
                ("operations", ["audit"]), ("batches", ["settle"]), ("payments", ["payments"]),
                ("wrapped_keys", ["keys", "inventory"]), ("merchants", ["merchant", "list"]),
                ("acts", ["audit-log"]),
            ] {
                _ = try wire.execute("REVOKE ALL ON \(table) FROM app")
                let run = try await expect(78, command + place)
                let said = run.errors
                #expect(said.contains("permission denied for table \(table)"), "\(said)")
                #expect(said.contains("grant the role its rights"), "\(said)")
                for word in ["corrupt", "damaged", "coster restore", "data folder"] {
                    #expect(!said.contains(word), "\(said)")
                }
                if table == "acts" || table == "merchants" {
                    let doctor = try await expect(1, ["doctor", "--sandbox"] + place)
                    #expect(
                        doctor.output.contains("permission denied for table \(table)"),
                        "\(doctor.output)")
                }
                _ = try wire.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON \(table) TO app")
                try await expect(0, command + place)
            }
        }
    }

    @Test("a database with other tables is a breach, which no data folder's backup mends")
    func damaged() async throws {
        try await Self.lend { database, url, folder in
            let wire = try LibPQConnection(try #require(PostgreSQLAddress(database.url)))
            _ = try wire.execute("ALTER TABLE operations RENAME TO elsewhere")
            let audit = try await expect(1, ["audit", "--data", folder, "--database-url", url])
            #expect(audit.errors.contains("(schema-altered)"), "\(audit.errors)")
            for word in ["coster restore", "data folder"] {
                #expect(!audit.errors.contains(word), "\(audit.errors)")
            }
        }
    }

    @Test("keeps a server that met it from being ready, and its log says why, until it is granted")
    func readiness() async throws {
        try await Self.lend { database, url, folder in
            let wire = try LibPQConnection(try #require(PostgreSQLAddress(database.url)))
            let server = try await RunningServer.start(folder, ["COSTER_DATABASE_URL": url])
            do {
                _ = try wire.execute("REVOKE INSERT ON payments FROM app")
                let shop = RadialShop(server: server)
                let message = try shop.wallet(try dollars("10.00"), order: newName())
                let refused = try await shop.send(message)
                #expect(refused.status == 503 && refused.faultReason == "store-unavailable")
                try await server.wait(forReadiness: 503)
                let log = try String(
                    contentsOfFile: RunningServer.logFile(folder), encoding: .utf8)
                #expect(log.contains("permission denied for table payments"), "\(log)")
                _ = try wire.execute("GRANT INSERT ON payments TO app")
                try await server.wait(forReadiness: 200)
                // Nothing of it was done, so that it is taken as it was.
                let paid = try await shop.send(message)
                #expect(paid.element("AuthorizationResponseCode") == "AP01", "\(paid.text)")
            } catch {
                await server.kill()
                throw error
            }
            #expect(await server.stop() == .exited(0))
        }
    }
}
