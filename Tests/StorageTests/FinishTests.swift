import CardVault
import PaymentDomain
import PaymentEngine
import Testing

@testable import Storage

@Suite("Ending an authorization", .timeLimit(.minutes(5)), .onBothDatabases)
struct FinishTests {
    private let fixture: StoreFixture
    private var store: DatabaseStore { fixture.store }
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
            try db.first("SELECT count(*) FROM payments WHERE \(column) IS NOT NULL", []) {
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
        #expect(try await store.finish(StoreFixture.ending(payment, answer)))
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
        #expect(try await store.finish(StoreFixture.ending(payment, answer)) == false)
        #expect(try await fixture.payment(payment.id) == payment)
        #expect(try await store.finish(StoreFixture.ending(payment, .declined)))
        let late = StoreFixture.ending(payment, .approved(1000))
        #expect(try await store.finish(late) == false)
        #expect(try await fixture.payment(payment.id).state == .declined)
    }

    @Test("a card check holds zero and is approved")
    func cardCheck() async throws {
        let payment = try await begun(0)
        #expect(try await store.finish(StoreFixture.ending(payment, .approved(0))))
        #expect(try await fixture.payment(payment.id).state == .authorized)
    }

    @Test("an unknown outcome queues its reversal with it, also where the caller brought none")
    func reversals() async throws {
        let first = try await begun()
        let reversal = try StoreFixture.delivery(.reversal, 1000, of: first)
        #expect(
            try await store.finish(
                StoreFixture.ending(first, .unanswered, reversal: reversal)))
        let second = try await begun()
        #expect(try await store.finish(StoreFixture.ending(second, .unanswered)))
        let queued = try await store.claimDeliveries(
            at: StoreFixture.now, leasedUntil: later, limit: 10)
        #expect(queued.map(\.advice.kind) == [.reversal, .reversal])
        #expect(Set(queued.map(\.paymentID)) == [first.id, second.id])
        #expect(queued.contains { $0.advice == reversal.advice })
        for delivery in queued { #expect(try await fixture.conclude(delivery)) }
        #expect(try await fixture.payment(first.id).state == .reversed)
        #expect(try await fixture.conclude(reversal) == false)
    }

    @Test(
        "what comes after its reversal was acknowledged stays given up, and is reversed once more",
        arguments: [AuthorizationAnswer.approved(1000), .unanswered])
    func late(_ answer: AuthorizationAnswer) async throws {
        let payment = try await begun()
        let reversal = try StoreFixture.delivery(.reversal, 1000, of: payment)
        _ = try await store.finish(
            StoreFixture.ending(payment, .unanswered, reversal: reversal))
        #expect(try await fixture.conclude(reversal))
        #expect(try await store.finish(StoreFixture.ending(payment, answer)) == false)
        #expect(try await fixture.payment(payment.id).state == .reversed)
        #expect(try await store.audit().isClean)
        let queued = try await store.claimDeliveries(at: later, leasedUntil: later, limit: 10)
        #expect(queued.map(\.advice.kind) == [.reversal])
        #expect(queued.map(\.advice.authorizationID) == [payment.authorizationID])
        for delivery in queued { #expect(try await fixture.conclude(delivery)) }
        #expect(try await fixture.payment(payment.id).state == .reversed)
        #expect(try await store.audit().isClean)
        // A late decline leaves nothing to undo.
        #expect(
            try await store.finish(StoreFixture.ending(payment, .declined)) == false)
        #expect(
            try await store.claimDeliveries(at: later, leasedUntil: later, limit: 10).isEmpty)
    }

    @Test("a refused reversal is not concluded: it is told again")
    func refusedReversal() async throws {
        let payment = try await begun()
        let reversal = try StoreFixture.delivery(.reversal, 1000, of: payment)
        _ = try await store.finish(
            StoreFixture.ending(payment, .unanswered, reversal: reversal))
        #expect(try await fixture.conclude(reversal, refusal: .doNotHonor) == false)
        #expect(try await fixture.payment(payment.id).state == .outcomeUnknown)
        #expect(try await store.audit().isClean)
    }

    @Test("the reversal of an approval that we did not want leaves the payment declined")
    func reversalOfDeclined() async throws {
        let payment = try await begun()
        let reversal = try StoreFixture.delivery(.reversal, 1000, of: payment)
        _ = try await store.finish(
            StoreFixture.ending(payment, .declined, reversal: reversal))
        #expect(try await store.audit().isClean)
        #expect(try await fixture.conclude(reversal))
        #expect(try await fixture.payment(payment.id).state == .declined)
        #expect(try await store.audit().isClean)
    }

    @Test("what a renewal has beyond that which is left of the hold it renews is given up with it")
    func renewal() async throws {
        for (approved, surplus) in [(600, 0), (1000, 400)] as [(Int64, Int64)] {
            let hold = try await fixture.approved()
            try await fixture.done(.capture, 350, of: hold)
            try await fixture.done(.release, 50, of: hold)
            var intent = try StoreFixture.intent(approved)
            intent.details.entryMode = .credentialOnFile
            _ = try await store.begin(intent)
            var ending = StoreFixture.ending(intent.payment, .approved(approved))
            ending.booking = .renewal(of: hold.id)
            #expect(try await store.finish(ending))
            let renewed = try await fixture.payment(intent.payment.id)
            #expect(renewed.amounts.releasing == surplus && renewed.amounts.remaining == 600)
        }
        let queued = try await store.claimDeliveries(
            at: StoreFixture.now, leasedUntil: later, limit: 10)
        #expect(queued.map(\.advice.kind) == [.release])
        #expect(queued.map(\.advice.amount) == [try StoreFixture.dollars(400)])
        for delivery in queued { #expect(try await fixture.conclude(delivery)) }
        #expect(try await store.audit().isClean)
    }

    @Test(
        "a renewal of a hold that was closed before it came is given up whole",
        arguments: [true, false])
    func renewalOfClosed(byLastCapture: Bool) async throws {
        let hold = try await fixture.approved()
        if byLastCapture {
            let last = try StoreFixture.delivery(.capture, 300, of: hold)
            #expect(try await fixture.reserve(last, isLast: true) == .reserved)
        } else {
            let first = try await renewed(hold)
            #expect(first.amounts.remaining == 1000)
        }
        let second = try await renewed(hold)
        #expect(second.amounts.releasing == 1000 && second.amounts.remaining == 0)
        #expect(try await fixture.payment(hold.id).amounts.releasing == 0)
        #expect(try await store.audit().isClean)
    }

    @Test(
        "a renewal of a hold that is being captured is given up whole, and its result is not kept",
        arguments: [true, false])
    func renewalBesideCapture(isAnswered: Bool) async throws {
        let hold = try await fixture.approved()
        let capture = try StoreFixture.capture(400, of: hold)
        #expect(try await fixture.reserve(capture) == .reserved)
        if isAnswered { #expect(try await fixture.conclude(capture)) }
        var intent = try StoreFixture.intent(key: "k")
        intent.details.entryMode = .credentialOnFile
        _ = try await store.begin(intent)
        let key = try #require(intent.claim?.key)
        var ending = StoreFixture.ending(intent.payment, .approved(1000))
        ending.booking = .renewal(of: hold.id)
        ending.idempotency = (key, SealedRecord(keyID: "s1", bytes: [1]))
        #expect(try await store.finish(ending))
        let renewal = try await fixture.payment(intent.payment.id)
        #expect(renewal.amounts.remaining == (isAnswered ? 600 : 0))
        #expect(try await fixture.payment(hold.id).isClosed == isAnswered)
        let record = try #require(try await store.recall(key))
        #expect((record.sealedResult != nil) == isAnswered)
        #expect(try await store.audit().isClean)
    }

    private func renewed(_ hold: Payment) async throws -> Payment {
        var intent = try StoreFixture.intent()
        intent.details.entryMode = .credentialOnFile
        _ = try await store.begin(intent)
        var ending = StoreFixture.ending(intent.payment, .approved(1000))
        ending.booking = .renewal(of: hold.id)
        #expect(try await store.finish(ending))
        return try await fixture.payment(intent.payment.id)
    }

    @Test("what a crash left behind becomes unknown after its deadline, with a reversal, once")
    func abandoned() async throws {
        for _ in 0..<(StorageLimits.recoveredPerCommit + 3) { _ = try await begun() }
        let none = try await store.recoverAbandoned(
            deadlineBefore: StoreFixture.now, at: StoreFixture.now)
        #expect(none == 0)
        let all = try await store.recoverAbandoned(deadlineBefore: later, at: later)
        #expect(all == StorageLimits.recoveredPerCommit + 3)
        #expect(try await store.recoverAbandoned(deadlineBefore: later, at: later) == 0)
        let queued = try await store.claimDeliveries(at: later, leasedUntil: later, limit: 9999)
        #expect(queued.count == all)
        #expect(try await store.audit().isClean)
    }
}
