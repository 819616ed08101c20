import PaymentDomain
import PaymentEngine
import Testing

@Suite(
    "The available amount, while others take and messages are pending", .timeLimit(.minutes(5)))
struct RoomTests {
    private func eur(_ cents: Int64) throws -> Money {
        try Money(minorUnits: cents, currency: try #require(Currency(code: "EUR")))
    }

    /// A cancel as Radial's shops send it, with the order's whole amount.
    private func cancel(_ amount: Money, _ fixture: EngineFixture) async throws -> Money {
        var command = ReleaseCommand(reference: .order("order", card: nil), amount: amount)
        command.takesWholeForRest = true
        guard case .recorded(let result) = try await fixture.send(.release(command)) else {
            throw UnexpectedResult()
        }
        return result.amount
    }

    @Test("the whole remainder is released, even if a capture takes some of it meanwhile")
    func releaseBesideCapture() async throws {
        try await withTwo { (one, two, faults) async throws in
            _ = try await one.authorize()
            faults.before(.change) {
                // What it throws is seen by what is given up.
                _ = try? await one.capture(300)
            }
            #expect(try await two.release(nil).amount == (try usd(700)))
            #expect(try await one.payment().amounts.captured == 300)
        }
    }

    @Test("an amount that another takes meanwhile is refused by the state at that time")
    func captureBesideCapture() async throws {
        try await withTwo { (one, two, faults) async throws in
            _ = try await one.authorize()
            faults.before(.change) { _ = try? await one.capture(300) }
            await expectRefusal("depleted") { try await two.capture(800) }
            faults.before(.change) { _ = try? await one.capture(100) }
            #expect(try await two.capture(600).refusal == nil)
        }
    }

    @Test("all that is left of the money of one currency is not another currency's hold")
    func releaseInCurrency() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let card = PaymentSource.keyed(
                KeyedCard(
                    pan: try PAN(digits: "4111111111111111"),
                    expiry: CardExpiry(year: 2030, month: 12)))
            _ = try await client.authorization(
                .authorize(
                    AuthorizeCommand(source: card, orderReference: "order", amount: try eur(20))))
            _ = try await fixture.authorize()
            var command = ReleaseCommand(reference: .order("order", card: nil), amount: nil)
            command.currency = Currency(code: "EUR")
            guard case .recorded(let given) = try await fixture.send(.release(command)) else {
                throw UnexpectedResult()
            }
            #expect(given.amount == (try eur(20)))
            #expect(try await fixture.payment().remaining == (try usd(1000)))
            command.currency = Currency(code: "JPY")
            let other = command
            await expectRefusal("currency-mismatch") { try await fixture.send(.release(other)) }
        }
    }

    @Test("a cancel of the whole amount releases the remainder after a partial capture")
    func cancelOfWhole() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            _ = try await fixture.capture(400)
            // No amount of the order's, so it is taken as it stands.
            await expectRefusal("depleted") { try await cancel(try usd(999), fixture) }
            await expectRefusal("amount-exceeded") { try await cancel(try usd(1001), fixture) }
            #expect(try await cancel(try usd(1000), fixture) == (try usd(600)))
            let amounts = try await fixture.payment().amounts
            #expect([amounts.captured, amounts.released] == [400, 600])
            await expectRefusal("depleted") { try await cancel(try usd(1000), fixture) }
        }
    }

    @Test("a cancel of the whole amount that is sent again releases nothing else of the order")
    func cancelOfAnother() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            _ = try await fixture.authorize(amount: 600)
            #expect(try await cancel(try usd(1000), fixture) == (try usd(1000)))
            await expectRefusal("amount-exceeded") { try await cancel(try usd(1000), fixture) }
            #expect(try await fixture.payment().remaining == (try usd(600)))
        }
    }

    @Test("a cancel of the whole amount means the hold of that amount, and not a newer one")
    func cancelOfOlder() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            _ = try await fixture.capture(400)
            _ = try await fixture.authorize(amount: 500)
            #expect(try await cancel(try usd(1000), fixture) == (try usd(600)))
            #expect(try await fixture.payment().remaining == (try usd(500)))
        }
    }

    @Test("a cancel of the whole amount means the renewal of the hold that it was authorized for")
    func cancelOfRenewed() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            _ = try await fixture.capture(400)
            fixture.clock.advance(seconds: Limits.authorizationLifetimeSeconds)
            let funds = try await fixture.confirmFunds(1000, renews: true)
            #expect(funds.availability == .available)
            #expect(try await fixture.payment().remaining == (try usd(600)))
            #expect(try await cancel(try usd(1000), fixture) == (try usd(600)))
            #expect(try await fixture.payment().state == .released)
        }
    }

    @Test("a cancel of the whole amount means what was renewed after a try that nobody answered")
    func cancelOfRenewedInVain() async throws {
        try await withEngine { (fixture) async throws in
            try await fixture.tryInVain()
            let funds = try await fixture.confirmFunds(1000, renews: true)
            #expect(funds.availability == .available && funds.renewalAttempted)
            _ = try await fixture.capture(300)
            await expectRefusal("depleted") { try await cancel(try usd(999), fixture) }
            #expect(try await cancel(try usd(1000), fixture) == (try usd(700)))
            let amounts = try await fixture.payment().amounts
            #expect([amounts.captured, amounts.released] == [300, 700])
        }
    }

    @Test(
        "each debit of an order is refunded by itself after a renewal, whichever comes first",
        arguments: [[300, 700], [700, 300], [200, 700, 100], [600, 300, 100]] as [[Int64]])
    func refundsAfterRenewal(refunds: [Int64]) async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            _ = try await fixture.capture(300)
            fixture.clock.advance(seconds: Limits.authorizationLifetimeSeconds)
            let funds = try await fixture.confirmFunds(1000, renews: true)
            #expect(funds.availability == .available && funds.renewalAttempted)
            _ = try await fixture.capture(700, final: true)
            await expectRefusal("amount-exceeded") { try await fixture.refund(701) }
            for refund in refunds {
                #expect(try await fixture.refund(refund).refusal == nil)
            }
            await expectRefusal("amount-exceeded") { try await fixture.refund(1) }
        }
    }

    @Test("the remainder of one authorization is not released beside its pending capture, either")
    func reversalBesideCapture() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let paid = try await client.pay(.applePay(.fields(try fixture.token().fields)))
            await fixture.acquirer.replies { _ in .unanswered }
            _ = try await client.capture(paid.number, 600)
            await expectRefusal("in-flight") { try await client.release(paid.number, nil) }
            #expect(try await client.release(paid.number, 100).isAnswered == false)
            await fixture.acquirer.replies { advice in
                advice.kind == .capture ? .refused(.doNotHonor) : .acknowledged(nil)
            }
            fixture.clock.advance(seconds: 60)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).refused.count == 1)
            #expect(try await client.release(paid.number, nil).amount == (try usd(900)))
        }
    }

    @Test("a cancel of the whole amount beside a pending capture is in progress")
    func cancelBesideCapture() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            await fixture.acquirer.replies { _ in .unanswered }
            _ = try await fixture.capture(600)
            await expectRefusal("in-flight") { try await cancel(try usd(1000), fixture) }
            await fixture.acquirer.replies { _ in .refused(.doNotHonor) }
            fixture.clock.advance(seconds: 60)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).refused.count == 1)
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            #expect(try await cancel(try usd(1000), fixture) == (try usd(1000)))
        }
    }

    @Test(
        "the remainder is not released beside a pending debit, and all is once that is refused",
        arguments: [600, 1000] as [Int64])
    func restBesideCapture(cents: Int64) async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            await fixture.acquirer.replies { _ in .unanswered }
            _ = try await fixture.capture(cents)
            await expectRefusal("in-flight") { try await fixture.release(nil, key: "final") }
            // Also where another hold of the order has room.
            _ = try await fixture.authorize(amount: 300)
            await expectRefusal("in-flight") { try await fixture.release(nil) }
            #expect(try await fixture.release(300).isAnswered == false)
            await fixture.acquirer.replies { advice in
                advice.kind == .capture ? .refused(.doNotHonor) : .acknowledged(nil)
            }
            fixture.clock.advance(seconds: 60)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).refused.count == 1)
            #expect(try await fixture.release(nil, key: "final").amount == (try usd(1000)))
            #expect(await fixture.acquirer.told(.release).map(\.amount).last == (try usd(1000)))
        }
    }

    @Test("the remainder is not released if a debit comes first, and has no answer")
    func restAfterCapture() async throws {
        try await withTwo { (one, two, faults) async throws in
            _ = try await one.authorize()
            await one.acquirer.replies { _ in .unanswered }
            faults.before(.change) {
                // What it throws is seen by the answer.
                _ = try? await one.capture(300)
            }
            await expectRefusal("in-flight") { try await two.release(nil) }
            #expect(try await one.payment().amounts.releasing == 0)
        }
    }

    @Test("a void of a capture beside its pending refund is in progress")
    func voidBesideRefund() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let paid = try await client.pay(.applePay(.fields(try fixture.token().fields)))
            let captured = try await client.capture(paid.number, 600)
            let other = try await client.capture(paid.number, 300)
            await fixture.acquirer.replies { _ in .unanswered }
            _ = try await client.refund(captured.number, 600)
            await expectRefusal("in-flight") { try await client.void(captured.number) }
            await expectRefusal("in-flight") { try await client.refund(captured.number, 1) }
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            #expect(try await client.void(other.number).refusal == nil)
            fixture.clock.advance(seconds: 60)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).answered == 1)
            await expectRefusal("wrong-state") { try await client.void(captured.number) }
            await expectRefusal("amount-exceeded") { try await client.refund(captured.number, 1) }
        }
    }

    @Test("while a refund is pending, another that it leaves no room for is in progress")
    func refundBesideRefund() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            _ = try await fixture.capture(1000)
            await fixture.acquirer.replies { _ in .unanswered }
            _ = try await fixture.refund(1000)
            await expectRefusal("in-flight") { try await fixture.refund(1000) }
            await expectRefusal("amount-exceeded") { try await fixture.refund(1001) }
            await fixture.acquirer.replies { _ in .refused(.doNotHonor) }
            fixture.clock.advance(seconds: 60)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).refused.count == 1)
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            #expect(try await fixture.refund(1000).refusal == nil)
            await expectRefusal("amount-exceeded") { try await fixture.refund(1) }
        }
    }

    @Test("while a payment is being refunded, its cancel is in progress, and refused after that")
    func cancelBesideRefund() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let number = try await client.pay(sale: true)
            await fixture.acquirer.replies { _ in .unanswered }
            _ = try await client.refund(number, 1000, settled: false)
            await expectRefusal("in-flight") { try await client.cancel(number) }
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            fixture.clock.advance(seconds: 60)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).answered == 1)
            await expectRefusal("wrong-state") { try await client.cancel(number) }
        }
    }

    @Test(
        "while an authorization is being released, a capture of it is in progress, and refused after that"
    )
    func captureBesideRelease() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            await fixture.acquirer.replies { _ in .unanswered }
            _ = try await fixture.release(nil)
            await expectRefusal("in-flight") { try await fixture.capture(1000) }
            await expectRefusal("amount-exceeded") { try await fixture.capture(1001) }
            await fixture.acquirer.replies { _ in .refused(.doNotHonor) }
            fixture.clock.advance(seconds: 60)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).refused.count == 1)
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            #expect(try await fixture.capture(400).refusal == nil)
        }
    }

    @Test("an expired authorization is not renewed while a capture of it is pending")
    func renewalBesideCapture() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            fixture.clock.advance(seconds: Limits.authorizationLifetimeSeconds)
            await fixture.acquirer.replies { _ in .unanswered }
            _ = try await fixture.capture(400)
            await expectRefusal("in-flight") { try await fixture.confirmFunds(1000, renews: true) }
            await fixture.acquirer.replies { advice in
                advice.kind == .capture ? .refused(.doNotHonor) : .acknowledged(nil)
            }
            fixture.clock.advance(seconds: 60)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).refused.count == 1)
            #expect(try await fixture.confirmFunds(1000, renews: true).availability == .available)
            #expect(try await fixture.payment().remaining == (try usd(1000)))
        }
    }

    @Test("while an order is being authorized, a capture of it is in progress")
    func captureBesideAuthorization() async throws {
        try await withTwo { (one, two, faults) async throws in
            await one.acquirer.answers { request in
                await expectRefusal("in-flight") { try await two.capture(1000) }
                await expectRefusal("wrong-state") { try await two.capture(1001) }
                return .approval(of: request.amount)
            }
            _ = try await one.authorize()
            #expect(try await two.capture(1000).refusal == nil)
        }
    }
}
