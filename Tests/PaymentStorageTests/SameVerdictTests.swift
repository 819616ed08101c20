import StorageFixtures
import PaymentDomain
import PaymentEngine
import SeededRandom
import Testing

@testable import PaymentStorage

@Suite("The store and PaymentRecord.apply say the same", .timeLimit(.minutes(5)), .onBothDatabases)
struct SameVerdictTests {
    private let fixture: StoreFixture

    init() async throws {
        fixture = try await StoreFixture()
    }

    @Test("whatever happens to a payment, verdicts, state and amounts agree", arguments: 1...24)
    func sameVerdicts(seed: UInt64) async throws {
        var dice = SeededGenerator(seed: seed)
        let requested = Int64.random(in: 0...1000, using: &dice)
        let intent = try StoreFixture.intent(requested)
        _ = try await fixture.store.begin(intent)
        var model = PaymentRecord(begun: intent.payment)
        let start: [AuthorizationAnswer] = [
            .approved(requested), .approved(requested / 2 + 1), .approved(requested),
            .unanswered, .declined,
        ]
        let first = try #require(start.randomElement(using: &dice))
        try await end(first, &model)
        for _ in 0..<80 {
            if Bool.random(using: &dice),
                let answered = model.operations.filter(\.isPending).randomElement(using: &dice)
            {
                let isRefused = Int.random(in: 0..<3, using: &dice) == 0
                try await conclude(answered, isRefused: isRefused, &model)
            } else if Int.random(in: 0..<3, using: &dice) == 0,
                let target = model.operations.randomElement(using: &dice)
            {
                let void = PaymentOperation(
                    id: OperationID(), voiding: target, givesUpHold: false, at: StoreFixture.now)
                try await reserve(void, &model)
            } else {
                let kinds: [PaymentOperation.Kind] = [.capture, .refund, .release]
                let kind = try #require(kinds.randomElement(using: &dice))
                let amount = try StoreFixture.dollars(Int64.random(in: 0...400, using: &dice))
                try await reserve(
                    PaymentOperation(id: OperationID(), kind, amount, at: StoreFixture.now), &model)
            }
            let late = [AuthorizationAnswer.declined, .approved(1)]
            if let answer = late.randomElement(using: &dice), model.payment.state != .authorizing {
                try await end(answer, &model)
            }
        }
        #expect(try await fixture.store.audit().isClean)
    }

    private func compare(_ model: PaymentRecord) async throws {
        let stored = try await fixture.payment(model.payment.id)
        #expect(stored.state == model.payment.state)
        #expect(stored.amounts == model.amounts)
        #expect(stored.isClosed == model.payment.isClosed)
        #expect(stored.amounts.isSound)
    }

    /// Applies an event to the model.
    ///
    /// - Returns: Whether it changed something.
    private func change(_ model: inout PaymentRecord, _ event: PaymentEvent) -> Bool {
        let before = model.version
        _ = try? model.apply(event, at: StoreFixture.now, newID: { OperationID() })
        return model.version > before
    }

    private func end(_ answer: AuthorizationAnswer, _ model: inout PaymentRecord) async throws {
        let counts = change(&model, .answered(answer))
        let ending = StoreFixture.ending(model.payment, answer)
        #expect(try await fixture.store.finishes(ending) == counts)
        try await compare(model)
    }

    private func reserve(
        _ operation: PaymentOperation, _ model: inout PaymentRecord
    ) async throws {
        let fits = change(&model, .requested(operation))
        let outcome = try await fixture.reserve(
            try delivery(operation, model), takingBack: operation.target)
        #expect(outcome == (fits ? .reserved : .refused))
        try await compare(model)
    }

    private func conclude(
        _ operation: PaymentOperation, isRefused: Bool, _ model: inout PaymentRecord
    ) async throws {
        let refusal: DeclineReason? = isRefused ? .doNotHonor : nil
        #expect(change(&model, .answeredOperation(operation.id, refusal: refusal)))
        #expect(try await fixture.conclude(try delivery(operation, model), refusal: refusal))
        try await compare(model)
    }

    private func delivery(
        _ operation: PaymentOperation, _ model: PaymentRecord
    ) throws -> Delivery {
        let kind: AdviceKind =
            switch operation.kind {
            case .capture: .capture
            case .refund, .credit: .refund
            case .release: .release
            case .captureVoid: .captureVoid
            case .refundVoid: .refundVoid
            }
        var delivery = try StoreFixture.delivery(
            kind, operation.amount.minorUnits, of: model.payment)
        delivery.advice.id = operation.id
        return delivery
    }
}
