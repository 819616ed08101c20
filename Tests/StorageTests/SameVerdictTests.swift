import PaymentDomain
import PaymentEngine
import SeededRandom
import Testing

@testable import Storage

@Suite("The store and Payment.apply say the same", .timeLimit(.minutes(5)), .onBothDatabases)
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
        var model = intent.payment
        let start: [AuthorizationAnswer] = [
            .approved(requested), .approved(requested / 2 + 1), .approved(requested),
            .unanswered, .declined,
        ]
        let first = try #require(start.randomElement(using: &dice))
        try await end(first, &model)
        var waiting: [Told] = []
        // What was captured or refunded, and may be taken back.
        var standing: [AcquirerAdvice] = []
        for _ in 0..<80 {
            if Bool.random(using: &dice), let index = waiting.indices.randomElement(using: &dice) {
                let isRefused = Int.random(in: 0..<3, using: &dice) == 0
                let told = waiting.remove(at: index)
                try await conclude(told.delivery, isRefused: isRefused, &model)
                switch told.delivery.advice.kind {
                case .capture, .refund:
                    if !isRefused { standing.append(told.delivery.advice) }
                case .captureVoid, .refundVoid:
                    if isRefused, let target = told.target { standing.append(target) }
                case .release, .reversal: break
                }
            } else if Int.random(in: 0..<3, using: &dice) == 0,
                let index = standing.indices.randomElement(using: &dice)
            {
                let target = standing[index]
                let delivery = try StoreFixture.delivery(
                    target.kind == .capture ? .captureVoid : .refundVoid,
                    target.amount.minorUnits, of: model)
                if try await reserve(delivery, takingBack: target.id, &model) {
                    standing.remove(at: index)
                    waiting.append(Told(delivery: delivery, target: target))
                }
            } else {
                let kinds: [AdviceKind] = [.capture, .refund, .release]
                let kind = try #require(kinds.randomElement(using: &dice))
                let amount = Int64.random(in: 0...400, using: &dice)
                let delivery = try StoreFixture.delivery(kind, amount, of: model)
                if try await reserve(delivery, &model) {
                    waiting.append(Told(delivery: delivery, target: nil))
                }
            }
            let late = [AuthorizationAnswer.declined, .approved(1)]
            if let answer = late.randomElement(using: &dice), model.state != .authorizing {
                let ending = StoreFixture.ending(model, answer)
                #expect(try await fixture.store.finish(ending) == false)
            }
        }
        #expect(try await fixture.store.audit().isClean)
    }

    /// What the acquirer was told, and what it takes back.
    private struct Told {
        let delivery: Delivery
        let target: AcquirerAdvice?
    }

    private func compare(_ model: Payment) async throws {
        let stored = try await fixture.payment(model.id)
        #expect(stored.state == model.state)
        #expect(stored.amounts == model.amounts)
        #expect(stored.amounts.isSound)
    }

    private func end(_ answer: AuthorizationAnswer, _ model: inout Payment) async throws {
        let event: PaymentEvent =
            switch answer {
            case .approved(let amount): .authorizationApproved(amount)
            case .declined: .authorizationDeclined
            case .notSent: .authorizationNotSent
            case .unanswered: .authorizationUnanswered
            case .credited: .creditApproved
            }
        let allowed = (try? model.apply(event)) != nil
        let written = try await fixture.store.finish(StoreFixture.ending(model, answer))
        #expect(written == allowed)
        try await compare(model)
    }

    private func reserve(
        _ delivery: Delivery, takingBack target: OperationID? = nil, _ model: inout Payment
    ) async throws -> Bool {
        let amount = delivery.advice.amount.minorUnits
        let event: PaymentEvent =
            switch delivery.advice.kind {
            case .capture: .captureRequested(amount)
            case .refund: .refundRequested(amount)
            case .release, .reversal: .releaseRequested(amount)
            case .captureVoid: .captureVoidRequested(amount)
            case .refundVoid: .refundVoidRequested(amount)
            }
        let allowed = (try? model.apply(event)) != nil
        let outcome = try await fixture.reserve(delivery, takingBack: target)
        #expect(outcome == (allowed ? .reserved : .refused))
        try await compare(model)
        return allowed
    }

    private func conclude(
        _ delivery: Delivery, isRefused: Bool, _ model: inout Payment
    ) async throws {
        let amount = delivery.advice.amount.minorUnits
        let event: PaymentEvent =
            switch (delivery.advice.kind, isRefused) {
            case (.capture, false): .captureConfirmed(amount)
            case (.capture, true): .captureRefused(amount)
            case (.refund, false): .refundConfirmed(amount)
            case (.refund, true): .refundRefused(amount)
            case (.release, false), (.reversal, false): .releaseConfirmed(amount)
            case (.release, true), (.reversal, true): .releaseRefused(amount)
            case (.captureVoid, false): .captureVoidConfirmed(amount)
            case (.captureVoid, true): .captureVoidRefused(amount)
            case (.refundVoid, false): .refundVoidConfirmed(amount)
            case (.refundVoid, true): .refundVoidRefused(amount)
            }
        _ = try model.apply(event)
        let refusal: DeclineReason? = isRefused ? .doNotHonor : nil
        #expect(try await fixture.conclude(delivery, refusal: refusal))
        try await compare(model)
    }
}
