import PaymentEngine
import Storage
import Testing

@testable import PostgreSQLBooks

@Suite(
    "Books whose PostgreSQL waits for a standby",
    .enabled(if: PrivatePostgreSQL.isThere, "PostgreSQL is not installed"))
struct StandbyTests {
    @Test("what was only read waits for the standby too, and is unknown where that wait is cut off")
    func reads() async throws {
        try await PrivatePostgreSQL.lend { database in
            let address = try #require(PostgreSQLAddress(database.url))
            let store = try DatabaseStore(database: address)
            try await store.awaitCopies()
            _ = try Wire(address).execute(
                "ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
            try await database.crash()
            let wire = try Wire(address)
            #expect(try await store.epoch() >= 0, "a look by itself waits for nobody")
            for isCutOff in [true, false] {
                let wait = Task { try await store.awaitCopies() }
                try await Self.someoneWaits(wire)
                if isCutOff {
                    _ = try wire.execute(
                        "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE \(Self.waits)")
                    await #expect(throws: StoreError.indeterminate) { try await wait.value }
                } else {
                    _ = try wire.execute("ALTER SYSTEM RESET synchronous_standby_names")
                    _ = try wire.execute("SELECT pg_reload_conf()")
                    try await wait.value
                }
            }
            try store.close()
        }
    }

    private static let waits = "wait_event = 'SyncRep'"

    private static func someoneWaits(_ wire: Wire) async throws {
        let tries = 100_000
        for _ in 0..<tries {
            let found = try wire.execute("SELECT count(*) FROM pg_stat_activity WHERE \(waits)")
            if found != ["0"] { return }
            await Task.yield()
        }
        throw StillWaiting()
    }
}
