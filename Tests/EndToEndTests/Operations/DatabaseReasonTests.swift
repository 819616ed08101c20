import Foundation
import Glibc
import Testing

@testable import PostgreSQLDatabase

@Suite(
    "Why a database cannot be used", .timeLimit(.minutes(20)),
    .enabled(if: PrivatePostgreSQL.isThere, "PostgreSQL is not installed"))
struct DatabaseReasonTests {
    /// Who asks for what, where, and what is said of it.
    private struct Row {
        let user: String
        var place = "127.0.0.1"
        /// nil for the server's.
        var port: Int?
        var database = "postgres"
        let says: String
    }

    private static let password = "5ec12e7"

    @Test("is reported in PostgreSQL's own words, and never with the password")
    func reasons() async throws {
        let port = try FreePort.find()
        try await PrivatePostgreSQL.lend([
            "listen_addresses = '127.0.0.1'", "port = \(port)",
        ]) { database in
            try Self.prepare("\(database.url)&port=\(port)")
            let closed = try FreePort.find()
            for row in [
                Row(user: "locked:\(Self.password)", says: "password authentication failed"),
                Row(user: "locked", says: "no password supplied"),
                Row(user: "barred", says: "pg_hba.conf rejects connection"),
                Row(user: "coster", database: "absent", says: "\"absent\" does not exist"),
                Row(user: "reader:\(Self.password)", says: "read-only"),
                Row(user: "crowd", says: "too many connections for role"),
                Row(user: "coster", port: closed, says: "refused"),
                Row(user: "coster", place: "nowhere.invalid", says: "\"nowhere.invalid\""),
            ] {
                try await Self.expect(row, port, ["audit"])
            }
            let stranger = Row(
                user: "stranger:\(Self.password)", says: "role \"stranger\" does not exist")
            for command in [["migrate"], ["serve", "--sandbox"], ["doctor", "--sandbox"]] {
                try await Self.expect(stranger, port, command)
            }
        }
    }

    @Test("a host that accepts connections and stays silent is abandoned, and named")
    func silentHost() async throws {
        let port = try FreePort.find()
        // Who connects waits in the system's queue.
        let listener = try ListeningSocket.open(port: port)
        defer { close(listener) }
        // The doctor's memory is wiped when it is idle, by signals, which must not make its waits begin again.
        for command in [["doctor", "--sandbox"], ["audit"]] {
            let row = Row(user: "coster", says: "127.0.0.1")
            try await Self.expect(row, port, command)
        }
    }

    private static func expect(_ row: Row, _ port: Int, _ command: [String]) async throws {
        let url =
            "postgres://\(row.user)@\(row.place):\(row.port ?? port)/\(row.database)"
            + "?sslmode=disable"
        try await TemporaryFolder.lend { place in
            // Passwords of whoever runs the tests must not count.
            let run = try await CommandRun.coster(
                command + ["--data", place.path, "--database-url", url],
                environment: ["HOME": place.path, "PGPASSFILE": "\(place.path)/none"])
            let isDoctor = command.first == "doctor"
            let said = isDoctor ? run.output : run.errors
            #expect(run.ending == .exited(isDoctor ? 1 : 78), "\(command) \(url) \(said)")
            #expect(said.contains(row.says), "\(command) \(url) \(said)")
            #expect(
                said.contains(isDoctor ? "database-unreachable" : "book-cannot-open"), "\(said)")
            #expect(!(run.output + run.errors).contains(password), "\(command) \(url)")
        }
    }

    /// Makes who is let in, and who is not.
    private static func prepare(_ url: String) throws {
        let wire = try LibPQConnection(try #require(PostgreSQLAddress(url)))
        _ = try wire.execute(
            """
            CREATE ROLE locked LOGIN PASSWORD 'another';
            CREATE ROLE barred LOGIN;
            CREATE ROLE crowd LOGIN CONNECTION LIMIT 0;
            CREATE ROLE reader LOGIN;
            ALTER ROLE reader SET default_transaction_read_only = on;
            """)
        let rules = """
            local all all trust
            host all locked 127.0.0.1/32 scram-sha-256
            host all barred 127.0.0.1/32 reject
            host all all 127.0.0.1/32 trust

            """
        let file = try #require(wire.execute("SHOW hba_file").first)
        try Data(rules.utf8).write(to: URL(filePath: file))
        _ = try wire.execute("SELECT pg_reload_conf()")
    }

    @Test("is no warning that PostgreSQL gives while a connection is made: that is for its own log")
    func warnings() async throws {
        try await PrivatePostgreSQL.lend { database in
            try await TemporaryFolder.lend { place in
                // As it warns of collations that are newer than the database, it does of a setting that is none.
                _ = try LibPQConnection(try #require(PostgreSQLAddress(database.url))).execute(
                    """
                    CREATE ROLE warned LOGIN SUPERUSER;
                    ALTER ROLE warned SET work_mem = '4MB';
                    UPDATE pg_db_role_setting SET setconfig = ARRAY['work_mem=none']
                    WHERE setrole = 'warned'::regrole
                    """)
                let url = database.url.replacing("user=coster", with: "user=warned")
                let run = try await EndToEndTests.expect(
                    0, ["migrate", "--data", place.path, "--database-url", url])
                #expect(!run.errors.contains("WARNING"), "\(run.errors)")
            }
        }
    }

    @Test("is in the log of a server that loses it")
    func lost() async throws {
        try await PrivatePostgreSQL.lend { database in
            try await TemporaryFolder.lend { place in
                let wire = try LibPQConnection(try #require(PostgreSQLAddress(database.url)))
                _ = try wire.execute("CREATE ROLE shop LOGIN SUPERUSER")
                let url = database.url.replacing("user=coster", with: "user=shop")
                let server = try await RunningServer.start(
                    place.path, ["COSTER_DATABASE_URL": url])
                do {
                    _ = try wire.execute("ALTER ROLE shop NOLOGIN")
                    _ = try wire.execute(
                        """
                        SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                        WHERE usename = 'shop'
                        """)
                    try await Self.wait(for: "is not permitted to log in", in: server)
                    _ = try wire.execute("ALTER ROLE shop LOGIN")
                } catch {
                    await server.kill()
                    throw error
                }
                #expect(await server.stop() == .exited(0))
            }
        }
    }

    /// Looks into a server's log until it has some words.
    private static func wait(for words: String, in server: RunningServer) async throws {
        let tries = 1_500
        for _ in 0..<tries {
            let log = try String(
                contentsOfFile: RunningServer.logFile(server.folder), encoding: .utf8)
            if log.contains(words) { return }
            try await server.glance()
        }
        throw StillWaiting()
    }
}
