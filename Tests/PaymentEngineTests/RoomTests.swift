import PaymentDomain
import PaymentEngine
import Testing

@Suite(
    "The available amount, while others take and messages are pending", .timeLimit(.minutes(5)))
struct RoomTests {
    private func eur(_ cents: Int64) throws -> Money {
        try Money(minorUnits: cents, currency: try #require(Currency(code: "EUR")))
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
