import Testing

@testable import PostgreSQLDatabase

@Suite("coster doctor finds", .timeLimit(.minutes(20)))
struct DoctorTableTests {
    @Test("what is wrong, and nothing else", arguments: DoctorRow.anywhere)
    func findings(_ row: DoctorRow) async throws { try await row.expectFindings() }

    @Test(
        "what is wrong with TLS", .enabled(if: OpenSSL.isThere, OpenSSL.absence),
        arguments: DoctorRow.tls)
    func tls(_ row: DoctorRow) async throws { try await row.expectFindings() }

    @Test(
        "what is wrong with a database in PostgreSQL",
        .enabled(if: SharedDatabase.isThere, SharedDatabase.absence))
    func shared() async throws {
        try await SharedDatabase.lend { database in
            let session = try LibPQConnection(try #require(PostgreSQLAddress(database.url)))
            let name = "ascii_\(newName().filter(\.isHexDigit).lowercased())"
            _ = try session.execute(
                "CREATE DATABASE \(name) ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0")
            let ascii = database.url.replacing("///postgres?", with: "///\(name)?")
            for row in DoctorRow.shared(url: database.url, ascii: ascii) {
                try await row.expectFindings()
            }
            _ = try session.execute("DROP DATABASE \(name) WITH (FORCE)")
        }
    }
}
