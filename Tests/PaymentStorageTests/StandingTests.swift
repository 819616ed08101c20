import StorageFixtures
import CardVault
import PaymentDomain
import PaymentEngine
import Database
import Testing

@testable import PaymentStorage

@Suite("A payment's standing, and what is settled of it", .timeLimit(.minutes(5)), .onBothDatabases)
struct StandingTests {
    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }
    private let merchant = StoreFixture.merchant

    init() async throws {
        fixture = try await StoreFixture()
    }

    private func refund(_ amount: Int64, of payment: Payment) async throws -> ReserveOutcome {
        var request = RequestedOperation(
            try StoreFixture.delivery(.refund, amount, of: payment))
        request.settledOnly = true
        return try await store.request(request)
    }

    @Test("a refund of settled captures takes no more than that, of sixty-four at once too")
    func settledOnly() async throws {
        let payment = try await fixture.approved(1000)
        try await fixture.done(.capture, 500, of: payment)
        #expect(try await refund(1, of: payment) == .refused)
        _ = try await store.closeBatch(at: StoreFixture.now)
        try await fixture.done(.capture, 500, of: payment)
        #expect(try await refund(501, of: payment) == .refused)
        let outcomes = try await withThrowingTaskGroup(of: ReserveOutcome.self) { group in
            for _ in 0..<64 { group.addTask { try await refund(50, of: payment) } }
            return try await group.reduce(into: [ReserveOutcome]()) { $0.append($1) }
        }
        #expect(outcomes.filter { $0 == .reserved }.count == 10)
        #expect(try await fixture.payment(payment.id).amounts.refunding == 500)
        #expect(try await store.audit().isClean)
    }

    @Test("the snapshot counts settled captures, and has the newest approved one")
    func standing() async throws {
        let payment = try await fixture.approved(1000)
        var snapshot = try #require(try await store.snapshot(of: payment.id))
        #expect(snapshot.settledCaptures == 0)
        #expect(snapshot.capture == nil)
        try await fixture.done(.capture, 300, of: payment)
        _ = try await store.closeBatch(at: StoreFixture.now)
        snapshot = try #require(try await store.snapshot(of: payment.id))
        #expect(snapshot.settledCaptures == 300)
        #expect(snapshot.capture?.batch == FoundBatch(number: 1, closedAt: StoreFixture.now))
        let second = try await fixture.done(.capture, 200, of: payment)
        snapshot = try #require(try await store.snapshot(of: payment.id))
        #expect(snapshot.settledCaptures == 300)
        #expect(snapshot.capture?.batch == FoundBatch(number: nil, closedAt: nil))
        try await fixture.done(.captureVoid, 200, of: payment, takingBack: second)
        snapshot = try #require(try await store.snapshot(of: payment.id))
        #expect(snapshot.capture?.batch.number == 1)
        #expect(try await store.snapshot(of: PaymentID()) == nil)
    }

    @Test("a payment is found by the number that began it, and by no other")
    func begunBy() async throws {
        var intent = try StoreFixture.intent()
        intent.transaction = try StoreFixture.name(1, .authorization)
        _ = try await store.begin(intent)
        _ = try await store.finishes(
            StoreFixture.ending(intent.payment, .approved(1000)))
        let capture = try StoreFixture.delivery(.capture, 100, of: intent.payment)
        _ = try await fixture.reserve(capture, transaction: try StoreFixture.name(2, .capture))
        func found(_ number: Int64, _ merchant: MerchantID) async throws -> [PaymentID] {
            let number = try #require(TransactionNumber(number))
            return try await store.payments(.begunBy(number), of: merchant).map(\.id)
        }
        #expect(try await found(1, merchant) == [intent.payment.id])
        #expect(try await found(2, merchant) == [])
        #expect(try await found(1, MerchantID("OTHER")) == [])
        #expect(try await store.snapshot(of: intent.payment.id)?.number?.value == 1)
    }

    @Test("a name is a registration's or a card's, never both")
    func names() async throws {
        let intent = try StoreFixture.intent()
        let id = try #require(RegistrationID(intent.card.handle.value))
        let registration = StoredRegistration(
            id: id, merchant: merchant, sealedContent: SealedRecord(keyID: "s1", bytes: [8]),
            expiresAt: StoreFixture.now)
        #expect(try await store.register(registration))
        #expect(try await store.begin(intent) == .handleTaken)
        var elsewhere = registration
        elsewhere.merchant = MerchantID("OTHER")
        #expect(try await store.register(elsewhere))
        let dayAfter = StoreFixture.now.adding(
            seconds: StorageLimits.registrationMemorySeconds + 1)
        _ = try await store.eraseRegistrations(expiredBefore: dayAfter)
        guard case .begun = try await store.begin(intent) else {
            Issue.record("not begun")
            return
        }
        #expect(try await store.register(registration) == false)
        #expect(try await store.audit().isClean)
    }

    @Test("standings, orders and batches are found by an index; only batches themselves are walked")
    func indexes() async throws {
        guard let file = fixture.file else { return }
        let queries =
            [
                SnapshotColumns.query,
                TransactionColumns.query + " WHERE p.merchant = 'm' AND p.order_reference = 'o'",
            ]
            + [
                .number(1), .closed(from: StoreFixture.now, to: StoreFixture.now),
                .newest(limit: 1, from: nil),
            ].map { AskedBatches($0, upTo: 1) }.flatMap { [$0.entries, $0.next] }
        for query in queries {
            let details = try await file.pool.read { db in
                try QueryPlan.steps(of: query, db)
            }
            let scans = details.filter { $0.hasPrefix("SCAN") }
            #expect(scans.allSatisfy { ["SCAN a", "SCAN batches"].contains($0) }, "\(details)")
        }
    }
}
