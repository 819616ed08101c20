import StorageFixtures
import Database
import PaymentDomain
import PaymentEngine
import Testing

@testable import PostgreSQLDatabase
@testable import PaymentStorage

/// Changes that wait for the only connection while someone holds a lock, so that they come together.
@Suite(
    "Changes that share a transaction", .timeLimit(.minutes(5)),
    .enabled(if: TestedDatabase.url != nil, TestedDatabase.absence), .onPostgreSQL)
struct SharedTransactionTests {
    private let fixture: StoreFixture
    private let database: TestedDatabase
    /// The same books by one connection.
    private let store: SQLPaymentStore

    init() async throws {
        fixture = try await StoreFixture()
        database = try #require(fixture.database)
        store = try await SQLPaymentStore(database: database.address, connections: 1)
        try database.execute("CREATE TABLE gate (n BIGINT); INSERT INTO gate VALUES (0)")
    }

    /// Lets so many changes wait in the line, and then go together.
    private func together<Value: Sendable>(
        _ count: Int, holding: String = "SELECT 1",
        _ change: @escaping @Sendable (Int, SQLPaymentStore) async throws -> Value
    ) async throws -> [Result<Value, any Error>] {
        let holder = try LibPQConnection(database.address)
        _ = try holder.execute("BEGIN; UPDATE gate SET n = 1")
        let other = try LibPQConnection(database.address)
        _ = try other.execute("BEGIN; " + holding)
        let store = store
        let first = Task {
            try await store.write { db in try db.change("UPDATE gate SET n = 2", []) }
        }
        try await database.wait(forWaiting: 1)
        let tasks = (0..<count).map { index in
            Task { try await change(index, store) }
        }
        guard case .postgreSQL(let book) = store.database else { throw NoOneWaits() }
        while book.waiting < count {
            try Task.checkCancellation()
            await Task.yield()
        }
        _ = try holder.execute("COMMIT")
        _ = try await first.value
        if holding != "SELECT 1" {
            // Together they gave up.
            while store.undoneCommits == 0 {
                try Task.checkCancellation()
                await Task.yield()
            }
            try await database.wait(forWaiting: 1)
        }
        _ = try other.execute("COMMIT")
        var results: [Result<Value, any Error>] = []
        for task in tasks { results.append(await task.result) }
        return results
    }

    private func expectSound() async throws {
        let report = try await fixture.store.audit()
        #expect(report.isClean, "\(report.breaches)")
    }

    @Test("authorizations that wait together begin in one transaction, and end in one")
    func oneCommit() async throws {
        let intents = try (0..<8).map { try StoreFixture.intent(order: "\($0)", key: "k\($0)") }
        let begun = try await together(8) { try await $1.begin(intents[$0]) }
        for outcome in begun {
            guard case .begun = try outcome.get() else {
                Issue.record("\(outcome)")
                continue
            }
        }
        #expect(try database.execute("SELECT count(DISTINCT xmin::text) FROM payments") == ["1"])
        let ended = try await together(8) { index, store in
            try await store.finishes(
                StoreFixture.ending(intents[index].payment, .approved(1000)))
        }
        #expect(try ended.allSatisfy { try $0.get() })
        #expect(try database.execute("SELECT count(DISTINCT xmin::text) FROM payments") == ["1"])
        #expect(
            try database.execute("SELECT count(*) FROM payments WHERE state = 'authorized'")
                == ["8"])
        #expect(store.undoneCommits == 0)
        try await expectSound()
    }

    @Test("authorizations' statements of one form that wait together are one statement")
    func oneStatement() async throws {
        // A card that is new is looked for once more, by itself.
        let first = try StoreFixture.intent(order: "100", token: "cc", key: "first")
        _ = try await store.begin(first)
        _ = try await store.finishes(
            StoreFixture.ending(first.payment, .approved(1000)))
        let intents = try (0..<8).map { index in
            try StoreFixture.intent(
                order: "\(index)", token: index % 2 == 0 ? nil : "aa0\(index)",
                cryptogram: index % 4 == 1 ? "bb0\(index)" : nil, key: "k\(index)")
        }
        let begun = try await together(8) { try await $1.begin(intents[$0]) }
        #expect(try begun.allSatisfy { if case .begun = try $0.get() { true } else { false } })
        for table in ["payments", "idempotency", "spent_tokens"] {
            #expect(try statements(thatWrote: table) == ["2", "2"], "\(table)")
        }
        let answers: [AuthorizationAnswer] = [.approved(1000), .declined]
        let ended = try await together(8) { index, store in
            try await store.finishes(
                StoreFixture.ending(intents[index].payment, answers[index % 2]))
        }
        #expect(try ended.allSatisfy { try $0.get() })
        for table in ["payments", "payment_events"] {
            #expect(try statements(thatWrote: table) == ["2", "2"], "\(table)")
        }
        #expect(
            try database.execute(
                """
                SELECT count(*) FROM payments WHERE state
                    = CASE order_reference::int % 2 WHEN 0 THEN 'authorized' ELSE 'declined' END
                """) == ["9"])
        try await expectSound()
    }

    /// How many transactions wrote a table's rows, and how many statements of them.
    private func statements(thatWrote table: String) throws -> [String] {
        try database.execute(
            """
            SELECT count(DISTINCT xmin::text), count(DISTINCT xmin::text || '/' || cmin::text)
            FROM \(table)
            """)
    }

    @Test("of the same Apple transaction twice among others one is spent, and the others begin")
    func replay() async throws {
        let intents = try (0..<6).map { index in
            try StoreFixture.intent(
                order: "\(index)", token: index % 3 == 0 ? "aa" : "bb0\(index)", key: "k\(index)")
        }
        let begun = try await together(6) { try await $1.begin(intents[$0]) }
        var spent = 0
        for outcome in begun {
            if case .tokenSpent = try outcome.get() { spent += 1 }
        }
        #expect(spent == 1)
        #expect(try database.execute("SELECT count(*) FROM payments") == ["5"])
        #expect(store.undoneCommits == 1)
        try await expectSound()
    }

    @Test("of the same key twice among others the second gets what the first began")
    func sameKey() async throws {
        let intents = try (0..<4).map { index in
            try StoreFixture.intent(order: "\(index)", key: index < 2 ? "same" : "k\(index)")
        }
        let begun = try await together(4) { try await $1.begin(intents[$0]) }
        var repeated = 0
        for outcome in begun {
            if case .alreadyRecorded = try outcome.get() { repeated += 1 }
        }
        #expect(repeated == 1)
        #expect(try database.execute("SELECT count(*) FROM payments") == ["3"])
        try await expectSound()
    }

    @Test("of two outcomes of one authorization that come together the first counts")
    func oneOutcome() async throws {
        let intent = try StoreFixture.intent()
        _ = try await store.begin(intent)
        let answers: [AuthorizationAnswer] = [.approved(1000), .unanswered]
        let ended = try await together(2) { index, store in
            try await store.finishes(StoreFixture.ending(intent.payment, answers[index]))
        }
        #expect(try ended.filter { try $0.get() }.count == 1)
        try await expectSound()
    }

    @Test("one that must wait for someone's lock does not keep its neighbours waiting as long")
    func heldRow() async throws {
        var payments: [Payment] = []
        for index in 0..<4 {
            let intent = try StoreFixture.intent(order: "\(index)")
            _ = try await store.begin(intent)
            payments.append(intent.payment)
        }
        let (all, held) = (payments, payments[3].id.value)
        // The row is given free when the change waits for it a second time, alone.
        let ended = try await together(
            4, holding: "UPDATE payments SET order_reference = '3' WHERE id = '\\x\(held)'"
        ) { index, store in
            try await store.finishes(
                StoreFixture.ending(all[index], .approved(1000)))
        }
        #expect(try ended.allSatisfy { try $0.get() })
        #expect(store.whyUnreachable == nil, "nobody waited in vain")
        try await expectSound()
    }

    @Test("a connection that breaks in their commit leaves all of them unknown")
    func brokenCommit() async throws {
        try database.execute(
            """
            CREATE FUNCTION fall() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
            CREATE CONSTRAINT TRIGGER fall AFTER INSERT ON payments DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION fall()
            """)
        let intents = try (0..<4).map { try StoreFixture.intent(order: "\($0)") }
        let begun = try await together(4) { try await $1.begin(intents[$0]) }
        for outcome in begun {
            #expect(throws: StoreError.indeterminate) { try outcome.get() }
        }
        #expect(try database.execute("SELECT count(*) FROM payments") == ["0"])
        try await expectSound()
    }
}
