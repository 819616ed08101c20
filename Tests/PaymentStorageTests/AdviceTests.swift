import StorageFixtures
import PaymentDomain
import PaymentEngine
import Testing

@testable import PaymentStorage

@Suite("Captures, refunds and releases", .timeLimit(.minutes(5)), .onBothDatabases)
struct AdviceTests {
    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }
    private let later = StoreFixture.now.adding(seconds: 30)

    init() async throws {
        fixture = try await StoreFixture()
    }

    @Test("an operation comes back with its payment's order, and its answer once there is one")
    func operations() async throws {
        let payment = try await fixture.approved(order: "A")
        let delivery = try StoreFixture.delivery(.capture, 300, of: payment)
        #expect(try await fixture.reserve(delivery) == .reserved)
        var expected = StoredOperation(
            id: delivery.advice.id, .capture, delivery.advice.amount, paymentID: payment.id,
            orderReference: "A",
            isAnswered: false, refusal: nil, at: StoreFixture.now)
        // Its request tells it, until the acquirer has answered.
        expected.isInProgress = true
        #expect(try await store.operation(delivery.advice.id) == expected)
        #expect(try await fixture.conclude(delivery, refusal: .doNotHonor))
        expected.isAnswered = true
        expected.isInProgress = false
        expected.refusal = .doNotHonor
        #expect(try await store.operation(delivery.advice.id) == expected)
        #expect(try await store.operation(OperationID()) == nil)
    }

    @Test("an answer counts once")
    func concludedOnce() async throws {
        let payment = try await fixture.approved()
        let delivery = try StoreFixture.delivery(.capture, 300, of: payment)
        _ = try await fixture.reserve(delivery)
        #expect(try await fixture.conclude(delivery))
        #expect(try await fixture.conclude(delivery) == false)
        #expect(try await fixture.conclude(delivery, refusal: .doNotHonor) == false)
        #expect(try await fixture.payment(payment.id).amounts.captured == 300)
    }

    @Test("a claimed key brings back its operation and reserves nothing")
    func claimedKey() async throws {
        let payment = try await fixture.approved()
        let claim = IdempotencyClaim(
            key: IdempotencyKey(merchant: StoreFixture.merchant, dialect: "radial", key: "c"),
            requestDigest: [1])
        let first = try StoreFixture.delivery(.capture, 300, of: payment)
        var intent = RequestedOperation(first)
        intent.claim = claim
        #expect(try await store.request(intent) == .reserved)
        let second = try StoreFixture.delivery(.capture, 300, of: payment)
        intent.delivery = second
        #expect(try await store.request(intent) == .alreadyRecorded)
        #expect(try await fixture.priorOperation(claim) == first.advice.id)
        #expect(try await fixture.payment(payment.id).amounts.capturing == 300)
    }

    @Test("another currency, or a void of nothing, reserves nothing")
    func foreignAdvice() async throws {
        let payment = try await fixture.approved()
        var euros = try StoreFixture.delivery(.capture, 300, of: payment)
        let euro = try #require(Currency(code: "EUR"))
        euros.advice.amount = try Money(minorUnits: 300, currency: euro)
        let void = try StoreFixture.delivery(.captureVoid, 300, of: payment)
        for delivery in [euros, void] {
            #expect(try await fixture.reserve(delivery) == .refused)
        }
    }

    @Test(
        "sixty-four captures or refunds at once never exceed what there is",
        arguments: [AdviceKind.capture, .refund, .release])
    func sixtyFourAtOnce(kind: AdviceKind) async throws {
        let fixture = fixture
        let payment = try await fixture.approved(1000)
        if kind == .refund { try await fixture.done(.capture, 1000, of: payment) }
        let reserved = try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<64 {
                let delivery = try StoreFixture.delivery(
                    kind, 90 + Int64(index % 3) * 10, of: payment)
                group.addTask {
                    guard try await fixture.reserve(delivery) == .reserved else { return false }
                    return try await fixture.conclude(
                        delivery, refusal: index % 5 == 0 ? .doNotHonor : nil)
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        let amounts = try await fixture.payment(payment.id).amounts
        #expect(amounts.isSound)
        #expect(reserved >= 9)
        let total = amounts.captured + amounts.refunded + amounts.released
        #expect(total <= (kind == .refund ? 2000 : 1000))
        #expect(try await store.audit().isClean)
    }

    @Test("a due advice is taken by one, and comes back when its lease has ended")
    func leases() async throws {
        let payment = try await fixture.approved()
        let delivery = try StoreFixture.delivery(.capture, 300, of: payment)
        _ = try await fixture.reserve(delivery)
        let now = StoreFixture.now
        let early = now.adding(seconds: -1)
        #expect(
            try await store.claimDeliveries(of: .sandbox, at: early, leasedUntil: later, limit: 5)
                .isEmpty)
        var expected = delivery
        expected.dueAt = later
        expected.lease = 1
        let due = try await store.claimDeliveries(
            of: .sandbox, at: now, leasedUntil: later, limit: 5)
        expected.advice.identity = try #require(due.first).advice.identity
        #expect(due == [expected])
        #expect(
            try await store.claimDeliveries(of: .sandbox, at: now, leasedUntil: later, limit: 5)
                .isEmpty)
        try await store.postpone(expected, until: later, at: StoreFixture.now)
        expected.attempts = 1
        expected.lease = 2
        #expect(
            try await store.claimDeliveries(of: .sandbox, at: later, leasedUntil: later, limit: 5)
                == [expected])
        #expect(
            try await store.claimDeliveries(of: .sandbox, at: later, leasedUntil: later, limit: 0)
                .isEmpty)
        #expect(try await fixture.conclude(expected))
        #expect(
            try await store.claimDeliveries(of: .sandbox, at: later, leasedUntil: later, limit: 5)
                .isEmpty)
    }

    @Test(
        "messages put off by a clock that was ahead are due at once, and nothing else",
        arguments: [AdviceKind.capture, .reversal])
    func broughtForward(_ kind: AdviceKind) async throws {
        let delivery: Delivery
        if kind == .reversal {
            let intent = try StoreFixture.intent()
            _ = try await store.begin(intent)
            delivery = try StoreFixture.delivery(kind, 300, of: intent.payment)
            _ = try await store.finishes(
                StoreFixture.ending(intent.payment, .unanswered, reversal: delivery))
        } else {
            delivery = try StoreFixture.delivery(kind, 300, of: try await fixture.approved())
            _ = try await fixture.reserve(delivery)
        }
        let now = StoreFixture.now
        let yearAhead = now.adding(seconds: 365 * 86_400)
        try await store.postpone(delivery, until: yearAhead, at: StoreFixture.now)
        #expect(try await fixture.bringForward(yearAhead) == 0)
        #expect(
            try await store.claimDeliveries(of: .sandbox, at: now, leasedUntil: later, limit: 5)
                .isEmpty)
        let moment = yearAhead.adding(seconds: -1)
        #expect(try await fixture.bringForward(moment) == 1)
        let due = try await store.claimDeliveries(
            of: .sandbox, at: now, leasedUntil: later, limit: 5)
        #expect(due.map(\.advice.id) == [delivery.advice.id])
    }

    @Test("an authorization whose deadline a clock that was ahead has written is abandoned soon")
    func deadlineBroughtForward() async throws {
        let now = StoreFixture.now
        let yearAhead = now.adding(seconds: 365 * 86_400)
        var intent = try StoreFixture.intent()
        intent.deadline = yearAhead
        _ = try await store.begin(intent)
        #expect(try await fixture.bringForward(yearAhead) == 0)
        #expect(try await store.recoverAbandoned(deadlineBefore: later, at: later) == 0)
        #expect(try await fixture.bringForward(yearAhead.adding(seconds: -1)) == 1)
        #expect(try await store.recoverAbandoned(deadlineBefore: later, at: later) == 1)
        #expect(try await fixture.payment(intent.payment.id).state == .outcomeUnknown)
    }

    @Test(
        "an answer under an ended lease changes neither the answer nor the next time",
        arguments: [AdviceKind.capture, .release, .reversal])
    func fencing(_ kind: AdviceKind) async throws {
        let payment: Payment
        if kind == .reversal {
            let intent = try StoreFixture.intent()
            _ = try await store.begin(intent)
            payment = intent.payment
        } else {
            payment = try await fixture.approved()
        }
        let asleep = try StoreFixture.delivery(kind, 300, of: payment)
        if kind == .reversal {
            _ = try await store.finishes(
                StoreFixture.ending(payment, .unanswered, reversal: asleep))
        } else {
            _ = try await fixture.reserve(asleep)
        }
        let now = StoreFixture.now
        let taken = try await store.claimDeliveries(
            of: .sandbox, at: now, leasedUntil: later, limit: 5)
        let other = try #require(taken.first)
        #expect(try await fixture.conclude(asleep) == false)
        #expect(try await fixture.conclude(asleep, refusal: .doNotHonor) == false)
        try await store.postpone(asleep, until: now, at: StoreFixture.now)
        #expect(
            try await store.claimDeliveries(of: .sandbox, at: now, leasedUntil: later, limit: 5)
                .isEmpty)
        #expect(try await fixture.payment(payment.id).amounts.captured == 0)
        #expect(try await fixture.conclude(other))
        #expect(try await fixture.conclude(asleep) == false)
        #expect(try await store.audit().isClean)
    }

    @Test("reversals that are never answered leave a quarter of the places to what else is due")
    func quarter() async throws {
        for number in 1...9 {
            _ = try await store.begin(try StoreFixture.intent(order: "cut off \(number)"))
        }
        #expect(
            try await store.recoverAbandoned(
                deadlineBefore: Timestamp(milliseconds: .max), at: later) == 9)
        let payment = try await fixture.approved(1000)
        for cents: Int64 in 1...3 {
            _ = try await fixture.reserve(try StoreFixture.delivery(.capture, cents, of: payment))
        }
        var claimed: [[AdviceKind]] = []
        // As if all were silent: what is claimed is not due again.
        for _ in 1...3 {
            let due = try await store.claimDeliveries(
                of: .sandbox, at: later, leasedUntil: later.adding(seconds: 60), limit: 8)
            claimed.append(due.map(\.advice.kind))
        }
        let reversals = { (count: Int) in [AdviceKind](repeating: .reversal, count: count) }
        #expect(claimed == [reversals(6) + [.capture, .capture], reversals(3) + [.capture], []])
    }

    @Test("a batch takes what was confirmed since the last one, by currency, once")
    func batches() async throws {
        let payment = try await fixture.approved(1000)
        try await fixture.done(.capture, 700, of: payment)
        try await fixture.done(.capture, 100, of: payment)
        try await fixture.done(.refund, 250, of: payment)
        try await fixture.done(.release, 50, of: payment)
        _ = try await fixture.reserve(try StoreFixture.delivery(.capture, 10, of: payment))
        let first = try await store.closeBatch(at: later)
        #expect(
            first
                == BatchSummary(
                    number: 1, captures: 2, refunds: 1, netByCurrency: [.usd: 550]))
        try await fixture.done(.refund, 550, of: payment)
        let second = try await store.closeBatch(at: later)
        #expect(second.netByCurrency == [.usd: -550])
        let empty = try await store.closeBatch(at: later)
        #expect(
            empty == BatchSummary(number: 3, captures: 0, refunds: 0, netByCurrency: [:]))
        #expect(try await store.audit().isClean)
    }
}
