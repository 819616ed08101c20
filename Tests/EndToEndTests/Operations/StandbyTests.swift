import MerchantStorage
import PaymentDomain
import PaymentEngine
import PaymentStorage
import Testing

@testable import PostgreSQLDatabase

@Suite(
    "A PostgreSQL with a standby, and a standby", .timeLimit(.minutes(20)),
    .enabled(if: PrivatePostgreSQL.isThere, "PostgreSQL is not installed"))
struct StandbyTests {
    @Test("a read waits for the standby too, and is unknown if that wait is cut off")
    func reads() async throws {
        try await PrivatePostgreSQL.lend { database in
            let address = try #require(PostgreSQLAddress(database.url))
            let store = try await SQLPaymentStore(database: address)
            try await store.awaitCopies()
            _ = try LibPQConnection(address).execute(
                "ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
            try await database.crash()
            let wire = try LibPQConnection(address)
            #expect(
                try await store.merchantStore.configurationVersion() >= 0,
                "a look by itself waits for nobody")
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

    @Test("doctor, and writing commands, say that a standby takes no writes; others read it")
    func asked() async throws {
        try await PrivatePostgreSQL.lend { database in
            try await TemporaryFolder.lend { folder in
                let place = ["--data", folder.path, "--database-url"]
                try await expect(0, ["migrate"] + place + [database.url])
                let wire = try LibPQConnection(try #require(PostgreSQLAddress(database.url)))
                let data = try #require(wire.execute("SHOW data_directory").first)
                // The file alone makes it a standby, when it starts.
                _ = try wire.execute("COPY (SELECT 1 WHERE false) TO '\(data)/standby.signal'")
                try await database.crash()
                let here = place + [database.url + "&target_session_attrs=any"]
                try await expect(0, ["audit"] + here)
                let doctor = try await expect(1, ["doctor", "--sandbox"] + here)
                #expect(doctor.output.contains("database-unreachable"), "\(doctor.output)")
                let settle = try await expect(78, ["settle"] + here)
                for said in [doctor.output, settle.errors] {
                    #expect(said.contains("recovery; name a server that takes writes"), "\(said)")
                }
            }
        }
    }

    private static let waits = "wait_event = 'SyncRep'"

    private static func someoneWaits(_ wire: LibPQConnection) async throws {
        let tries = 100_000
        for _ in 0..<tries {
            let found = try wire.execute("SELECT count(*) FROM pg_stat_activity WHERE \(waits)")
            if found != ["0"] { return }
            await Task.yield()
        }
        throw StillWaiting()
    }
}
