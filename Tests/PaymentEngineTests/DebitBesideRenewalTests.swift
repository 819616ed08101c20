import PaymentDomain
import PaymentEngine
import Synchronization
import Testing

@Suite("Debits of an order whose hold is being renewed", .timeLimit(.minutes(5)))
struct DebitBesideRenewalTests {
    private static let lifetime = Limits.authorizationLifetimeSeconds

    static let outcomes: [AcquirerAnswer] = [
        .approval(of: .zero(.usd)), .declined(.insufficientFunds, AcquirerChecks()), .notSent,
        .unknown,
    ]

    @Test(
        "are in progress; then they use the renewal, or the authorization if there was none",
        arguments: outcomes)
    func besideRenewal(outcome: AcquirerAnswer) async throws {
        try await withTwo { (one, two, _) async throws in
            let expired = try await one.authorize()
            one.clock.advance(seconds: Self.lifetime)
            let isApproved = if case .approved = outcome { true } else { false }
            await one.acquirer.answers { request in
                for fixture in [one, two] {
                    for isFinal in [false, true] {
                        await expectRefusal("in-flight") {
                            try await fixture.capture(600, final: isFinal, key: "debit")
                        }
                    }
                    await expectRefusal("amount-exceeded") { try await fixture.capture(1001) }
                }
                return isApproved ? .approval(of: request.amount) : outcome
            }
            #expect(try await one.confirmFunds(1000, renews: true).renewalAttempted)
            let debit = try await two.capture(600, key: "debit")
            #expect(debit.refusal == nil && (debit.paymentID != expired.paymentID) == isApproved)
            #expect(await two.acquirer.told(.capture).count == 1)
            #expect(try await one.capture(400).paymentID == debit.paymentID)
        }
    }

    @Test("that a renewal overtakes are in progress, and take nothing")
    func overtaken() async throws {
        try await withTwo { (one, two, faults) async throws in
            _ = try await one.authorize()
            one.clock.advance(seconds: Self.lifetime)
            let asked = Gate()
            let mayAnswer = Gate()
            await one.acquirer.answers { request in
                await asked.open()
                await mayAnswer.wait()
                return .approval(of: request.amount)
            }
            let renewal = Mutex<Task<FundsResult, any Error>?>(nil)
            faults.before(.change) {
                let work = Task { try await one.confirmFunds(1000, renews: true) }
                renewal.withLock { $0 = work }
                await asked.wait()
            }
            await expectRefusal("in-flight") { try await two.capture(600) }
            await mayAnswer.open()
            let work = try #require(renewal.withLock { $0 })
            #expect(try await work.value.availability == .available)
            #expect(try await one.payment().remaining == (try usd(1000)))
            #expect(await two.acquirer.told.isEmpty)
        }
    }

    @Test("that overtake a renewal keep it from beginning")
    func faster() async throws {
        try await withTwo { (one, two, faults) async throws in
            _ = try await one.authorize()
            one.clock.advance(seconds: Self.lifetime)
            await one.acquirer.replies { _ in .unanswered }
            faults.before(.begin) {
                // What it throws is seen by the answer.
                _ = try? await one.capture(400)
            }
            await expectRefusal("in-flight") { try await two.confirmFunds(1000, renews: true) }
            #expect(await two.acquirer.asked.isEmpty)
            #expect(try await one.payment().amounts.capturing == 400)
        }
    }

    @Test("wait no longer than for the deadline of a renewal that was cut off")
    func cutOff() async throws {
        let faults = StoreFaults()
        try await withEngine(faults: faults) { (fixture) async throws in
            let expired = try await fixture.authorize()
            fixture.clock.advance(seconds: Self.lifetime)
            faults.set(.refused, on: .finish)
            await expectRefusal("outcome-not-stored") {
                try await fixture.confirmFunds(1000, renews: true)
            }
            faults.set(nil, on: .finish)
            await expectRefusal("in-flight") { try await fixture.capture(600) }
            await fixture.acquirer.replies { advice in
                advice.kind == .reversal ? .unanswered : .acknowledged(nil)
            }
            fixture.clock.advance(seconds: 3600)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).recovered == 1)
            #expect(try await fixture.capture(600).paymentID == expired.paymentID)
        }
    }

    @Test("wait where another hold of the order is renewed; another authorization holds up none")
    func severalHolds() async throws {
        try await withEngine { (fixture) async throws in
            let first = try await fixture.authorize()
            fixture.clock.advance(seconds: 1)
            await fixture.acquirer.answers { request in
                // What it throws is seen by what is captured.
                _ = try? await fixture.capture(100)
                return .approval(of: request.amount)
            }
            _ = try await fixture.authorize(amount: 600)
            #expect(await fixture.acquirer.told(.capture).map(\.amount) == [try usd(100)])
            fixture.clock.advance(seconds: Self.lifetime)
            await fixture.acquirer.answers { request in
                await expectRefusal("in-flight") { try await fixture.capture(700) }
                return .approval(of: request.amount)
            }
            #expect(try await fixture.confirmFunds(600, renews: true).renewalAttempted)
            #expect(try await fixture.capture(700).paymentID == first.paymentID)
            #expect(try await fixture.payment().remaining == (try usd(600)))
        }
    }
}
