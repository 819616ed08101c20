import Events
import PaymentDomain
import PaymentEngine
import StorageFixtures
import Testing

@testable import PaymentStorage

@Suite("What clients call a change", .timeLimit(.minutes(5)), .onBothDatabases)
struct EventNamesTests {
    private let fixture: StoreFixture

    init() async throws {
        fixture = try await StoreFixture()
    }

    /// Each event of a payment with how its change was asked for, or a hyphen.
    private func asked(_ payment: PaymentID) async throws -> [String] {
        try await fixture.store.events(of: payment).map { event in
            guard case .payment(let subject) = event.subject else { return "" }
            return "\(event.kind.rawValue) \(subject.names.askedAs ?? "-")"
        }
    }

    private func written(
        _ requested: RequestedOperation, askedAs text: String
    ) async throws -> Delivery {
        var step = requested.step
        step.askedAs = text
        guard case .written(_, let messages) = try await fixture.store.change(step) else {
            throw StoreError.corrupt
        }
        return try #require(messages.first)
    }

    @Test(
        "an operation keeps how it was asked for, whoever writes its answer; what follows has none")
    func operations() async throws {
        let payment = try await fixture.approved()
        let first = RequestedOperation(try StoreFixture.capture(100, of: payment))
        #expect(try await fixture.conclude(try await written(first, askedAs: "first")))
        var last = RequestedOperation(try StoreFixture.capture(300, of: payment))
        last.isFinal = true
        let message = try await written(last, askedAs: "last")
        let later = StoreFixture.now.adding(seconds: 120)
        #expect(try await fixture.store.postpone(message, until: later, at: StoreFixture.now))
        // The worker's answers: of the capture, and of the release of what it left.
        for _ in 0..<2 {
            for message in try await fixture.due() {
                #expect(try await fixture.conclude(message))
            }
        }
        #expect(
            try await asked(payment.id) == [
                "payment.authorized -", "payment.captured first", "payment.captured last",
                "payment.released -",
            ])
    }

    @Test("a cancel of what came to nothing keeps it too")
    func cancelled() async throws {
        let intent = try StoreFixture.intent(order: "cancelled")
        _ = try await fixture.store.begin(intent)
        _ = try await fixture.store.finish(StoreFixture.ending(intent.payment, .notSent))
        let id = intent.payment.id
        var step = PaymentStep(
            of: .order(StoreFixture.name(of: "cancelled")), at: StoreFixture.now,
            messagesDue: StoreFixture.now
        ) { _ in .nothingLeft(of: id, cancelling: [id]) }
        step.askedAs = "cancel"
        _ = try await fixture.store.change(step)
        // Another one finds nothing left to cancel.
        _ = try await fixture.store.change(step)
        #expect(
            try await asked(id) == [
                "payment.not_sent -", "payment.cancelled cancel", "payment.nothing_left cancel",
            ])
    }

    @Test("a request that finds nothing left has an event if its protocol ends requests by events")
    func nothingLeft() async throws {
        let payment = try await fixture.approved()
        for text in [nil, "last debit"] {
            var step = PaymentStep(
                of: .order(StoreFixture.name(of: payment.orderReference)), at: StoreFixture.now,
                messagesDue: StoreFixture.now
            ) { _ in .nothingLeft(of: payment.id, cancelling: []) }
            step.askedAs = text
            _ = try await fixture.store.change(step)
        }
        #expect(
            try await asked(payment.id) == [
                "payment.authorized -", "payment.nothing_left last debit",
            ])
    }

    @Test("a payment and its operations have their clients' numbers, and the card's token")
    func numbers() async throws {
        var intent = try StoreFixture.intent(1000)
        intent.transaction = try StoreFixture.name(7, .authorization)
        _ = try await fixture.store.begin(intent)
        #expect(
            try await fixture.store.finishes(StoreFixture.ending(intent.payment, .approved(1000))))
        let capture = try StoreFixture.capture(600, of: intent.payment)
        _ = try await fixture.reserve(capture, transaction: try StoreFixture.name(8, .capture))
        #expect(try await fixture.conclude(capture))
        let names = try await fixture.store.events(of: intent.payment.id).map { event in
            guard case .payment(let subject) = event.subject else { return EventNames() }
            return subject.names
        }
        #expect(names.map(\.beginning?.value) == [7, 7])
        #expect(names.map(\.operation?.value) == [nil, 8])
        #expect(names.allSatisfy { !$0.isSale && $0.handle == intent.payment.handle })
        #expect(names.map(\.authorizationCode) == ["123456", "123456"])
    }
}
