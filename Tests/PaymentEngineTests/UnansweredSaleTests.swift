import PaymentDomain
import Testing

@testable import PaymentEngine

@Suite(
    "A sale whose request ended before its client heard anything", .timeLimit(.minutes(5)))
struct UnansweredSaleTests {
    /// The server dies as the acquirer refuses the capture of a sale; another one opens its books.
    private func cutOff(
        _ fixture: EngineFixture, _ pay: () async throws -> some Any
    ) async throws -> EngineFixture {
        await fixture.acquirer.replies { _ in
            #expect(throws: Never.self) { try fixture.store.close() }
            return .refused(.invalidAmount)
        }
        await expectRefusal("outcome-not-stored") { try await pay() }
        let next = try await EngineFixture(
            folder: fixture.folder, clock: fixture.clock, acquirer: fixture.acquirer)
        _ = try await next.worker.recoverAfterRestart(at: next.clock.now)
        return next
    }

    /// The worker hears the refusal, and then gives the hold up.
    private func refuse(_ fixture: EngineFixture) async throws {
        await fixture.acquirer.replies {
            $0.kind == .capture ? .refused(.invalidAmount) : .acknowledged(nil)
        }
        fixture.clock.advance(seconds: 60)
        let round = await fixture.worker.runOnce(at: fixture.clock.now)
        #expect(round.answered == 1 && round.refused.isEmpty)
        #expect(try await fixture.payment().isClosed)
        await expectRefusal("depleted") { try await fixture.capture(1000) }
        _ = await fixture.worker.runOnce(at: fixture.clock.now)
        #expect(try await fixture.payment().state == .released)
    }

    @Test("is in progress until the acquirer has answered, and declined if it refuses the capture")
    func refused() async throws {
        try await withEngine { (fixture) async throws in
            let source = PaymentSource.applePay(.fields(try fixture.token().fields))
            let next = try await cutOff(fixture) {
                try await NumberedClient(fixture: fixture).pay(source, sale: true, rule: "sale/1")
            }
            let client = NumberedClient(fixture: next)
            var inquiry = InquireCommand(clientName: nil, number: nil)
            inquiry.orderReference = "order"
            await next.acquirer.replies { _ in .unanswered }
            for _ in 1...2 {
                #expect(await next.worker.runOnce(at: next.clock.now).told == 1)
                await expectRefusal("in-flight") {
                    try await client.pay(source, sale: true, rule: "sale/1")
                }
                let found = try await LifelongClient(fixture: next).found(inquiry)
                #expect(found.map(\.standing) == [.inProgress])
                next.clock.advance(seconds: 60)
            }
            try await refuse(next)
            await #expect(throws: PaymentRefusal.token(.spentWithoutPayment)) {
                try await client.pay(source, sale: true, rule: "sale/1")
            }
            let found = try await LifelongClient(fixture: next).found(inquiry)
            #expect(found.map(\.standing) == [.refused(.invalidAmount)])
            try next.store.close()
        }
    }

    @Test("is declined when it is repeated under its idempotency key")
    func repeated() async throws {
        try await withEngine { (fixture) async throws in
            let card = KeyedCard(
                pan: try PAN(digits: "4111111111111111"),
                expiry: CardExpiry(year: 2030, month: 12))
            var command = AuthorizeCommand(
                source: .keyed(card), orderReference: "order", amount: try usd(1000))
            command.capturesAtOnce = true
            let sale = PaymentCommand.authorize(command)
            let next = try await cutOff(fixture) {
                try await LifelongClient(fixture: fixture).send(sale, numbered: true, key: "k")
            }
            let client = LifelongClient(fixture: next)
            await expectRefusal("in-flight") {
                try await client.send(sale, numbered: true, key: "k")
            }
            try await refuse(next)
            guard
                case .authorization(let answer) = try await client.send(
                    sale, numbered: true, key: "k")
            else { throw UnexpectedResult() }
            #expect(answer.outcome == .declined(.invalidAmount))
            #expect(answer.amountAuthorized.isZero && answer.authorizationCode == nil)
            #expect(await next.acquirer.asked.count == 1)
            try next.store.close()
        }
    }

    /// What another server has heard of the capture while its own slept, and what the client is told then.
    struct Row: Sendable, CustomTestStringConvertible {
        let own: AdviceOutcome
        let others: AdviceOutcome
        let outcome: AuthorizationResult.Outcome?
        var testDescription: String { "\(own), \(others)" }

        init(
            _ own: AdviceOutcome, _ others: AdviceOutcome,
            _ outcome: AuthorizationResult.Outcome?
        ) {
            self.own = own
            self.others = others
            self.outcome = outcome
        }
    }

    static let rows = [
        Row(.unanswered, .refused(.invalidAmount), .declined(.invalidAmount)),
        Row(.refused(.invalidAmount), .refused(.invalidAmount), .declined(.invalidAmount)),
        Row(.unanswered, .acknowledged(nil), .approved),
        Row(.acknowledged(nil), .acknowledged(nil), .approved),
        Row(.acknowledged(nil), .unanswered, .approved), Row(.unanswered, .unanswered, nil),
        Row(.refused(.invalidAmount), .unanswered, nil),
    ]

    @Test("is reported by a late server as another one left it", arguments: rows)
    func slept(row: Row) async throws {
        try await withTwoEngines { (one, two) async throws in
            await two.acquirer.replies { $0.kind == .capture ? row.others : .acknowledged(nil) }
            await one.acquirer.replies { advice in
                guard advice.kind == .capture else { return .acknowledged(nil) }
                two.clock.advance(seconds: 60)
                _ = await two.worker.runOnce(at: two.clock.now)
                return row.own
            }
            let source = PaymentSource.applePay(.fields(try one.token().fields))
            let client = NumberedClient(fixture: one)
            if let outcome = row.outcome {
                let answer = try await client.pay(source, sale: true)
                #expect(answer.outcome == outcome)
                #expect(answer.amountAuthorized.isZero == (outcome != .approved))
            } else {
                await expectRefusal("outcome-not-stored") {
                    try await client.pay(source, sale: true)
                }
            }
            two.clock.advance(seconds: 60)
            _ = await two.worker.runOnce(at: two.clock.now)
            let payment = try await two.payment()
            #expect((payment.state == .released) == (row.others == .refused(.invalidAmount)))
            #expect((payment.amounts.captured == 1000) == (row.others == .acknowledged(nil)))
        }
    }
}
