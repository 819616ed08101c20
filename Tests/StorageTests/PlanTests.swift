import Books
import CardVault
import GRDB
import GRDBSQLite
import PaymentDomain
import PaymentEngine
import Testing

@testable import Storage

@Suite("How the books are looked through")
struct PlanTests {
    private let fixture: StoreFixture
    private var store: DatabaseStore { fixture.store }
    private static let later = StoreFixture.now.adding(seconds: 120)

    init() throws {
        fixture = try StoreFixture()
    }

    /// What may be walked from end to end: what has a row for each batch, or one row at all.
    private static let short: Set<Substring> = ["batches", "single"]

    /// What stands in a plan and is not done: SQLite would look for rows that refer to a new one in
    /// vain, if a reference of this transaction were broken.
    private static func isForBrokenReferences(_ walk: Walk) -> Bool {
        walk.table == "transactions" && walk.sql.hasPrefix("INSERT INTO operations")
    }

    @Test("nothing that a request, a round of the worker or a settlement asks walks the payments")
    func everyStatement() async throws {
        let file = try #require(fixture.file)
        try await useEverything()
        let writers = try await file.pool.writeWithoutTransaction(PlanTests.walks)
        let readers = try await file.pool.read(PlanTests.walks)
        for walked in [writers, readers] {
            #expect(walked.statements > 10)
            let long = walked.tables.filter { walk in
                !PlanTests.short.contains(walk.table) && !PlanTests.isForBrokenReferences(walk)
            }
            #expect(long == [])
        }
    }

    /// A table that a statement walks, without an index.
    private struct Walk: Hashable {
        let table: Substring
        let sql: String
    }

    /// How many statements a connection has prepared, and what they walk.
    private static func walks(_ db: Database) throws -> (statements: Int, tables: [Walk]) {
        var prepared: [String] = []
        var next = sqlite3_next_stmt(db.sqliteConnection, nil)
        while let statement = next {
            if let sql = sqlite3_sql(statement) { prepared.append(String(cString: sql)) }
            next = sqlite3_next_stmt(db.sqliteConnection, statement)
        }
        let plain = prepared.filter { sql in
            ["SELECT", "INSERT", "UPDATE", "DELETE"].contains { sql.hasPrefix($0) }
        }
        return (plain.count, try plain.flatMap { sql in try walks(of: sql, db) })
    }

    private static func walks(of sql: String, _ db: Database) throws -> [Walk] {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(
            db.sqliteConnection, "EXPLAIN QUERY PLAN " + sql, -1, &statement, nil)
        try #require(code == SQLITE_OK, "\(sql)")
        defer { sqlite3_finalize(statement) }
        var walks: [Walk] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            guard let text = sqlite3_column_text(statement, 3) else { continue }
            // "SCAN payments", or "SCAN payments USING INDEX …"; a row that is made up is "CONSTANT ROW".
            let words = String(cString: text).split(separator: " ")
            guard words.count > 1, words[0] == "SCAN", words[1] != "CONSTANT",
                !words.contains("INDEX")
            else { continue }
            walks.append(Walk(table: words[1], sql: sql))
        }
        return walks
    }

    /// All that a server asks of its books, each at least once.
    private func useEverything() async throws {
        let intent = try StoreFixture.intent(token: "token", key: "key")
        _ = try await store.begin(intent)
        var ending = StoreFixture.ending(intent.payment, .authorizationApproved(1000))
        let claim = try #require(intent.claim)
        ending.idempotency = (claim.key, SealedRecord(keyID: "s1", bytes: [1]))
        _ = try await store.finish(ending)
        _ = try await store.recall(claim)
        _ = try await store.recall(claim.key)
        let payment = try await fixture.payment(intent.payment.id)
        _ = try await store.payments(.order("order", card: payment.handle), of: payment.merchant)
        _ = try await store.authorization(of: payment.id)
        _ = try await store.card(payment.handle, of: payment.merchant)
        _ = try await store.standing(of: payment.id)
        _ = try await store.isSpent("token", of: payment.merchant)
        let capture = try await fixture.done(.capture, 300, of: payment)
        _ = try await store.openCaptures(of: payment.id)
        _ = try await store.operation(capture)
        _ = try await store.number(of: capture)
        try await fixture.done(.captureVoid, 300, of: payment, takingBack: capture)
        try await fixture.done(.capture, 200, of: payment)
        _ = try await store.closeBatch(at: PlanTests.later)
        try await fixture.done(.refund, 100, of: payment)
        _ = try await fixture.credited(transaction: try StoreFixture.name(8, .credit))
        _ = try await store.batches(
            ListBatchesCommand(batch: nil, from: StoreFixture.now, to: PlanTests.later),
            of: payment.merchant)
        let number = try #require(TransactionNumber(8))
        _ = try await store.transaction(number, of: payment.merchant)
        _ = try await store.transactions(named: "name", of: payment.merchant)
        _ = try await store.transactions(ofOrder: "order", of: payment.merchant)
        try await useWorker()
    }

    /// An authorization that was cut off, a last capture whose rest nobody gave up, an advice that is
    /// put off, and a registration that lapsed.
    private func useWorker() async throws {
        _ = try await store.begin(try StoreFixture.intent(order: "cut off"))
        let payment = try await fixture.approved(order: "closed")
        let last = try StoreFixture.delivery(.capture, 300, of: payment)
        _ = try await fixture.reserve(last, isLast: true)
        _ = try await fixture.conclude(last)
        _ = try await store.recoverAbandoned(
            deadlineBefore: PlanTests.later, at: PlanTests.later)
        #expect(try await store.releaseRests(at: PlanTests.later) == 1)
        let due = try await store.claimDeliveries(
            at: PlanTests.later, leasedUntil: PlanTests.later, limit: 10)
        #expect(due.count == 2)
        for delivery in due { try await store.postpone(delivery, until: PlanTests.later) }
        _ = try await store.eraseRegistrations(expiredBefore: PlanTests.later)
        try await store.endLeases(at: PlanTests.later)
    }
}
