import AppleSimulator
import PaymentDomain
import PaymentEngine
import Testing

@Suite("Renewals of an order of several cards", .timeLimit(.minutes(5)))
struct RenewalByCardTests {
    private static let lifetime = Limits.authorizationLifetimeSeconds

    @Test("a debit by the card waits for a renewal by the order, though another card was tried")
    func debit() async throws {
        try await withTwo { (one, two, _) async throws in
            let card = try await one.holdBeforeOtherCard()
            one.clock.advance(seconds: Self.lifetime)
            await one.acquirer.answers { request in
                for fixture in [one, two] {
                    await expectRefusal("in-flight") { try await fixture.debit(400, of: card) }
                }
                return .approval(of: request.amount)
            }
            let funds = try await one.confirm(1000, of: nil)
            #expect(funds.availability == .available && funds.renewalAttempted)
            #expect(await two.acquirer.told.isEmpty)
            let renewal = try await one.payment()
            let debit = try await two.debit(400, of: card)
            #expect(debit.refusal == nil && debit.paymentID == renewal.id)
        }
    }

    @Test(
        "one by the order and one by the card are the same for inquiries and cancels",
        arguments: [true, false])
    func sameToAll(byCard: Bool) async throws {
        try await withEngine { (fixture) async throws in
            let card = try await fixture.holdBeforeOtherCard()
            _ = try await fixture.debit(400, of: card)
            fixture.clock.advance(seconds: Self.lifetime)
            let renewed = try await fixture.confirm(1000, of: byCard ? card : nil)
            #expect(renewed.availability == .available && renewed.renewalAttempted)
            for name in [card, nil] {
                let again = try await fixture.confirm(1000, of: name)
                #expect(again.availability == .available && !again.renewalAttempted)
                #expect(try await fixture.confirm(1001, of: name).availability == .unavailable)
            }
            #expect(try await fixture.cancel(1000, of: card).amount == (try usd(600)))
            #expect(try await fixture.payment().state == .released)
        }
    }

    @Test(
        "one that was released whole, because it was being debited, hides no other",
        arguments: [true, false])
    func givenUp(byCard: Bool) async throws {
        try await withTwo { (one, two, _) async throws in
            let card = try await one.holdBeforeOtherCard()
            let held = try await one.store.payments(
                .order("order", card: card), of: EngineFixture.shop)
            let expired = try #require(held.first)
            one.clock.advance(seconds: Self.lifetime)
            await two.acquirer.replies { _ in .unanswered }
            await one.acquirer.answers { request in
                // What it throws is seen by what is captured.
                _ = try? await two.capture(400, of: expired.id)
                return .approval(of: request.amount)
            }
            #expect(try await one.confirm(1000, of: nil).availability == .unknown)
            one.clock.advance(seconds: 60)
            _ = await one.worker.runOnce(at: one.clock.now)
            await one.acquirer.answers { .approval(of: $0.amount) }
            let funds = try await one.confirm(1000, of: byCard ? card : nil)
            #expect(funds.availability == .available && funds.renewalAttempted)
            #expect(try await one.payment().remaining == (try usd(600)))
        }
    }

    @Test("of one by the order and one by the card at once, one begins", arguments: [true, false])
    func atOnce(byCard: Bool) async throws {
        try await withTwo { (one, two, faults) async throws in
            let card = try await one.holdBeforeOtherCard()
            one.clock.advance(seconds: Self.lifetime)
            faults.before(.begin) {
                // What it throws is seen by what is held.
                _ = try? await one.confirm(1000, of: byCard ? nil : card)
            }
            await expectRefusal("in-flight") {
                try await two.confirm(1000, of: byCard ? card : nil)
            }
            #expect(await two.acquirer.asked.isEmpty)
            let again = try await two.confirm(1000, of: byCard ? card : nil)
            #expect(again.availability == .available && !again.renewalAttempted)
        }
    }

    @Test("a hold is renewed though a later try of another card was cancelled")
    func otherCardCancelled() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.holdBeforeOtherCard()
            let other = try await fixture.payment()
            #expect(try await fixture.cancel(1000, of: other.handle).amount.isZero)
            fixture.clock.advance(seconds: Self.lifetime)
            let funds = try await fixture.confirm(1000, of: nil)
            #expect(funds.availability == .available && funds.renewalAttempted)
        }
    }
}

extension EngineFixture {
    /// The card of a hold of the order, after which another card was tried, and nobody answered.
    fileprivate func holdBeforeOtherCard() async throws -> VaultHandle {
        let held = try await authorize()
        clock.advance(seconds: 1)
        await acquirer.answers { _ in .unknown }
        let other = ApplePayPayload.fields(try token(card: .mastercard).fields)
        _ = try await authorize(other)
        await acquirer.answers { .approval(of: $0.amount) }
        return held.handle
    }

    fileprivate func confirm(_ cents: Int64, of card: VaultHandle?) async throws -> FundsResult {
        let command = ConfirmFundsCommand(
            reference: .order("order", card: card), amount: try usd(cents), renews: true)
        guard case .funds(let funds) = try await send(.confirmFunds(command)) else {
            throw UnexpectedResult()
        }
        return funds
    }

    fileprivate func debit(_ cents: Int64, of card: VaultHandle) async throws -> RecordedResult {
        let command = CaptureCommand(
            reference: .order("order", card: card), amount: try usd(cents), isFinal: false)
        guard case .recorded(let result) = try await send(.capture(command)) else {
            throw UnexpectedResult()
        }
        return result
    }

    /// Cancels the amount that the order was authorized for, as Radial's clients do.
    fileprivate func cancel(_ cents: Int64, of card: VaultHandle) async throws -> RecordedResult {
        var command = ReleaseCommand(
            reference: .order("order", card: card), amount: try usd(cents))
        command.takesWholeForRest = true
        guard case .recorded(let result) = try await send(.release(command)) else {
            throw UnexpectedResult()
        }
        return result
    }
}
