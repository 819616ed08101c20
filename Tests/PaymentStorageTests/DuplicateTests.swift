import StorageFixtures
import CardVault
import PaymentDomain
import PaymentEngine
import Testing

@testable import PaymentStorage

@Suite(
    "Claims that count for a time, and only where something was approved", .timeLimit(.minutes(5)),
    .onBothDatabases)
struct DuplicateTests {
    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }
    private let key = IdempotencyKey(
        merchant: StoreFixture.merchant, dialect: "vantiv", key: "sale/1")

    init() async throws {
        fixture = try await StoreFixture()
    }

    private func claim(since seconds: Int64, digest: UInt8 = 1) -> IdempotencyClaim {
        IdempotencyClaim(
            key: key, requestDigest: [digest],
            countsSince: StoreFixture.now.adding(seconds: seconds))
    }

    private func intent(since seconds: Int64, digest: UInt8 = 1) throws -> AuthorizationIntent {
        var intent = try StoreFixture.intent()
        intent.claim = claim(since: seconds, digest: digest)
        return intent
    }

    @Test(
        "a payment counts from its time on, if it was approved or still may be",
        arguments: [
            (nil, 0, true), (nil, -1, true), (nil, 1, false),
            (.approved(1000), 0, true), (.approved(1000), 1, false),
            (.credited, 0, true), (.declined, 0, false),
            (.notSent, 0, false), (.unanswered, 0, false),
        ] as [(AuthorizationAnswer?, Int64, Bool)])
    func payments(answer: AuthorizationAnswer?, since: Int64, counts: Bool) async throws {
        let first = try intent(since: 0)
        _ = try await store.begin(first)
        if let answer { _ = try await store.finishes(StoreFixture.ending(first.payment, answer)) }
        let second = try intent(since: since, digest: 2)
        let outcome = try await store.begin(second)
        let byKey = IdempotencyClaim(key: key, requestDigest: [])
        let subject = counts ? first.payment.id : second.payment.id
        #expect(try await fixture.priorPayment(byKey) == subject)
        #expect(try await store.prior(byKey)?.requestDigest == [counts ? 1 : 2])
        #expect(
            outcome
                == (counts ? .alreadyRecorded : .begun(second.card.handle, isNewCard: false)))
        #expect(try await store.audit().isClean)
    }

    @Test("a released payment counts, for it was approved")
    func released() async throws {
        let first = try intent(since: 0)
        _ = try await store.begin(first)
        _ = try await store.finishes(
            StoreFixture.ending(first.payment, .approved(1000)))
        try await fixture.done(.release, 1000, of: first.payment)
        #expect(try await fixture.payment(first.payment.id).state == .released)
        guard case .alreadyRecorded = try await store.begin(try intent(since: 0)) else {
            Issue.record("begun again")
            return
        }
    }

    @Test(
        "an operation counts from its time on, unless the acquirer refused it before its client heard of it",
        arguments: [
            (nil, 0, true), (nil, 1, false), (false, 0, true), (false, 1, false),
            (true, 0, false), (true, 1, false),
        ] as [(Bool?, Int64, Bool)])
    func operations(isRefused: Bool?, since: Int64, counts: Bool) async throws {
        let payment = try await fixture.approved(1000)
        let first = try StoreFixture.delivery(.capture, 100, of: payment)
        var intent = RequestedOperation(first)
        intent.claim = claim(since: 0)
        #expect(try await store.request(intent) == .reserved)
        if let isRefused {
            _ = try await fixture.conclude(first, refusal: isRefused ? .doNotHonor : nil)
        }
        intent.delivery = try StoreFixture.delivery(.capture, 100, of: payment)
        intent.claim = claim(since: since)
        let outcome = try await store.request(intent)
        #expect(outcome == (counts ? .alreadyRecorded : .reserved))
        let subject = counts ? first.advice.id : intent.delivery.advice.id
        #expect(try await fixture.priorOperation(claim(since: 0)) == subject)
        #expect(try await store.audit().isClean)
    }

    @Test("a refused request leaves an old claim as it was")
    func refusedReplacement() async throws {
        let first = try intent(since: 0)
        _ = try await store.begin(first)
        _ = try await store.finishes(StoreFixture.ending(first.payment, .declined))
        var second = try intent(since: 0, digest: 2)
        second.registration = RegistrationID("none")
        #expect(try await store.begin(second) == .registrationSpent)
        let byKey = IdempotencyClaim(key: key, requestDigest: [])
        #expect(try await store.prior(byKey)?.requestDigest == [1])
    }

    @Test("a sale counts until its capture was refused before its client heard of it")
    func refusedSale() async throws {
        var sale = try intent(since: 0)
        sale.transaction = try StoreFixture.name(7, .sale)
        _ = try await store.begin(sale)
        let capture = try StoreFixture.delivery(.capture, 1000, of: sale.payment)
        var ending = StoreFixture.ending(sale.payment, .approved(1000))
        ending.booking = .capture(capture)
        #expect(try await store.finishes(ending))
        #expect(try await store.begin(try intent(since: 0)) == .alreadyRecorded)
        #expect(try await fixture.conclude(capture, refusal: .doNotHonor))
        guard case .begun = try await store.begin(try intent(since: 0)) else {
            Issue.record("not begun again")
            return
        }
    }

    @Test("an operation that was refused after its client heard that it is final counts")
    func refusedLater() async throws {
        let payment = try await fixture.approved(1000)
        var capture = try StoreFixture.delivery(.capture, 100, of: payment)
        var intent = RequestedOperation(capture)
        intent.claim = claim(since: 0)
        #expect(try await store.request(intent) == .reserved)
        #expect(
            try await store.postpone(capture, until: StoreFixture.now, at: StoreFixture.now))
        capture.attempts = 1
        #expect(try await fixture.conclude(capture, refusal: .doNotHonor))
        intent.delivery = try StoreFixture.delivery(.capture, 100, of: payment)
        #expect(try await store.request(intent) == .alreadyRecorded)
        #expect(try await fixture.priorOperation(claim(since: 0)) == capture.advice.id)
    }

    @Test("a voided operation counts, and says so")
    func takenBack() async throws {
        let payment = try await fixture.approved(1000)
        let capture = try StoreFixture.delivery(.capture, 100, of: payment)
        var intent = RequestedOperation(capture)
        intent.claim = claim(since: 0)
        #expect(try await store.request(intent) == .reserved)
        #expect(try await fixture.conclude(capture, refusal: nil))
        try await fixture.done(.captureVoid, 100, of: payment, takingBack: capture.advice.id)
        intent.delivery = try StoreFixture.delivery(.capture, 100, of: payment)
        #expect(try await store.request(intent) == .alreadyRecorded)
        guard case .operation(let prior)? = try await store.prior(claim(since: 0))?.subject else {
            Issue.record("no operation")
            return
        }
        #expect(prior.operation.id == capture.advice.id && prior.state == .voided)
        #expect(try await store.audit().isClean)
    }

    @Test("of sixty-four who claim one stale key at once, one wins")
    func race() async throws {
        let first = try intent(since: 0)
        _ = try await store.begin(first)
        _ = try await store.finishes(StoreFixture.ending(first.payment, .declined))
        let store = store
        let begun = try await withThrowingTaskGroup(of: BeginOutcome.self) { group in
            for _ in 0..<64 {
                let next = try intent(since: 0)
                group.addTask { try await store.begin(next) }
            }
            return try await group.reduce(into: 0) {
                if case .begun = $1 { $0 += 1 }
            }
        }
        #expect(begun == 1)
    }
}
