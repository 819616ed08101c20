import Testing

@testable import PostgreSQLDatabase

@Suite(
    "A server whose database has no room", .timeLimit(.minutes(20)),
    .enabled(if: PrivatePostgreSQL.isThere, "PostgreSQL is not installed"))
struct DatabaseRoomTests {
    @Test("is not ready while that lasts, though nobody pays, and is ready again by itself")
    func readiness() async throws {
        try await PrivatePostgreSQL.lend { database in
            try await TemporaryFolder.lend { place in
                let wire = try LibPQConnection(try #require(PostgreSQLAddress(database.url)))
                let server = try await RunningServer.start(
                    place.path, ["COSTER_DATABASE_URL": database.url])
                let seen = "SELECT max(seen_at) FROM nodes"
                do {
                    let before = try wire.execute(seen)
                    // What a full disk refuses, a limit of the server's does as well.
                    _ = try wire.execute("ALTER SYSTEM SET temp_file_limit = '1MB'")
                    _ = try wire.execute("SELECT pg_reload_conf()")
                    try await server.wait(forReadiness: 503)
                    #expect(try wire.execute(seen) != before, "it says that it runs all the same")
                    let doctor = try await expect(
                        1,
                        [
                            "doctor", "--sandbox", "--data", place.path, "--database-url",
                            database.url,
                        ])
                    #expect(doctor.output.contains("no room for 5 MB more"), "\(doctor.output)")
                    _ = try wire.execute("ALTER SYSTEM RESET temp_file_limit")
                    _ = try wire.execute("SELECT pg_reload_conf()")
                    try await server.wait(forReadiness: 200)
                } catch {
                    await server.kill()
                    throw error
                }
                #expect(await server.stop() == .exited(0))
            }
        }
    }
}
