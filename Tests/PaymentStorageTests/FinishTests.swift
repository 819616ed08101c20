import StorageFixtures
import CardVault
import PaymentDomain
import PaymentEngine
import Testing

@testable import PaymentStorage

@Suite("Ending an authorization", .timeLimit(.minutes(5)), .onBothDatabases)
struct FinishTests {
    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }
    private let later = StoreFixture.now.adding(seconds: 3600)

    init() async throws {
        fixture = try await StoreFixture()
    }

    private func begun(_ amount: Int64 = 1000) async throws -> Payment {
        let intent = try StoreFixture.intent(amount)
        _ = try await store.begin(intent)
        return intent.payment
    }

    private func kept(_ column: String) async throws -> Int? {
        try await store.read { db in
            try db.first("SELECT count(*) FROM payments WHERE \(column) IS NOT NULL") {
                columns in try columns.count()
            }
        }
    }

    @Test(
        "every outcome ends in its state",
        arguments: [
            (.approved(1000), .authorized, 1000), (.approved(400), .authorized, 400),
            (.declined, .declined, 0), (.notSent, .notSent, 0),
            (.unanswered, .outcomeUnknown, 0), (.credited, .credited, 0),
        ] as [(AuthorizationAnswer, PaymentState, Int64)])
    func outcomes(
        answer: AuthorizationAnswer, state: PaymentState, authorized: Int64
    ) async throws {
        let payment = try await begun()
        #expect(try await kept("deadline") == 1)
        #expect(try await store.finishes(StoreFixture.ending(payment, answer)))
        var expected = PaymentAmounts()
        expected.authorized = authorized
        let stored = try await fixture.payment(payment.id)
        #expect(stored.state == state)
        #expect(stored.amounts == expected)
        #expect((stored.authorizedAt != nil) == (state == .authorized))
        #expect(try await kept("deadline") == 0)
    }

    @Test(
        "an answer that comes too late, or exceeds what was asked for, changes nothing",
        arguments: [
            AuthorizationAnswer.approved(1001), .approved(0), .approved(-1),
        ])
    func impossibleOutcomes(answer: AuthorizationAnswer) async throws {
        let payment = try await begun()
        #expect(try await store.finishes(StoreFixture.ending(payment, answer)) == false)
        #expect(try await fixture.payment(payment.id) == payment)
        #expect(try await store.finishes(StoreFixture.ending(payment, .declined)))
        let late = StoreFixture.ending(payment, .approved(1000))
        #expect(try await store.finishes(late) == false)
        #expect(try await fixture.payment(payment.id).state == .declined)
    }

    @Test("a card check holds zero and is approved")
    func cardCheck() async throws {
        let payment = try await begun(0)
        #expect(try await store.finishes(StoreFixture.ending(payment, .approved(0))))
        #expect(try await fixture.payment(payment.id).state == .authorized)
    }

    @Test("an unknown outcome queues its reversal with it, even if the caller brought none")
    func reversals() async throws {
        let first = try await begun()
        let reversal = try StoreFixture.delivery(.reversal, 1000, of: first)
        #expect(
            try await store.finishes(
                StoreFixture.ending(first, .unanswered, reversal: reversal)))
        let second = try await begun()
        #expect(try await store.finishes(StoreFixture.ending(second, .unanswered)))
        let queued = try await store.claimDeliveries(
            of: .sandbox, at: StoreFixture.now, leasedUntil: later, limit: 10)
        #expect(queued.map(\.advice.kind) == [.reversal, .reversal])
        #expect(Set(queued.map(\.paymentID)) == [first.id, second.id])
        #expect(queued.contains { $0.advice == reversal.advice })
        for delivery in queued { #expect(try await fixture.conclude(delivery)) }
        #expect(try await fixture.payment(first.id).state == .reversed)
        #expect(try await fixture.conclude(reversal) == false)
    }

    @Test(
        "an approval after its reversal was acknowledged stays reversed, and is reversed once more",
        arguments: [AuthorizationAnswer.approved(1000), .unanswered])
    func late(_ answer: AuthorizationAnswer) async throws {
        let payment = try await begun()
        let reversal = try StoreFixture.delivery(.reversal, 1000, of: payment)
        _ = try await store.finishes(
            StoreFixture.ending(payment, .unanswered, reversal: reversal))
        #expect(try await fixture.conclude(reversal))
        #expect(try await store.finishes(StoreFixture.ending(payment, answer)) == false)
        #expect(try await fixture.payment(payment.id).state == .reversed)
        #expect(try await store.audit().isClean)
        let queued = try await store.claimDeliveries(
            of: .sandbox, at: later, leasedUntil: later, limit: 10)
        #expect(queued.map(\.advice.kind) == [.reversal])
        #expect(queued.map(\.advice.authorizationID) == [payment.authorizationID])
        for delivery in queued { #expect(try await fixture.conclude(delivery)) }
        #expect(try await fixture.payment(payment.id).state == .reversed)
        #expect(try await store.audit().isClean)
        // A late decline leaves nothing to undo.
        #expect(
            try await store.finishes(StoreFixture.ending(payment, .declined)) == false)
        #expect(
            try await store.claimDeliveries(of: .sandbox, at: later, leasedUntil: later, limit: 10)
                .isEmpty)
    }

    @Test("a refused reversal is not concluded: it is sent again")
    func refusedReversal() async throws {
        let payment = try await begun()
        let reversal = try StoreFixture.delivery(.reversal, 1000, of: payment)
        _ = try await store.finishes(
            StoreFixture.ending(payment, .unanswered, reversal: reversal))
        #expect(try await fixture.conclude(reversal, refusal: .doNotHonor) == false)
        #expect(try await fixture.payment(payment.id).state == .outcomeUnknown)
        #expect(try await store.audit().isClean)
    }

    @Test("the reversal of an approval that we did not want leaves the payment declined")
    func reversalOfDeclined() async throws {
        let payment = try await begun()
        let reversal = try StoreFixture.delivery(.reversal, 1000, of: payment)
        _ = try await store.finishes(
            StoreFixture.ending(payment, .declined, reversal: reversal))
        #expect(try await store.audit().isClean)
        #expect(try await fixture.conclude(reversal))
        #expect(try await fixture.payment(payment.id).state == .declined)
        #expect(try await store.audit().isClean)
    }

    /// A renewal of 600 is approved of a hold, as that was read.
    private func renew(
        _ hold: Payment, key: String? = nil
    ) async throws -> (renewal: Payment, outcome: AnswerOutcome) {
        var intent = try StoreFixture.intent(600, key: key)
        intent.details.entryMode = .credentialOnFile
        intent.renewal = try await fixture.renewal(of: hold.id)
        _ = try await store.begin(intent)
        var ending = StoreFixture.ending(intent.payment, .approved(600))
        ending.booking = .renewal(of: hold)
        let outcome = try await store.finish(ending)
        return (try await fixture.payment(intent.payment.id), outcome)
    }

    @Test("a renewal closes its hold, and what is left of that is released")
    func renewal() async throws {
        let payment = try await fixture.approved()
        try await fixture.done(.capture, 350, of: payment)
        let hold = try await fixture.payment(payment.id)
        let (renewal, outcome) = try await renew(hold, key: "k")
        #expect(renewal.amounts.remaining == 600)
        guard case .counted(let followUps) = outcome else {
            Issue.record("overtaken")
            return
        }
        #expect(followUps.map(\.advice.amount) == [try StoreFixture.dollars(650)])
        #expect(try await fixture.payment(hold.id).isClosed)
        for message in followUps { #expect(try await fixture.conclude(message)) }
        #expect(try await store.audit().isClean)
    }

    /// What became of a hold while its renewal was at the acquirer.
    enum Meanwhile: CaseIterable {
        case finalCapture, capture, pendingCapture, release, renewal
    }

    @Test(
        "a renewal of a hold that was changed meanwhile is reversed, and its result is not kept",
        arguments: Meanwhile.allCases)
    func renewalOfChanged(meanwhile: Meanwhile) async throws {
        let hold = try await fixture.approved()
        switch meanwhile {
        case .finalCapture:
            let last = try StoreFixture.capture(300, of: hold)
            #expect(try await fixture.reserve(last, isLast: true) == .reserved)
        case .capture: try await fixture.done(.capture, 400, of: hold)
        case .pendingCapture:
            let capture = try StoreFixture.capture(400, of: hold)
            #expect(try await fixture.reserve(capture) == .reserved)
        case .release: try await fixture.done(.release, 100, of: hold)
        case .renewal: #expect(try await renew(hold).outcome != .overtaken)
        }
        let before = try await fixture.payment(hold.id)
        let (renewal, outcome) = try await renew(hold, key: "k")
        #expect(outcome == .overtaken)
        #expect(renewal.state == .outcomeUnknown)
        #expect(try await fixture.payment(hold.id) == before)
        let claim = try #require(try StoreFixture.intent(key: "k").claim)
        #expect(try await fixture.priorPayment(claim) == renewal.id)
        let due = try await store.claimDeliveries(
            of: .sandbox, at: later, leasedUntil: later, limit: 10)
        #expect(due.contains { $0.paymentID == renewal.id && $0.advice.kind == .reversal })
        #expect(try await store.audit().isClean)
    }

    @Test("an intent that a crash left becomes unknown after its deadline, with a reversal, once")
    func abandoned() async throws {
        for _ in 0..<(StorageLimits.recoveredPerCommit + 3) { _ = try await begun() }
        let none = try await store.recoverAbandoned(
            deadlineBefore: StoreFixture.now, at: StoreFixture.now)
        #expect(none == 0)
        let all = try await store.recoverAbandoned(deadlineBefore: later, at: later)
        #expect(all == StorageLimits.recoveredPerCommit + 3)
        #expect(try await store.recoverAbandoned(deadlineBefore: later, at: later) == 0)
        let queued = try await store.claimDeliveries(
            of: .sandbox, at: later, leasedUntil: later, limit: 9999)
        #expect(queued.count == all)
        #expect(try await store.audit().isClean)
    }
}
