import Foundation
import Glibc
import Testing

@testable import PostgreSQLDatabase

@Suite(
    "The way to a database", .timeLimit(.minutes(20)),
    .enabled(if: PrivatePostgreSQL.isThere, "PostgreSQL is not installed"),
    .enabled(if: OpenSSL.isThere, OpenSSL.absence))
struct DatabaseTLSTests {
    /// What the URL says of TLS, where the server is asked for, and why no books are opened there; nil where they are.
    private struct Row {
        let options: String
        var host = "localhost"
        let refusal: String?
    }

    @Test("is encrypted, and to the server that the URL names, unless the URL says otherwise")
    func rows() async throws {
        try await TemporaryFolder.lend { place in
            let right = "\(place.path)/right"
            let other = "\(place.path)/other"
            for pair in [right, other] {
                _ = try await OpenSSL.makeCertificate(at: pair, for: "DNS:localhost")
            }
            let port = try FreePort.find()
            try await PrivatePostgreSQL.lend([
                "listen_addresses = 'localhost, 127.0.0.1'", "port = \(port)",
            ]) { database in
                let socket = try #require(PostgreSQLAddress("\(database.url)&port=\(port)"))
                let wire = try LibPQConnection(socket)
                let without = Row(
                    options: "sslrootcert=\(right).pem", refusal: "does not support SSL")
                try await Self.expect(without, port, place.path)

                try Self.present(
                    right, in: try #require(wire.execute("SHOW data_directory").first))
                _ = try wire.execute("ALTER SYSTEM SET ssl = on")
                _ = try wire.execute("SELECT pg_reload_conf()")
                for row in [
                    Row(options: "sslrootcert=\(right).pem", refusal: nil),
                    Row(
                        options: "sslrootcert=\(right).pem", host: "127.0.0.1",
                        refusal: "does not match host name \"127.0.0.1\""),
                    Row(
                        options: "sslrootcert=\(other).pem", refusal: "certificate verify failed"),
                    Row(options: "application_name=no-root", refusal: "root certificate file"),
                    Row(
                        options: "sslrootcert=\(place.path)/absent.pem",
                        refusal: "absent.pem\" does not exist"),
                    Row(
                        options: "sslmode=verify-ca&sslrootcert=\(right).pem", host: "127.0.0.1",
                        refusal: nil),
                    Row(
                        options: "sslmode=verify-ca&sslrootcert=\(other).pem",
                        refusal: "certificate verify failed"),
                    Row(options: "sslmode=disable", refusal: nil),
                ] {
                    try await Self.expect(row, port, place.path)
                }
            }
        }
    }

    private static func expect(_ row: Row, _ port: Int, _ home: String) async throws {
        let url = "postgres://coster@\(row.host):\(port)/postgres?\(row.options)"
        // A root certificate of whoever runs the tests must not count.
        let run = try await CommandRun.coster(
            ["migrate", "--database-url", url], environment: ["HOME": home])
        #expect(
            run.ending == .exited(row.refusal == nil ? 0 : 78)
                && row.refusal.map { run.errors.contains($0) } ?? true,
            "\(row.host) \(row.options): \(run.output) \(run.errors)")
    }

    /// Gives a server its certificate, in files of the user that it runs as.
    private static func present(_ certificate: String, in folder: String) throws {
        let manager = FileManager.default
        let owner = try manager.attributesOfItem(atPath: folder)
        for (from, name) in [("pem", "server.crt"), ("key", "server.key")] {
            let path = "\(folder)/\(name)"
            try manager.copyItem(atPath: "\(certificate).\(from)", toPath: path)
            var attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
            attributes[.ownerAccountID] = owner[.ownerAccountID]
            attributes[.groupOwnerAccountID] = owner[.groupOwnerAccountID]
            try manager.setAttributes(attributes, ofItemAtPath: path)
        }
    }
}
