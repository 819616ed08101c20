import AppleSimulator
import PaymentDomain
import PaymentEngine
import Testing

@Suite("Orders that were checked, cancelled or renewed before", .timeLimit(.minutes(5)))
struct RenewedOrderTests {
    private static let lifetime = Limits.authorizationLifetimeSeconds

    @Test("a release of a server whose clock is ahead comes before a renewal all the same")
    func clockAhead() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            fixture.clock.advance(seconds: Self.lifetime + 60)
            _ = try await fixture.release(100)
            fixture.clock.advance(seconds: -30)
            for renews in [true, false] {
                let funds = try await fixture.confirmFunds(1000, renews: renews)
                #expect(funds.availability == .available && funds.renewalAttempted == renews)
            }
            #expect(try await fixture.payment().amounts.authorized == 900)
        }
    }

    @Test("a card check hides no authorization, and isn't one")
    func check() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            try await fixture.check()
            #expect(try await fixture.confirmFunds(1000, renews: true).availability == .available)
            fixture.clock.advance(seconds: Self.lifetime)
            let renewed = try await fixture.confirmFunds(1000, renews: true)
            #expect(renewed.availability == .available && renewed.renewalAttempted)
            try await fixture.check()
            #expect(try await fixture.release(1000, key: "a").amount == (try usd(1000)))
            #expect(try await fixture.release(1000, key: "b").amount.isZero)
            try await fixture.check(order: "checked")
            let checked = try await fixture.confirmFunds(1, renews: true, order: "checked")
            #expect(checked.availability == .unavailable && !checked.renewalAttempted)
        }
    }

    @Test("the original amount is confirmed before each debit, also of a renewed remainder")
    func originalAmount() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            for (captured, left) in [(400, 600), (100, 500)] as [(Int64, Int64)] {
                _ = try await fixture.capture(captured)
                fixture.clock.advance(seconds: Self.lifetime)
                let renewed = try await fixture.confirmFunds(1000, renews: true)
                #expect(renewed.availability == .available && renewed.renewalAttempted)
                #expect(try await fixture.payment().amounts.authorized == left)
                let again = try await fixture.confirmFunds(1000, renews: true)
                #expect(again.availability == .available && !again.renewalAttempted)
                let more = try await fixture.confirmFunds(1001, renews: true)
                #expect(more.availability == .unavailable)
            }
            _ = try await fixture.capture(500)
            #expect(try await fixture.confirmFunds(1000, renews: true).availability == .unavailable)
        }
    }

    @Test(
        "the original amount releases the remainder after a renewal, also past a failed try of less",
        arguments: [AcquirerAnswer.unknown, .declined(.doNotHonor, AcquirerChecks())],
        [true, false])
    func originalAmountGivenUp(outcome: AcquirerAnswer, keepsLapsed: Bool) async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            _ = try await fixture.capture(400)
            await fixture.acquirer.answers { _ in outcome }
            _ = try await fixture.authorize(amount: 500)
            await fixture.acquirer.answers { .approval(of: $0.amount) }
            fixture.clock.advance(seconds: Self.lifetime)
            // The acquirer may refuse to give up what has expired.
            await fixture.acquirer.replies { _ in
                keepsLapsed ? .refused(.doNotHonor) : .acknowledged(nil)
            }
            for renews in [true, false] {
                let funds = try await fixture.confirmFunds(1000, renews: true)
                #expect(funds.availability == .available && funds.renewalAttempted == renews)
            }
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            #expect(try await fixture.cancelWhole().amount == (try usd(600)))
            await expectRefusal("depleted") { try await fixture.capture(600) }
        }
    }

    @Test("a released part of an order counts as authorized, before a renewal and after it")
    func givenUpInPart() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            _ = try await fixture.release(200)
            #expect(try await fixture.confirmFunds(1000, renews: true).availability == .available)
            fixture.clock.advance(seconds: Self.lifetime)
            let renewed = try await fixture.confirmFunds(1000, renews: true)
            #expect(renewed.availability == .available && renewed.renewalAttempted)
            #expect(try await fixture.payment().amounts.authorized == 800)
            let again = try await fixture.confirmFunds(1000, renews: true)
            #expect(again.availability == .available && !again.renewalAttempted)
            #expect(try await fixture.confirmFunds(1001, renews: true).availability == .unavailable)
        }
    }

    @Test("a renewal is for all that was left, whatever part of it is asked about, and for no more")
    func renewalForPart() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            _ = try await fixture.capture(100)
            fixture.clock.advance(seconds: Self.lifetime)
            #expect(try await fixture.confirmFunds(300, renews: true).renewalAttempted)
            #expect(try await fixture.payment().amounts.authorized == 900)
            #expect(try await fixture.confirmFunds(1000, renews: true).availability == .available)
            #expect(try await fixture.confirmFunds(1001, renews: true).availability == .unavailable)
            await #expect(throws: PaymentRefusal.self) { try await fixture.capture(901) }
            #expect(try await fixture.capture(900).refusal == nil)
        }
    }

    @Test("an order that was cancelled and paid again for less has no more than that")
    func paidAnewForLess() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            _ = try await fixture.release(1000)
            _ = try await fixture.authorize(amount: 500)
            #expect(try await fixture.confirmFunds(500, renews: true).availability == .available)
            #expect(try await fixture.confirmFunds(1000, renews: true).availability == .unavailable)
        }
    }

    @Test(
        "an order that timed out is renewed, even if an earlier authorization of it was cancelled",
        arguments: [AcquirerAnswer.unknown, .notSent])
    func cancelledBefore(outcome: AcquirerAnswer) async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            _ = try await fixture.release(1000)
            fixture.clock.advance(seconds: 1)
            try await fixture.tryInVain(outcome)
            let renewed = try await fixture.confirmFunds(1000, renews: true)
            #expect(renewed.availability == .available && renewed.renewalAttempted)
            #expect(try await fixture.capture(1000).refusal == nil)
        }
    }

    @Test(
        "an order that was cancelled after a try without an answer is not renewed",
        arguments: [true, false])
    func cancelledAfter(isRenewal: Bool) async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            fixture.clock.advance(seconds: Self.lifetime)
            await fixture.acquirer.answers { _ in .unknown }
            if isRenewal {
                _ = try await fixture.confirmFunds(1000, renews: true)
            } else {
                _ = try await fixture.authorize()
            }
            fixture.clock.advance(seconds: 1)
            #expect(try await fixture.release(1000).amount == (try usd(1000)))
            await fixture.acquirer.answers { .approval(of: $0.amount) }
            let funds = try await fixture.confirmFunds(1000, renews: true)
            #expect(funds.availability == .unavailable && !funds.renewalAttempted)
        }
    }

    @Test(
        "a try without an answer that was cancelled is not renewed, whatever was held before it",
        arguments: [true, false])
    func cancelledTry(heldBefore: Bool) async throws {
        try await withEngine { (fixture) async throws in
            if heldBefore {
                _ = try await fixture.authorize()
                _ = try await fixture.release(1000)
                fixture.clock.advance(seconds: 1)
            }
            await fixture.acquirer.answers { _ in .unknown }
            _ = try await fixture.authorize()
            #expect(try await fixture.release(400).amount.isZero)
            #expect(try await fixture.release(1000).amount.isZero)
            #expect(try await fixture.release(1000, key: "again").amount.isZero)
            await fixture.acquirer.answers { .approval(of: $0.amount) }
            let funds = try await fixture.confirmFunds(1000, renews: true)
            #expect(funds.availability == .unavailable && !funds.renewalAttempted)
            fixture.clock.advance(seconds: 1)
            try await fixture.tryInVain()
            let anew = try await fixture.confirmFunds(1000, renews: true)
            #expect(anew.availability == .available && anew.renewalAttempted)
        }
    }

    @Test("an order that was captured in part, released, and tried again, is renewed")
    func capturedBefore() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            _ = try await fixture.capture(400)
            _ = try await fixture.release(600)
            fixture.clock.advance(seconds: 1)
            try await fixture.tryInVain()
            let renewed = try await fixture.confirmFunds(1000, renews: true)
            #expect(renewed.availability == .available && renewed.renewalAttempted)
            #expect(try await fixture.capture(1000).refusal == nil)
        }
    }

    @Test(
        "a debit of a renewed authorization counts as authorized, also after a later try",
        arguments: [AcquirerAnswer.unknown, .notSent])
    func heldBehindTry(outcome: AcquirerAnswer) async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            _ = try await fixture.capture(400)
            fixture.clock.advance(seconds: 1)
            try await fixture.tryInVain(outcome)
            fixture.clock.advance(seconds: Self.lifetime)
            for isRenewed in [true, false] {
                let funds = try await fixture.confirmFunds(1000, renews: true)
                #expect(funds.availability == .available && funds.renewalAttempted == isRenewed)
                #expect(try await fixture.payment().amounts.authorized == 600)
            }
            #expect(try await fixture.confirmFunds(1001, renews: true).availability == .unavailable)
        }
    }

    @Test(
        "a debit before a failed try doesn't count for its renewal",
        arguments: [true, false])
    func debitedBeforeTry(isFinal: Bool) async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            _ = try await fixture.capture(400, final: isFinal)
            if !isFinal { _ = try await fixture.release(600) }
            fixture.clock.advance(seconds: 1)
            await fixture.acquirer.answers { _ in .unknown }
            _ = try await fixture.authorize(amount: 600)
            await fixture.acquirer.answers { .approval(of: $0.amount) }
            #expect(try await fixture.confirmFunds(600, renews: true).renewalAttempted)
            #expect(try await fixture.confirmFunds(600, renews: true).availability == .available)
            #expect(try await fixture.confirmFunds(1000, renews: true).availability == .unavailable)
        }
    }

    @Test("an order whose hold was captured after the try that came to nothing is not renewed")
    func capturedAfter() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            fixture.clock.advance(seconds: 1)
            try await fixture.tryInVain()
            fixture.clock.advance(seconds: 1)
            #expect(try await fixture.capture(1000).refusal == nil)
            let funds = try await fixture.confirmFunds(1000, renews: true)
            #expect(funds.availability == .unavailable && !funds.renewalAttempted)
        }
    }

    @Test(
        "a cancel of an order that is being released is in progress, and possible again after a refusal"
    )
    func cancelledTwice() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            await fixture.acquirer.replies { _ in .unanswered }
            #expect(try await fixture.release(1000, key: "a").isAnswered == false)
            await expectRefusal("in-flight") { try await fixture.release(1000, key: "b") }
            await fixture.acquirer.replies { _ in .refused(.doNotHonor) }
            fixture.clock.advance(seconds: 60)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).refused.count == 1)
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            #expect(try await fixture.release(1000, key: "b").amount == (try usd(1000)))
            #expect(try await fixture.payment().state == .released)
        }
    }

    @Test("a cancel that was in progress releases nothing that is authorized later")
    func cancelledBefore() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            await fixture.acquirer.replies { _ in .unanswered }
            #expect(try await fixture.release(1000, key: "a").isAnswered == false)
            await expectRefusal("in-flight") { try await fixture.release(1000, key: "b") }
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            fixture.clock.advance(seconds: 60)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).answered == 1)
            #expect(try await fixture.release(1000, key: "b").amount.isZero)
            let anew = try await fixture.authorize()
            for key in ["a", "b"] {
                #expect(try await fixture.release(1000, key: key).paymentID != anew.paymentID)
            }
            #expect(try await fixture.payment().remaining == (try usd(1000)))
        }
    }

    @Test(
        "a cancel means the renewal, not the expired authorization that the acquirer didn't release"
    )
    func notTheLapsed() async throws {
        try await withEngine { (fixture) async throws in
            try await fixture.renewBesideLapsed()
            #expect(try await fixture.capture(580).refusal == nil)
            // More than is left of the renewal, and less than of the expired hold.
            await expectRefusal("depleted") { try await fixture.release(500) }
            #expect(try await fixture.cancelWhole().amount == (try usd(420)))
            await expectRefusal("depleted") { try await fixture.capture(420) }
        }
    }

    @Test("a cancel of the whole amount is in progress while the remainder is released")
    func restInWork() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            await fixture.acquirer.replies {
                $0.kind == .release ? .unanswered : .acknowledged(nil)
            }
            #expect(try await fixture.capture(580, final: true).refusal == nil)
            await expectRefusal("in-flight") { try await fixture.cancelWhole() }
            await fixture.acquirer.replies { _ in .refused(.doNotHonor) }
            fixture.clock.advance(seconds: 60)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).refused.count == 1)
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            #expect(try await fixture.cancelWhole().amount == (try usd(420)))
        }
    }

    @Test(
        "a cancelled renewal is cancelled again, although the expired authorization wasn't released"
    )
    func cancelledRenewal() async throws {
        try await withEngine { (fixture) async throws in
            try await fixture.renewBesideLapsed()
            fixture.clock.advance(seconds: 1)
            #expect(try await fixture.cancelWhole().amount == (try usd(1000)))
            #expect(try await fixture.cancelWhole().amount.isZero)
            #expect(try await fixture.payment().state == .released)
            // All that is left is the expired hold.
            #expect(try await fixture.release(nil).amount == (try usd(1000)))
        }
    }

    @Test("a captured part of an order is not cancelled while the remainder is being released")
    func capturedAndGivenUp() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            _ = try await fixture.capture(400)
            await fixture.acquirer.replies { _ in .unanswered }
            _ = try await fixture.release(600)
            await #expect(throws: PaymentRefusal.inFlight) { try await fixture.release(400) }
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            fixture.clock.advance(seconds: 60)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).answered == 1)
            await #expect(throws: PaymentRefusal.depleted) { try await fixture.release(400) }
        }
    }
}

extension EngineFixture {
    /// A renewed hold whose expired one the acquirer did not release.
    fileprivate func renewBesideLapsed() async throws {
        _ = try await authorize()
        clock.advance(seconds: Limits.authorizationLifetimeSeconds)
        await acquirer.replies { _ in .refused(.doNotHonor) }
        #expect(try await confirmFunds(1000, renews: true).renewalAttempted)
        await acquirer.replies { _ in .acknowledged(nil) }
    }

    /// Cancels an order by the amount that it was authorized for.
    fileprivate func cancelWhole() async throws -> RecordedResult {
        var all = ReleaseCommand(reference: .order("order", card: nil), amount: try usd(1000))
        all.takesWholeForRest = true
        guard case .recorded(let given) = try await send(.release(all), key: nil) else {
            throw UnexpectedResult()
        }
        return given
    }

    /// Checks the card of an order.
    fileprivate func check(order: String = "order") async throws {
        let card = KeyedCard(
            pan: try TestCard.visa.pan(), expiry: CardExpiry(year: 2030, month: 12))
        let command = AuthorizeCommand(
            source: .keyed(card), orderReference: order, amount: try usd(1000),
            checksCardOnly: true)
        guard case .authorization(let answer) = try await send(.authorize(command)),
            answer.outcome == .approved
        else { throw UnexpectedResult() }
    }
}
