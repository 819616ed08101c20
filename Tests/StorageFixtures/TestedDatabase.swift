import Database
import Dispatch
import Foundation
import PaymentDomain
import Testing

@testable import PostgreSQLDatabase

/// A schema of its own in the PostgreSQL that the tests were given.
package final class TestedDatabase: Sendable {
    /// Fewer than a server has, so that many tests share it.
    package static let connections = 4
    /// Less than a statement has; a machine on which much else runs needs a while between what makes others wait and
    /// what lets them go on.
    private static let lockMilliseconds = 25_000
    /// Where the server is, where there is one; `make test` starts one.
    package static let url = ProcessInfo.processInfo.environment["COSTER_TEST_DATABASE_URL"]
    package static let absence: Comment =
        "COSTER_TEST_DATABASE_URL is not set; make test starts a server and sets it"

    /// Whether the test that runs is to open its books in PostgreSQL.
    @TaskLocal package static var isAsked = false

    package let address: PostgreSQLAddress
    private let schema: String

    /// A new schema, where the test that runs is to have one.
    package static func current() throws -> TestedDatabase? {
        isAsked ? try TestedDatabase() : nil
    }

    package init() throws {
        schema = "test_\(PaymentID().value)"
        let url = try #require(TestedDatabase.url)
        let whole = try #require(PostgreSQLAddress(url))
        _ = try LibPQConnection(whole).execute("CREATE SCHEMA \(schema)")
        let path =
            url + (url.contains("?") ? "&" : "?") + "options=-csearch_path%3D\(schema)"
            + "&application_name=\(schema)"
        var address = try #require(PostgreSQLAddress(path))
        address.lockMilliseconds = Self.lockMilliseconds
        self.address = address
    }

    /// Another address of the same schema, with settings of PostgreSQL's for each connection.
    package func address(setting: String) throws -> PostgreSQLAddress {
        let url = try #require(TestedDatabase.url)
        return try #require(
            PostgreSQLAddress(
                url + (url.contains("?") ? "&" : "?")
                    + "options=-csearch_path%3D\(schema)%20-c\(setting)"
                    + "&application_name=\(schema)"))
    }

    /// Runs statements past the store; the last one's first row comes back.
    @discardableResult
    package func execute(_ sql: String) throws -> [String] {
        try LibPQConnection(address).execute(sql)
    }

    /// Waits until so many of the connections wait for what others hold; on a thread of its own, since the tasks that are
    /// to wait need those that tests run on.
    package func wait(forWaiting count: Int) async throws {
        try await onOwnThread { try self.look(forWaiting: count) }
    }

    /// The same, on the thread that it is called on.
    package func look(forWaiting count: Int) throws {
        let tries = 4_000
        let wire = try LibPQConnection(address)
        for _ in 0..<tries {
            let waiting = try wire.execute(
                """
                SELECT pg_sleep(0.01);
                SELECT count(*) FROM pg_stat_activity
                WHERE application_name = '\(schema)' AND wait_event_type = 'Lock'
                """)
            if waiting == ["\(count)"] { return }
        }
        throw NoOneWaits()
    }

    /// Runs a statement with the rules of the schema switched off.
    package func tamper(_ sql: String) throws {
        try execute(
            """
            DO $$ DECLARE rule record; BEGIN
                FOR rule IN SELECT conrelid::regclass AS place, conname FROM pg_constraint
                    WHERE contype = 'c' AND connamespace = current_schema()::regnamespace
                LOOP
                    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', rule.place, rule.conname);
                END LOOP;
            END $$;
            SET session_replication_role = replica;
            """ + sql)
    }

    package func drop() throws {
        try execute("SET client_min_messages = warning; DROP SCHEMA \(schema) CASCADE")
    }
}

extension TestedDatabase {
    /// Holds up all migrations of the server until `body` has ended, from a thread that no task needs.
    ///
    /// - Returns: What `body` returned.
    package func holdingMigrations<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        let (taken, take) = AsyncStream<Void>.makeStream()
        let release = DispatchSemaphore(value: 0)
        let address = address
        let holder = Task {
            try await onOwnThread {
                defer { take.finish() }
                let wire = try LibPQConnection(address)
                _ = try wire.execute(
                    "SELECT pg_advisory_lock(hashtextextended('coster_schema', 0)) IS NULL")
                take.yield()
                defer { withExtendedLifetime(wire) {} }
                return release.wait(timeout: .now() + Self.holdSeconds) == .success
            }
        }
        for await _ in taken { break }
        let outcome: Result<Value, any Error>
        do {
            outcome = .success(try await body())
        } catch {
            outcome = .failure(error)
        }
        release.signal()
        #expect(try await holder.value, "no task went on while migrations waited")
        return try outcome.get()
    }

    /// How long migrations are held up at most, in seconds.
    private static let holdSeconds = 30.0
}

/// The connections did not come to wait.
package struct NoOneWaits: Error {
    package init() {}
}
