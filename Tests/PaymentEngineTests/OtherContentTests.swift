import PaymentDomain
import PaymentEngine
import Testing

@Suite("Another request under a name of the rule on duplicates", .timeLimit(.minutes(5)))
struct OtherContentTests {
    private func card() throws -> PaymentSource {
        .keyed(
            KeyedCard(
                pan: try PAN(digits: "4111111111111111"),
                expiry: CardExpiry(year: 2030, month: 12)))
    }

    @Test(
        "another order or amount under the name of an approved sale is refused, at once and when it is repeated"
    )
    func otherContent() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            func sale(_ order: String, _ cents: Int64) throws -> PaymentCommand {
                var command = AuthorizeCommand(
                    source: try card(), orderReference: order, amount: try usd(cents))
                command.capturesAtOnce = true
                return .authorize(command)
            }
            func send(_ order: String, _ cents: Int64) async throws -> PaymentResult {
                try await client.send(
                    try sale(order, cents), rule: "sale/1", content: [order, "\(cents)"])
            }
            guard case .authorization(let first) = try await send("A", 100) else {
                throw UnexpectedResult()
            }
            for (order, cents) in [("B", 100), ("A", 99_900), ("B", 99_900)] {
                for _ in 0..<2 {
                    await #expect(throws: PaymentRefusal.idempotencyConflict) {
                        try await send(order, Int64(cents))
                    }
                }
            }
            guard case .authorization(let again) = try await send("A", 100) else {
                throw UnexpectedResult()
            }
            #expect(again.isRepetition && again.number == first.number)
            fixture.clock.advance(seconds: NumberedClient.twoDays + 1)
            guard case .authorization(let late) = try await send("B", 99_900) else {
                throw UnexpectedResult()
            }
            #expect(!late.isRepetition)
            #expect(late.amountAuthorized == (try usd(99_900)))
            #expect(await fixture.acquirer.asked.count == 2)
        }
    }

    @Test("a capture of another hold of the card, or of another amount, is not the one of its name")
    func otherCapture() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let holds = [try await client.pay(card()).number, try await client.pay(card()).number]
            func capture(_ hold: Int, _ cents: Int64) async throws -> PaymentResult {
                let number = try #require(holds[hold])
                return try await client.send(
                    .capture(
                        CaptureCommand(
                            reference: .number(number), amount: try usd(cents), isFinal: false)),
                    rule: "capture/1", content: ["\(number)", "\(cents)"])
            }
            guard case .recorded(let first) = try await capture(0, 300) else {
                throw UnexpectedResult()
            }
            for (hold, cents) in [(1, 300), (0, 400), (0, 5000)] {
                await #expect(throws: PaymentRefusal.idempotencyConflict) {
                    try await capture(hold, Int64(cents))
                }
            }
            guard case .recorded(let again) = try await capture(0, 300) else {
                throw UnexpectedResult()
            }
            #expect(again.isRepetition && again.number == first.number)
            #expect(try fixture.number("SELECT sum(captured) FROM payments") == 300)
        }
    }
}
