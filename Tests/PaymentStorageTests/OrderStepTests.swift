import StorageFixtures
import CardVault
import PaymentDomain
import PaymentEngine
import Testing

@testable import PaymentStorage

@Suite("A step of an order", .timeLimit(.minutes(5)), .onBothDatabases)
struct OrderStepTests {
    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }

    init() async throws {
        fixture = try await StoreFixture()
    }

    private static let name = StoreFixture.name(of: "order")
    private static let later = StoreFixture.now.adding(seconds: 60)

    private func step(
        decide: @escaping @Sendable (OrderRecord) -> StepDecision
    ) -> PaymentStep {
        PaymentStep(
            of: .order(OrderStepTests.name), at: StoreFixture.now,
            messagesDue: OrderStepTests.later, decide: decide)
    }

    @Test("sees the payments of its order and card alone, newest first, with their operations")
    func seen() async throws {
        let first = try await fixture.approved()
        try await fixture.done(.capture, 100, of: first)
        _ = try await fixture.approved(order: "other")
        let intent = try StoreFixture.intent()
        _ = try await store.begin(intent)
        let order = try #require(try await store.order(OrderStepTests.name))
        #expect(order.payments.map(\.payment.id) == [intent.payment.id, first.id])
        #expect(order.payments.map { $0.record.operations.count } == [0, 1])
        #expect(order.isNamedByOrder)
        let ofCard = OrderName("order", of: OrderStepTests.name.merchant, card: first.handle)
        #expect(try await store.order(ofCard) == order)
        let ofAnother = OrderName(
            "order", of: OrderStepTests.name.merchant, card: VaultHandle("4111110000009999"))
        #expect(try await store.order(ofAnother) == nil)
        #expect(try await store.order(StoreFixture.name(of: "none")) == nil)
        let none = PaymentStep(
            of: .order(StoreFixture.name(of: "none")), at: StoreFixture.now,
            messagesDue: StoreFixture.now
        ) { _ in .refuse(.wrongState) }
        #expect(try await store.change(none) == .notFound)
    }

    @Test("knows which operations were written before a payment began, by no clock")
    func before() async throws {
        let first = try await fixture.approved()
        try await fixture.done(.capture, 100, of: first)
        let second = try await fixture.approved()
        try await fixture.done(.release, 50, of: first)
        let order = try #require(try await store.order(OrderStepTests.name))
        let begun = try #require(order.payments.first { $0.payment.id == second.id })
        let hold = try #require(order.payments.last)
        let isBefore = try hold.record.operations.map {
            try #require($0.newestPayment) < begun.number
        }
        #expect(isBefore == [true, false])
    }

    @Test("may release several holds: the request sends the first message, the worker the others")
    func several() async throws {
        let holds = [try await fixture.approved(), try await fixture.approved()]
        let outcome = try await store.change(
            step { order in
                .request(
                    order.payments.map {
                        let release = PaymentOperation(
                            id: OperationID(), .release, $0.payment.remaining,
                            at: StoreFixture.now)
                        return StepOperation(release, of: $0.payment.id)
                    })
            })
        guard case .written(let first, let messages) = outcome else {
            Issue.record("nothing was written: \(outcome)")
            return
        }
        #expect(first.payment == holds[1].id)
        #expect(messages.map(\.paymentID) == [holds[1].id])
        #expect(messages.map(\.dueAt) == [OrderStepTests.later])
        let due = try await store.claimDeliveries(
            of: .sandbox, at: StoreFixture.now, leasedUntil: OrderStepTests.later, limit: 5)
        #expect(due.map(\.paymentID) == [holds[0].id])
        for hold in holds {
            #expect(try await fixture.payment(hold.id).amounts.releasing == 1000)
        }
        #expect(try await store.audit().isClean)
    }

    @Test("that finds nothing to do is kept under its key, once, and cancels what came to nothing")
    func nothing() async throws {
        let intent = try StoreFixture.intent()
        _ = try await store.begin(intent)
        _ = try await store.finish(StoreFixture.ending(intent.payment, .notSent))
        let id = intent.payment.id
        let claim = IdempotencyClaim(
            key: IdempotencyKey(merchant: StoreFixture.merchant, dialect: "radial", key: "r"),
            requestDigest: [8])
        var step = step { _ in .nothingLeft(of: id, cancelling: [id]) }
        step.claim = claim
        let nothing = try await fixture.payment(id)
        #expect(try await store.change(step) == .nothingLeft(of: nothing))
        #expect(try await store.change(step) == .alreadyRecorded)
        let expected = PriorRequest(requestDigest: [8], subject: .nothing(of: nothing))
        #expect(try await store.prior(claim) == expected)
        let order = try #require(try await store.order(OrderStepTests.name))
        #expect(order.payments.map(\.record.isCancelled) == [true])
        #expect(try await store.audit().isClean)
    }

    @Test("changes no payment that is being authorized")
    func authorizing() async throws {
        let intent = try StoreFixture.intent()
        _ = try await store.begin(intent)
        let id = intent.payment.id
        await #expect(throws: StoreError.corrupt) {
            _ = try await store.change(
                step { _ in .nothingLeft(of: id, cancelling: [id]) })
        }
        #expect(try await fixture.payment(id).state == .authorizing)
    }
}
