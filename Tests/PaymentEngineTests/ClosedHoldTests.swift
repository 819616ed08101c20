import PaymentDomain
import PaymentEngine
import Testing

@Suite(
    "Orders whose authorization takes no more captures, and was not released",
    .timeLimit(.minutes(5)))
struct ClosedHoldTests {
    private static let lifetime = Limits.authorizationLifetimeSeconds

    @Test("have nothing that can be debited, before the hold lapses and after it")
    func lastCapture() async throws {
        try await withEngine { (fixture) async throws in
            try await fixture.close(capturing: 400)
            for seconds in [0, Self.lifetime] {
                fixture.clock.advance(seconds: seconds)
                try await fixture.expectUnavailable()
            }
            await expectRefusal("depleted") { try await fixture.capture(100) }
        }
    }

    @Test("are renewed if they were tried again after it")
    func triedAgain() async throws {
        try await withEngine { (fixture) async throws in
            try await fixture.close(capturing: 400)
            fixture.clock.advance(seconds: 1)
            try await fixture.tryInVain()
            let renewed = try await fixture.confirmFunds(1000, renews: true)
            #expect(renewed.availability == .available && renewed.renewalAttempted)
            #expect(try await fixture.capture(1000).refusal == nil)
        }
    }

    @Test("are not renewed for a try before the last capture")
    func triedBefore() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            fixture.clock.advance(seconds: 1)
            try await fixture.tryInVain()
            fixture.clock.advance(seconds: 1)
            try await fixture.closeNewestHold(capturing: 400)
            try await fixture.expectUnavailable()
        }
    }

    @Test("are in progress while the final capture has no answer")
    func unanswered() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            await fixture.acquirer.replies {
                $0.kind == .release ? .refused(.doNotHonor) : .unanswered
            }
            _ = try await fixture.capture(400, final: true)
            await expectRefusal("in-flight") { try await fixture.confirmFunds(1000, renews: true) }
        }
    }

    @Test("stay closed once they are renewed, though the void of a capture is refused")
    func refusedVoid() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let number = try await client.pay()
            try await client.capture(number, 200)
            fixture.clock.advance(seconds: Self.lifetime)
            await fixture.acquirer.replies { _ in .refused(.doNotHonor) }
            let renewed = try await fixture.confirmFunds(1000, renews: true)
            #expect(renewed.availability == .available && renewed.renewalAttempted)
            #expect(try await client.cancel(number).refusal == .doNotHonor)
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            await expectRefusal("depleted") {
                try await client.capture(number, 100, adds: true)
            }
            #expect(try await fixture.capture(800).refusal == nil)
            await expectRefusal("depleted") { try await fixture.capture(1) }
        }
    }

    @Test(
        "are released once they are renewed, though the acquirer refused that before",
        arguments: [true, false])
    func refusedBeforeRenewal(isRefusedAgain: Bool) async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            await fixture.acquirer.replies { _ in .refused(.doNotHonor) }
            #expect(try await fixture.release(200).refusal == .doNotHonor)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).told == 0)
            fixture.clock.advance(seconds: Self.lifetime)
            if !isRefusedAgain { await fixture.acquirer.replies { _ in .acknowledged(nil) } }
            #expect(try await fixture.confirmFunds(1000, renews: true).availability == .available)
            #expect(await fixture.acquirer.told(.release).count == 2)
            fixture.clock.advance(seconds: 1)
            let round = await fixture.worker.runOnce(at: fixture.clock.now)
            #expect(round.told == 0 && round.refused.count == (isRefusedAgain ? 1 : 0))
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).told == 0)
            #expect(try await fixture.store.audit().breaches == [])
        }
    }

    @Test("are open where such a void was refused: another payment of the order is no renewal")
    func refusedVoidOfTwo() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let number = try await client.pay()
            try await client.capture(number, 200)
            let other = AuthorizeCommand(
                source: .stored(try await fixture.payment().handle, expiry: nil, securityCode: nil),
                orderReference: "order", amount: try usd(50))
            _ = try await client.send(.authorize(other), numbered: true)
            await fixture.acquirer.replies { _ in .refused(.doNotHonor) }
            #expect(try await client.cancel(number).refusal == .doNotHonor)
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            #expect(try await client.capture(number, 150).refusal == nil)
            #expect(try await client.found(number).payment?.amounts.captured == 150)
        }
    }

    @Test("are not renewed if all was cancelled, although it couldn't be released at first")
    func cancelled() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            fixture.clock.advance(seconds: Self.lifetime)
            try await fixture.tryInVain()
            fixture.clock.advance(seconds: 1)
            await fixture.acquirer.replies { _ in .unanswered }
            #expect(try await fixture.release(1000, key: "a").isAnswered == false)
            await expectRefusal("in-flight") { try await fixture.release(1000, key: "b") }
            await fixture.acquirer.replies { _ in .refused(.doNotHonor) }
            fixture.clock.advance(seconds: 60)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).refused.count == 1)
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            #expect(try await fixture.release(1000, key: "b").refusal == nil)
            try await fixture.expectUnavailable()
        }
    }
}

extension EngineFixture {
    /// An order whose hold was captured in part for the last time, and could not be given up.
    fileprivate func close(capturing cents: Int64) async throws {
        _ = try await authorize()
        try await closeNewestHold(capturing: cents)
    }

    fileprivate func closeNewestHold(capturing cents: Int64) async throws {
        await acquirer.replies { $0.kind == .release ? .refused(.doNotHonor) : .acknowledged(nil) }
        #expect(try await capture(cents, final: true).refusal == nil)
        #expect(await acquirer.told(.release).count == 1)
        await acquirer.replies { _ in .acknowledged(nil) }
    }

    fileprivate func expectUnavailable() async throws {
        let funds = try await confirmFunds(1000, renews: true)
        #expect(funds.availability == .unavailable && !funds.renewalAttempted)
    }
}
