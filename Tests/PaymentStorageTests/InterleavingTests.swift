import StorageFixtures
import Database
import CardVault
import PaymentDomain
import PaymentEngine
import Testing

@testable import PostgreSQLDatabase
@testable import PaymentStorage

/// Two who come between each other's statements, at the worst moment each time: a third one holds a
/// row or a name until both stand where they must not disturb each other. It holds a row as an UPDATE
/// does, so that a reference to the row does not wait for it, and who came first goes first.
@Suite(
    "Changes that come between each other", .timeLimit(.minutes(5)),
    .enabled(if: TestedDatabase.url != nil, TestedDatabase.absence), .onPostgreSQL)
struct InterleavingTests {
    private let fixture: StoreFixture
    private let database: TestedDatabase
    private let merchant = StoreFixture.merchant
    private var store: SQLPaymentStore { fixture.store }

    init() async throws {
        fixture = try await StoreFixture()
        database = try #require(fixture.database)
    }

    /// Runs `first` until it waits for what `holding` holds, then `second` until it waits too or has
    /// ended, and then lets go.
    private func between<First: Sendable, Second: Sendable>(
        holding: String, _ first: @escaping @Sendable (SQLPaymentStore) async throws -> First,
        _ second: @escaping @Sendable (SQLPaymentStore) async throws -> Second,
        secondWaits: Bool = true
    ) async throws -> (First, Second) {
        let holder = try LibPQConnection(database.address)
        // However long the others take to come: it is not the one that is tested.
        _ = try holder.execute("SET idle_in_transaction_session_timeout = 0; BEGIN; " + holding)
        let store = store
        let one = Task { try await first(store) }
        try await database.wait(forWaiting: 1)
        let other = Task { try await second(store) }
        if secondWaits {
            try await database.wait(forWaiting: 2)
        } else {
            _ = try await other.value
        }
        _ = try holder.execute("COMMIT")
        return (try await one.value, try await other.value)
    }

    private func expectSound() async throws {
        let report = try await store.audit()
        #expect(report.isClean, "\(report.breaches)")
    }

    /// The lock of a name, as `hold` takes it.
    private func holding(_ name: String) -> String {
        """
        SELECT pg_advisory_xact_lock(hashtextextended('\(name)',
            hashtextextended('\(merchant.value)', 0)))
        """
    }

    @Test("of two answers to one advice the second finds it answered, and moves no money")
    func answers() async throws {
        let payment = try await fixture.approved(1000)
        _ = try await fixture.reserve(try StoreFixture.delivery(.capture, 400, of: payment))
        let delivery = try StoreFixture.delivery(.capture, 300, of: payment)
        _ = try await fixture.reserve(delivery)
        let conclusion = AdviceConclusion(
            delivery: delivery, refusal: nil, at: StoreFixture.now)
        let (first, second) = try await between(
            holding: "SELECT 1 FROM operations FOR NO KEY UPDATE",
            { try await $0.concludes(conclusion) }, { try await $0.concludes(conclusion) })
        #expect(first)
        #expect(!second)
        #expect(try await fixture.payment(payment.id).amounts.captured == 300)
        try await expectSound()
    }

    @Test("an approval that comes while its authorization is abandoned counts, and is not reversed")
    func approvalFirst() async throws {
        let payment = try await begun()
        let after = StoreFixture.now.adding(seconds: 120)
        let (isFirst, recovered) = try await between(
            holding: "SELECT 1 FROM payments FOR NO KEY UPDATE",
            {
                try await $0.finishes(StoreFixture.ending(payment, .approved(1000)))
            }, { try await $0.recoverAbandoned(deadlineBefore: after, at: after) })
        #expect(isFirst)
        #expect(recovered == 0)
        #expect(try await fixture.payment(payment.id).state == .authorized)
        #expect(
            try await store.claimDeliveries(of: .sandbox, at: after, leasedUntil: after, limit: 5)
                .isEmpty)
        try await expectSound()
    }

    @Test("an authorization that was abandoned while its approval came is reversed")
    func recoveryFirst() async throws {
        let payment = try await begun()
        let after = StoreFixture.now.adding(seconds: 120)
        let (recovered, isFirst) = try await between(
            holding: "SELECT 1 FROM payments FOR NO KEY UPDATE",
            { try await $0.recoverAbandoned(deadlineBefore: after, at: after) },
            {
                try await $0.finishes(StoreFixture.ending(payment, .approved(1000)))
            })
        #expect(recovered == 1)
        #expect(!isFirst)
        #expect(try await fixture.payment(payment.id).state == .outcomeUnknown)
        try await expectSound()
    }

    private func begun(card: String = "4111110000001111") async throws -> Payment {
        let intent = try StoreFixture.intent(card: card)
        _ = try await store.begin(intent)
        return intent.payment
    }

    @Test("a claim in place of an outdated one does not take away a newer one")
    func outdatedKeys() async throws {
        let old = try StoreFixture.intent(key: "k")
        _ = try await store.begin(old)
        _ = try await store.finishes(StoreFixture.ending(old.payment, .declined))
        let claim = IdempotencyClaim(
            key: try #require(old.claim?.key), requestDigest: [9, 9],
            countsSince: StoreFixture.now.adding(seconds: -60))
        // A new card, whose handle is held: this one waits after it has looked at the key.
        var slow = try StoreFixture.intent(card: "5555550000004444")
        slow.claim = claim
        var quick = try StoreFixture.intent()
        quick.claim = claim
        let (late, early) = try await between(
            holding: holding("5555550000004444"), { [slow] in try await $0.begin(slow) },
            { [quick] in try await $0.begin(quick) }, secondWaits: false)
        #expect(early == .begun(quick.card.handle, isNewCard: false))
        #expect(late == .alreadyRecorded)
        #expect(try await fixture.priorPayment(claim) == quick.payment.id)
        try await expectSound()
    }

    @Test("a key, a number and a handle that were free when they were looked at are given once")
    func names() async throws {
        _ = try await begun()
        var slow = try StoreFixture.intent(card: "5555550000004444", key: "k")
        slow.transaction = try StoreFixture.name(7, .authorization)
        var quick = try StoreFixture.intent(key: "other")
        quick.transaction = slow.transaction
        let (number, _) = try await between(
            holding: holding("5555550000004444"), { [slow] in try await $0.begin(slow) },
            { [quick] in try await $0.begin(quick) }, secondWaits: false)
        #expect(number == .numberTaken)
        slow.transaction = nil
        let again = try StoreFixture.intent(key: "k")
        let (key, _) = try await between(
            holding: holding("5555550000004444"), { [slow] in try await $0.begin(slow) },
            { [again] in try await $0.begin(again) }, secondWaits: false)
        #expect(key == .alreadyRecorded)
        #expect(try await fixture.priorPayment(try #require(slow.claim)) == again.payment.id)
        try await expectSound()
    }

    @Test("a name that becomes a card's while a registration wants it is the card's")
    func registrationOrCard() async throws {
        let registration = StoredRegistration(
            id: try #require(RegistrationID("shared")), merchant: merchant,
            sealedContent: SealedRecord(keyID: "s1", bytes: [1]),
            expiresAt: StoreFixture.now.adding(seconds: 60))
        var intent = try StoreFixture.intent()
        intent.card.handle = try #require(VaultHandle("shared"))
        let (begun, isKept) = try await between(
            holding: holding("shared"), { [intent] in try await $0.begin(intent) },
            { try await $0.register(registration) })
        #expect(begun == .begun(intent.card.handle, isNewCard: true))
        #expect(!isKept)
        try await expectSound()
    }

    @Test("a registration that was free when both looked is spent by one")
    func registrations() async throws {
        let id = try #require(RegistrationID("once"))
        let kept = try await store.register(
            StoredRegistration(
                id: id, merchant: merchant,
                sealedContent: SealedRecord(keyID: "s1", bytes: [1]),
                expiresAt: StoreFixture.now.adding(seconds: 60)))
        #expect(kept)
        var intents = [
            try StoreFixture.intent(), try StoreFixture.intent(card: "5555550000004444"),
        ]
        for index in intents.indices { intents[index].registration = id }
        let (first, second) = try await between(
            holding: "SELECT 1 FROM registrations FOR UPDATE",
            { [intent = intents[0]] in try await $0.begin(intent) },
            { [intent = intents[1]] in try await $0.begin(intent) })
        #expect(first == .begun(intents[0].card.handle, isNewCard: true))
        #expect(second == .registrationSpent)
        try await expectSound()
    }

    @Test("of two voids of one capture the second finds it being taken back")
    func voids() async throws {
        let payment = try await fixture.approved(1000)
        let capture = try await fixture.done(.capture, 300, of: payment)
        _ = try await fixture.done(.capture, 300, of: payment)
        let (first, second) = try await between(
            holding: "SELECT 1 FROM operations FOR NO KEY UPDATE",
            { try await $0.request(try void(capture, of: payment)) },
            { try await $0.request(try void(capture, of: payment)) })
        #expect(first == .reserved)
        #expect(second == .refused)
        #expect(try await fixture.payment(payment.id).amounts.uncapturing == 300)
        try await expectSound()
    }

    @Test("a void that comes while its capture is settled finds it settled, or was first")
    func settled() async throws {
        let payment = try await fixture.approved(1000)
        let capture = try await fixture.done(.capture, 300, of: payment)
        let (batch, outcome) = try await between(
            holding: "SELECT 1 FROM operations FOR NO KEY UPDATE",
            { try await $0.closeBatch(at: StoreFixture.now) },
            { try await $0.request(try void(capture, of: payment)) })
        // The void refers to the capture already, so PostgreSQL may let it go first.
        #expect(outcome == (batch.captures == 1 ? .refused : .reserved))
        try await expectSound()
    }

    /// A cancel or debit of the order whose newest payment this one is, or was.
    private func step(_ kind: PaymentOperation.Kind, _ amount: Int64, of payment: PaymentID) throws
        -> PaymentStep
    {
        let operation = PaymentOperation(
            id: OperationID(), kind, try StoreFixture.dollars(amount), at: StoreFixture.now)
        return PaymentStep(
            of: .order(StoreFixture.name(of: "order")), at: StoreFixture.now,
            messagesDue: StoreFixture.now
        ) { order in
            guard order.payments.first?.payment.id == payment else { return .refuse(.inFlight) }
            return .request([StepOperation(operation, of: payment)])
        }
    }

    @Test(
        "a cancel or debit that waited for its order finds the renewal that began meanwhile",
        arguments: [PaymentOperation.Kind.release, .capture])
    func overtaken(kind: PaymentOperation.Kind) async throws {
        let payment = try await fixture.approved(1000)
        var renewal = try StoreFixture.intent()
        renewal.renewal = try await fixture.renewal(of: payment.id)
        let step = try step(kind, 1000, of: payment.id)
        let (begun, outcome) = try await between(
            holding: "SELECT 1 FROM payments FOR NO KEY UPDATE",
            { [renewal] in try await $0.begin(renewal) }, { try await $0.change(step) })
        #expect(begun == .begun(renewal.card.handle, isNewCard: false))
        #expect(outcome == .refused(.inFlight))
        #expect(try await fixture.payment(payment.id).remaining == payment.remaining)
        try await expectSound()
    }

    @Test(
        "a renewal that waited for its order finds what was taken of it, and does not begin",
        arguments: [PaymentOperation.Kind.release, .capture])
    func takenFirst(kind: PaymentOperation.Kind) async throws {
        let payment = try await fixture.approved(1000)
        var renewal = try StoreFixture.intent()
        renewal.renewal = try await fixture.renewal(of: payment.id)
        let step = try step(kind, 400, of: payment.id)
        let (outcome, begun) = try await between(
            holding: "SELECT 1 FROM payments FOR NO KEY UPDATE",
            { try await $0.change(step) }, { [renewal] in try await $0.begin(renewal) })
        guard case .written = outcome else {
            Issue.record("nothing was written: \(outcome)")
            return
        }
        #expect(begun == .overtaken)
        try await expectSound()
    }

    private func void(_ target: OperationID, of payment: Payment) throws -> RequestedOperation {
        var request = RequestedOperation(
            try StoreFixture.delivery(.captureVoid, 300, of: payment))
        request.target = target
        return request
    }

    @Test("advices that someone is about to take are passed over, not waited for")
    func leases() async throws {
        let payment = try await fixture.approved(1000)
        for _ in 0..<3 {
            _ = try await fixture.reserve(try StoreFixture.delivery(.capture, 10, of: payment))
        }
        let holder = try LibPQConnection(database.address)
        let held = try holder.execute(
            "BEGIN; SELECT count(*) FROM (SELECT 1 FROM deliveries LIMIT 2 FOR UPDATE) d")
        #expect(held == ["2"])
        let until = StoreFixture.now.adding(seconds: 60)
        let taken = try await store.claimDeliveries(
            of: .sandbox, at: StoreFixture.now, leasedUntil: until, limit: 5)
        #expect(taken.count == 1)
        _ = try holder.execute("COMMIT")
        let rest = try await store.claimDeliveries(
            of: .sandbox, at: StoreFixture.now, leasedUntil: until, limit: 5)
        #expect(rest.count == 2)
    }
}
