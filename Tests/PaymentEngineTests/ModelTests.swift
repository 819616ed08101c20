import PaymentDomain
import PaymentEngine
import SeededRandom
import Testing

@Suite("Captures, cancellations and refunds in random order", .timeLimit(.minutes(5)))
struct ModelTests {
    static let payments = 500
    static let rounds = 4
    static let stepsPerRound = 5

    @Test("ten thousand steps, and the engine and the documented rules never disagree")
    func tenThousandSteps() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        try await withEngine { (fixture) async throws in
            await fixture.acquirer.replies { advice in
                PaymentModel.isRefused(advice.kind, advice.amount.minorUnits)
                    ? .refused(.doNotHonor) : .acknowledged(nil)
            }
            let client = LifelongClient(fixture: fixture)
            var lives: [PaymentLife] = []
            for index in 0..<Self.payments {
                lives.append(try await PaymentLife(client, seed: seed &+ UInt64(index)))
            }
            for _ in 0..<Self.rounds {
                // All payments at once, each of them one step after another.
                lives = try await withThrowingTaskGroup(of: PaymentLife.self) { group in
                    for life in lives {
                        group.addTask {
                            var life = life
                            for _ in 0..<Self.stepsPerRound { try await life.step() }
                            return life
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                _ = try await fixture.store.closeBatch(at: fixture.clock.now)
                for index in lives.indices { try await lives[index].closeBatch() }
            }
            #expect(lives.reduce(0) { $0 + $1.steps } == 10_000, "seed \(seed)")
            let kinds = Set(lives.flatMap(\.outcomes))
            #expect(kinds.count >= 9, "too few outcomes to mean anything: \(kinds)")
        }
    }
}

/// One payment, in the engine and in the model, step by step.
struct PaymentLife: Sendable {
    private let client: LifelongClient
    private let number: TransactionNumber
    private let seed: UInt64
    private var model: PaymentModel
    private var refunds: [TransactionNumber] = []
    private var dice: SeededGenerator
    private(set) var steps = 0
    private(set) var outcomes: Set<String> = []

    init(_ client: LifelongClient, seed: UInt64) async throws {
        self.client = client
        self.seed = seed
        dice = SeededGenerator(seed: seed)
        let amount = Int64.random(in: 10..<60, using: &dice)
        model = PaymentModel(authorized: amount)
        number = try await client.pay(amount, order: "life-\(seed)")
    }

    private mutating func roll(_ sides: Int64) -> Int64 { .random(in: 0..<sides, using: &dice) }

    private mutating func nextStep() -> PaymentModel.Step {
        let cents = roll(model.authorized + 3)
        let amount: Int64? = roll(5) == 0 ? nil : cents
        let isWhole = roll(3) == 0
        switch roll(20) {
        case 0..<6: return .capture(isWhole ? model.captured : amount)
        case 6..<9: return .captureMore(amount)
        case 9..<12: return .refund(amount)
        case 12..<14: return .refundUnsettled(amount)
        case 14: return .cancel(amount)
        case 15: return .release(amount.map { $0 / 8 })
        case 16: return .cancel(model.captured)
        default:
            guard model.refundCount > 0 else { return .captureMore(amount) }
            return .cancelRefund(Int(roll(Int64(model.refundCount))))
        }
    }

    /// Takes a random step in both, and compares.
    mutating func step() async throws {
        let step = nextStep()
        let before = model
        let expected = model.take(step)
        let outcome: PaymentModel.Outcome
        do {
            let result = try await send(step)
            if result.refusal == nil, let own = result.number { refunds.append(own) }
            outcome = result.refusal == nil ? .done(result.amount.minorUnits) : .declined
        } catch let refusal as PaymentRefusal {
            outcome = .refused(refusal.code)
        }
        steps += 1
        outcomes.insert(name(of: outcome))
        #expect(outcome == expected, "seed \(seed) step \(steps): \(step) on \(before)")
        try await compare()
    }

    private func name(of outcome: PaymentModel.Outcome) -> String {
        switch outcome {
        case .done: "done"
        case .declined: "declined"
        case .refused(let code): code
        }
    }

    /// The model's batch is closed; the engine's was.
    mutating func closeBatch() async throws {
        model.closeBatch()
        try await compare()
    }

    private func compare() async throws {
        let payment = try #require(try await client.found(number).payment)
        let amounts = payment.amounts
        #expect(amounts.isSound)
        #expect(
            [amounts.authorized, amounts.captured, amounts.refunded, amounts.released]
                == [model.authorized, model.captured, model.refunded, model.released],
            "seed \(seed) step \(steps)")
        #expect((payment.state == .released) == model.isReleased, "seed \(seed) step \(steps)")
        #expect(payment.isSettled == (model.settled > 0), "seed \(seed) step \(steps)")
    }

    private func send(_ step: PaymentModel.Step) async throws -> RecordedResult {
        switch step {
        case .capture(let cents): try await client.capture(number, cents)
        case .captureMore(let cents): try await client.capture(number, cents, adds: true)
        case .refund(let cents): try await client.refund(number, cents)
        case .refundUnsettled(let cents): try await client.refund(number, cents, settled: false)
        case .cancel(let cents): try await client.cancel(number, cents)
        case .cancelRefund(let index):
            // Where the two disagreed before, the test goes on to say of which others they do.
            try await client.cancel(
                try #require(refunds.indices.contains(index) ? refunds[index] : nil))
        case .release(let cents): try await client.release(number, cents)
        }
    }
}
