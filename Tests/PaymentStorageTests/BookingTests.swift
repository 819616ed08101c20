import StorageFixtures
import PaymentDomain
import PaymentEngine
import Testing

@testable import PaymentStorage

@Suite("Operations that are written with an approval", .timeLimit(.minutes(5)), .onBothDatabases)
struct BookingTests {
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

    private func operations() async throws -> Int {
        try await store.audit().operations
    }

    @Test("a sale's capture is reserved and queued with the approval")
    func sale() async throws {
        let payment = try await begun()
        let capture = try StoreFixture.delivery(.capture, 600, of: payment)
        var ending = StoreFixture.ending(payment, .approved(600))
        ending.booking = .capture(capture)
        #expect(try await store.finishes(ending))
        let amounts = try await fixture.payment(payment.id).amounts
        #expect(amounts.authorized == 600)
        #expect(amounts.capturing == 600)
        #expect(amounts.remaining == 0)
        let queued = try await store.claimDeliveries(
            of: .sandbox, at: StoreFixture.now, leasedUntil: later, limit: 5)
        #expect(queued.map(\.advice) == [capture.advice])
        #expect(try await fixture.conclude(try #require(queued.first)))
        #expect(try await fixture.payment(payment.id).amounts.captured == 600)
        #expect(try await store.audit().isClean)
    }

    @Test(
        "a sale's capture is in progress until its request has written its client's answer",
        arguments: [false, true])
    func untoldSale(isTold: Bool) async throws {
        let capture = try await fixture.sale().capture
        let now = StoreFixture.now
        if isTold { #expect(try await store.postpone(capture, until: now, at: StoreFixture.now)) }
        for tries in 0..<2 {
            let taken = try await store.claimDeliveries(
                of: .sandbox, at: now, leasedUntil: later, limit: 5)
            let delivery = try #require(taken.first)
            #expect(delivery.isOfUnansweredSale == !isTold)
            #expect(delivery.attempts == (isTold ? tries + 1 : 0))
            #expect(try await store.operation(capture.advice.id)?.isInProgress == !isTold)
            #expect(try await store.postpone(delivery, until: now, at: StoreFixture.now))
        }
        // Its request comes too late to say so.
        #expect(try await store.postpone(capture, until: now, at: StoreFixture.now) == false)
        #expect(try await store.operation(capture.advice.id)?.isInProgress == !isTold)
    }

    @Test(
        "without an approval nothing is booked",
        arguments: [
            AuthorizationAnswer.declined, .notSent, .unanswered,
        ])
    func notApproved(answer: AuthorizationAnswer) async throws {
        let payment = try await begun()
        var ending = StoreFixture.ending(payment, answer)
        ending.booking = .capture(try StoreFixture.delivery(.capture, 1000, of: payment))
        #expect(try await store.finishes(ending))
        #expect(try await operations() == 0)
        #expect(try await store.audit().isClean)
    }

    @Test("a late approval writes nothing", arguments: [true, false])
    func late(isCredit: Bool) async throws {
        let payment = try await begun()
        _ = try await store.recoverAbandoned(deadlineBefore: later, at: later)
        var ending = StoreFixture.ending(
            payment, isCredit ? .credited : .approved(1000))
        ending.booking =
            isCredit
            ? .credit(OperationID())
            : .capture(try StoreFixture.delivery(.capture, 1000, of: payment))
        #expect(try await store.finishes(ending) == false)
        #expect(try await operations() == 0)
        #expect(try await fixture.payment(payment.id).state == .outcomeUnknown)
        #expect(try await store.audit().isClean)
    }

    @Test("a capture of another amount or payment than was approved leaves nothing written")
    func wrongCapture() async throws {
        let payment = try await begun()
        let other = try await fixture.approved()
        let refund = try StoreFixture.delivery(.refund, 1000, of: payment)
        for delivery in [
            try StoreFixture.delivery(.capture, 999, of: payment),
            try StoreFixture.delivery(.capture, 1001, of: payment),
            try StoreFixture.delivery(.capture, 1000, of: other), refund,
        ] {
            var ending = StoreFixture.ending(payment, .approved(1000))
            ending.booking = .capture(delivery)
            await #expect(throws: StoreError.corrupt) { try await store.finishes(ending) }
            #expect(try await fixture.payment(payment.id) == payment)
        }
    }

    @Test("a credit is an operation of the whole amount, confirmed, also where none was named")
    func credits() async throws {
        let (payment, credit) = try await fixture.credited(700)
        let stored = try #require(try await store.operation(credit))
        #expect(stored.isAnswered)
        #expect(stored.paymentID == payment.id)
        #expect(stored.amount == (try StoreFixture.dollars(700)))
        let unnamed = try await begun(300)
        #expect(try await store.finishes(StoreFixture.ending(unnamed, .credited)))
        #expect(try await store.audit().isClean)
        let capture = try StoreFixture.delivery(.capture, 1, of: payment)
        let refund = try StoreFixture.delivery(.refund, 1, of: payment)
        for advice in [capture, refund] {
            #expect(try await fixture.reserve(advice) == .refused)
        }
        let batch = try await store.closeBatch(at: later)
        #expect(batch.refunds == 2)
        #expect(batch.netByCurrency == [.usd: -1000])
        #expect(try await store.audit().isClean)
    }

    @Test("a credit of nothing is not written")
    func creditOfNothing() async throws {
        let payment = try await begun(0)
        #expect(try await store.finishes(StoreFixture.ending(payment, .credited)) == false)
        #expect(try await fixture.payment(payment.id).state == .authorizing)
    }
}
