import Foundation
import PaymentDomain
import PaymentStorage
import Testing

@testable import PostgreSQLDatabase

/// A database for several servers: a schema of its own in the PostgreSQL that the tests were given.
struct SharedDatabase: Sendable {
    private static let given = ProcessInfo.processInfo.environment["COSTER_TEST_DATABASE_URL"]

    static let isThere = given != nil
    static let absence: Comment =
        "COSTER_TEST_DATABASE_URL is not set; make test starts a server and sets it"

    /// Where it is, for the servers.
    let url: String
    private let schema: String

    /// Lends a fresh one.
    static func lend(_ body: (SharedDatabase) async throws -> Void) async throws {
        let given = try #require(given)
        let schema = "test_\(PaymentID().value)"
        let database = SharedDatabase(
            url: given + (given.contains("?") ? "&" : "?")
                + "options=-csearch_path%3D\(schema)&application_name=\(schema)", schema: schema)
        try database.execute("CREATE SCHEMA \(schema)")
        do {
            try await body(database)
            try database.drop()
        } catch {
            try database.drop()
            throw error
        }
    }

    /// The environment of a server that keeps its books here.
    func environment(_ more: [String: String] = [:]) -> [String: String] {
        more.merging(["COSTER_DATABASE_URL": url]) { _, new in new }
    }

    /// The books.
    func open() async throws -> SQLPaymentStore {
        try await SQLPaymentStore(
            database: try #require(PostgreSQLAddress(url)), mayMigrate: false, connections: 2)
    }

    /// Ends every connection of the servers, as a restart of the database does.
    func endConnections() throws {
        try execute(
            """
            SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
            WHERE application_name = '\(schema)' AND pid <> pg_backend_pid()
            """)
    }

    /// Says that the tables are of another version, as a program of that version would.
    func raiseVersion(to version: Int) throws {
        try execute("UPDATE coster_schema SET version = \(version)")
    }

    /// Puts an empty schema in the place of the books, as whoever makes a database again or changes a search_path does.
    func putAside() throws {
        try execute("ALTER SCHEMA \(schema) RENAME TO \(schema)_aside; CREATE SCHEMA \(schema)")
        try endConnections()
    }

    /// Undoes it; what was made meanwhile is gone.
    func putBack() throws {
        try execute(
            """
            ALTER SCHEMA \(schema) RENAME TO \(schema)_other;
            ALTER SCHEMA \(schema)_aside RENAME TO \(schema)
            """)
        try endConnections()
        try execute("SET client_min_messages = warning; DROP SCHEMA \(schema)_other CASCADE")
    }

    private func drop() throws {
        try endConnections()
        // What a test that failed had put aside goes with it.
        try execute(
            """
            SET client_min_messages = warning;
            DROP SCHEMA IF EXISTS \(schema)_aside, \(schema)_other CASCADE;
            DROP SCHEMA \(schema) CASCADE
            """)
    }

    private func execute(_ sql: String) throws {
        _ = try LibPQConnection(try #require(PostgreSQLAddress(url))).execute(sql)
    }
}
