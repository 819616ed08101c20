import StorageFixtures
import Database
import CardVault
import Dispatch
import GRDB
import GRDBSQLite
import PaymentDomain
import PaymentEngine
import SQLiteDatabase
import Testing

@testable import PaymentStorage

@Suite("The query plans", .timeLimit(.minutes(5)))
struct PlanTests {
    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }
    private static let later = StoreFixture.now.adding(seconds: 120)

    init() async throws {
        fixture = try await StoreFixture()
    }

    /// What may be walked from end to end: what has a row for each batch, restore, line, endpoint or key, or one
    /// row at all; indexes of what waits to be done; and, at a start, all advices, whose leases end.
    private static let short: Set<String> = [
        "SCAN batches", "SCAN restores", "SCAN a", "SCAN single", "SCAN deliveries",
        "SCAN line_credentials", "SCAN webhook_secrets", "SCAN webhook_endpoints", "SCAN w",
        "SCAN webhook_endpoints USING INDEX webhook_endpoints_by_url",
        "SCAN w USING INDEX webhook_endpoints_by_url",
        "SCAN operations USING INDEX operations_unsettled",
        "SCAN wrapped_keys USING INDEX wrapped_keys_by_generation",
    ]

    @Test("nothing that a request, a round of the worker or a settlement asks walks the payments")
    func everyStatement() async throws {
        let file = try #require(fixture.file)
        try await useEverything()
        let asked =
            try await file.pool.writeWithoutTransaction(PlanTests.plans)
            + (try await PlanTests.plansOfReaders(file.pool))
        for words in [
            "closing = 1", "d.kind = 'reversal'", "d.kind <> 'reversal'", "WITH asked",
            "spent_tokens t", "INTO payment_events", "DELETE FROM cards",
            "DELETE FROM registrations", "SET expires_at",
            "DELETE FROM webhook_deliveries", "DELETE FROM payment_events",
        ] {
            #expect(asked.contains { $0.sql.contains(words) }, "\(words)")
        }
        #expect(asked.filter(\.isLong) == [])
        let settled = asked.filter { $0.sql.hasPrefix("UPDATE operations SET batch") }
        #expect(settled.contains { $0.step.contains("operations_unsettled") })
    }

    /// How a statement that is kept prepared goes through one of its tables.
    private struct Plan: Hashable {
        let sql: String
        /// SQLite's words.
        let step: String

        /// Whether it looks at rows that become more with each payment: at all of a table or an index, or
        /// at all of a merchant's, or at rows put in order for this one time.
        var isLong: Bool {
            if PlanTests.short.contains(step) || isForBrokenReferences { return false }
            return step.hasPrefix("SCAN") && step != "SCAN CONSTANT ROW"
                || step.hasSuffix("(merchant=?)") || step.contains("AUTOMATIC")
        }

        /// What stands in a plan and is not done: SQLite would look for rows that refer to a new one in
        /// vain, if a reference of this transaction were broken.
        private var isForBrokenReferences: Bool {
            step == "SCAN transactions" && sql.hasPrefix("INSERT INTO operations")
        }
    }

    /// The plans of all statements that a connection keeps prepared.
    private static func plans(_ db: Database) throws -> [Plan] {
        var prepared: [String] = []
        var next = sqlite3_next_stmt(db.sqliteConnection, nil)
        while let statement = next {
            if let sql = sqlite3_sql(statement) { prepared.append(String(cString: sql)) }
            next = sqlite3_next_stmt(db.sqliteConnection, statement)
        }
        return try prepared.flatMap { sql in
            try QueryPlan.steps(of: sql, db).map { Plan(sql: sql, step: $0) }
        }
    }

    /// The plans of what all readers keep prepared: as many read at once as there are connections, so that each
    /// has its own.
    private static func plansOfReaders(_ pool: DatabasePool) async throws -> [Plan] {
        let readers = DispatchGroup()
        for _ in 0..<SQLiteLimits.readers { readers.enter() }
        return try await withThrowingTaskGroup(of: [Plan].self) { group in
            for _ in 0..<SQLiteLimits.readers {
                group.addTask {
                    try await onOwnThread {
                        try pool.read { db in
                            readers.leave()
                            try #require(readers.wait(timeout: .now() + 60) == .success)
                            return try plans(db)
                        }
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    /// What a server asks of its books while it serves.
    private func useEverything() async throws {
        let intent = try StoreFixture.intent(token: "token", key: "key")
        _ = try await store.begin(intent)
        let ending = StoreFixture.ending(intent.payment, .approved(1000))
        let claim = try #require(intent.claim)
        _ = try await store.finishes(ending)
        _ = try await store.prior(claim)
        let payment = try await fixture.payment(intent.payment.id)
        _ = try await store.payments(.order("order", card: payment.handle), of: payment.merchant)
        _ = try await store.authorization(of: payment.id)
        _ = try await store.card(payment.handle, of: payment.merchant)
        _ = try await store.snapshot(of: payment.id)
        _ = try await store.isSpent("token", of: payment.merchant)
        let capture = try await fixture.done(.capture, 300, of: payment)
        _ = try await store.record(of: payment.id)
        let named = IdempotencyClaim(
            key: IdempotencyKey(merchant: payment.merchant, dialect: "vantiv", key: "capture"),
            requestDigest: [], countsSince: StoreFixture.now)
        var again = RequestedOperation(try StoreFixture.capture(10, of: payment))
        again.claim = named
        _ = try await store.request(again)
        _ = try await store.prior(named)
        _ = try await fixture.conclude(again.delivery)
        try await fixture.done(.captureVoid, 300, of: payment, takingBack: capture)
        try await fixture.done(.capture, 200, of: payment)
        _ = try await store.closeBatch(at: PlanTests.later)
        try await fixture.done(.refund, 100, of: payment)
        _ = try await fixture.credited(transaction: try StoreFixture.name(8, .credit))
        _ = try await store.batches(
            ListBatchesCommand(.closed(from: StoreFixture.now, to: PlanTests.later)),
            of: payment.merchant)
        _ = try await store.merchants(inBatch: 1)
        for selection in [.number(1), .newest(limit: 1, from: nil)]
            as [ListBatchesCommand.Selection]
        {
            _ = try await store.batches(ListBatchesCommand(selection), of: payment.merchant)
        }
        let number = try #require(TransactionNumber(8))
        _ = try await store.transaction(number, of: payment.merchant)
        _ = try await store.transactions(.named("name"), of: payment.merchant, upTo: 10)
        _ = try await store.transactions(.ofOrder("order"), of: payment.merchant, upTo: 10)
        for before in [nil, payment.id] {
            _ = try await store.newestPayments(of: payment.merchant, before: before, upTo: 10)
        }
        for reference in [PaymentReference.number(number), .begunBy(number)] {
            _ = try await store.payments(reference, of: payment.merchant)
        }
        try await useRegistration()
        try await useProvisionalCard()
        try await useWorker()
        try await useRenewal()
        _ = try await store.merchantStore.configurationVersion()
        _ = try await store.mark()
        _ = try await store.wrappedKeys()
    }

    /// A registration that is kept as a card, one that a payment spends, and one that lapses.
    private func useRegistration() async throws {
        var intent = try StoreFixture.intent(order: "registered", card: "4111110000002222")
        let merchant = intent.payment.merchant
        let kept = try await fixture.registered("kept", until: PlanTests.later)
        _ = try await store.registration(kept, of: merchant)
        _ = try await store.keepCard(
            CardIntent(
                merchant: merchant, card: intent.card, spentToken: nil, registration: kept,
                at: StoreFixture.now))
        intent.registration = try await fixture.registered("paid", until: PlanTests.later)
        intent.transaction = try StoreFixture.name(9, .authorization)
        guard case .begun = try await store.begin(intent) else {
            Issue.record("not begun")
            return
        }
        _ = try await fixture.registered("lapsed", until: PlanTests.later)
    }

    /// A card that is stored without a credential, pays, and is erased.
    private func useProvisionalCard() async throws {
        let intent = try StoreFixture.intent(order: "provisional", card: "4111110000003333")
        let merchant = intent.payment.merchant
        var kept = CardIntent(
            merchant: merchant, card: intent.card, spentToken: nil, registration: nil,
            at: StoreFixture.now)
        kept.expiresAt = PlanTests.later
        _ = try await store.keepCard(kept)
        _ = try await store.begin(intent)
        _ = try await store.eraseCard(
            intent.card.handle, of: merchant, by: "me", at: StoreFixture.now)
        _ = try await store.keepCard(kept)
    }

    /// A hold that is renewed for more than is left of it, and a step of its order.
    private func useRenewal() async throws {
        let hold = try await fixture.approved(order: "renewed")
        try await fixture.done(.capture, 300, of: hold)
        var intent = try StoreFixture.intent(order: "renewed")
        let renewal = try await fixture.renewal(of: hold.id, order: "renewed")
        intent.renewal = renewal
        _ = try await store.begin(intent)
        var ending = StoreFixture.ending(intent.payment, .approved(1000))
        ending.booking = .renewal(of: try #require(renewal.hold))
        _ = try await store.finishes(ending)
        let name = StoreFixture.name(of: "renewed")
        let step = PaymentStep(
            of: .order(name), at: StoreFixture.now, messagesDue: StoreFixture.now
        ) { order in .nothingLeft(of: order.payments[0].payment.id, cancelling: []) }
        #expect(try await store.change(step) != .notFound)
        _ = try await store.order(OrderName("renewed", of: name.merchant, card: hold.handle))
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
        let due = try await store.claimDeliveries(
            of: .sandbox, at: PlanTests.later, leasedUntil: PlanTests.later, limit: 10)
        #expect(due.count == 4)
        for delivery in due {
            try await store.postpone(delivery, until: PlanTests.later, at: StoreFixture.now)
        }
        _ = try await store.eraseRegistrations(expiredBefore: PlanTests.later)
        _ = try await store.eraseCards(expiredBefore: PlanTests.later)
        let declined = try StoreFixture.intent(order: "declined")
        _ = try await store.begin(declined)
        _ = try await store.finish(StoreFixture.ending(declined.payment, .declined))
        _ = try await fixture.approved()
        let limits = RetentionLimits(events: PlanTests.later, deliveries: PlanTests.later)
        #expect(try await store.eraseHistory(limits, after: 0) != nil)
        try await store.bringForward(
            dueAfter: PlanTests.later, deadlineAfter: PlanTests.later, at: PlanTests.later)
        try await store.endLeases(at: PlanTests.later)
    }
}
