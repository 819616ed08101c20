import PaymentDomain
import PaymentEngine
import Testing

@Suite("A cancellation by the name of an order", .timeLimit(.minutes(5)))
struct CancelByOrderTests {
    private func cancel(
        _ client: LifelongClient, _ cents: Int64? = nil, order: String = "order",
        rule: String? = nil
    ) async throws -> RecordedResult {
        let command = CancelCommand(
            reference: .order(order, card: nil), amount: try cents.map(usd))
        let result = try await client.send(.cancel(command), rule: rule)
        guard case .recorded(let result) = result else {
            throw UnexpectedResult()
        }
        return result
    }

    @Test(
        "finds the try that holds money, whatever later ones came to",
        arguments: [AcquirerAnswer.unknown, .notSent, .declined(.doNotHonor, AcquirerChecks())])
    func laterTries(_ outcome: AcquirerAnswer) async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let sale = try await client.pay(sale: true)
            await fixture.acquirer.answers { _ in outcome }
            fixture.clock.advance(seconds: 1)
            _ = try await client.pay()
            let result = try await cancel(client)
            #expect(try await client.found(sale).payment?.state == .released)
            #expect(result.number == sale)
        }
    }

    @Test("that is repeated takes back no second payment of the order")
    func repetition() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let first = try await client.pay()
            fixture.clock.advance(seconds: 1)
            let second = try await client.pay()
            #expect(try await cancel(client).number == second)
            await expectRefusal("depleted") { try await cancel(client) }
            #expect(try await client.found(first).payment?.state == .authorized)
        }
    }

    @Test(
        "of a part is one cancellation within the time of its rule, for each payment",
        arguments: [100, 600, 1000])
    func parts(cents: Int64) async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let first = try await client.pay()
            for _ in 0..<3 {
                let result = try await cancel(client, cents, rule: "part")
                #expect(result.number == first && result.amount.minorUnits == cents)
                #expect(result.payment?.amounts.released == cents)
            }
            fixture.clock.advance(seconds: 1)
            let second = try await client.pay()
            let other = try await cancel(client, cents, rule: "part")
            #expect(other.number == second)
            #expect(other.payment?.amounts.released == cents)
            #expect(await fixture.acquirer.told(.release).count == 2)
            fixture.clock.advance(seconds: LifelongClient.ruleSeconds + 1)
            if cents == 100 {
                let later = try await cancel(client, cents, rule: "part")
                #expect(later.payment?.amounts.released == 200)
            } else {
                let code = cents == 600 ? "amount-exceeded" : "depleted"
                await expectRefusal(code) { try await cancel(client, cents, rule: "part") }
            }
        }
    }

    @Test("of several within a second finds the newest, and so does an inquiry")
    func withinASecond() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            var paid: [TransactionNumber] = []
            for _ in 0..<EngineLimits.transactionsPerInquiry {
                fixture.clock.advance(milliseconds: 10)
                paid.append(try await client.pay())
            }
            var inquiry = InquireCommand(clientName: nil, number: nil)
            inquiry.orderReference = "order"
            let found = try await client.found(inquiry)
            #expect(found.map(\.number) == paid.reversed())
            #expect(try await cancel(client).number == paid.last)
        }
    }

    @Test("takes back a credit, and when it is repeated no sale before that")
    func credit() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let sale = try await client.pay(sale: true)
            fixture.clock.advance(seconds: 1)
            let credit = try await client.credit(500, order: "order")
            #expect(try await cancel(client).number == credit)
            #expect(try await client.found(credit).isReversed)
            await expectRefusal("depleted") { try await cancel(client) }
            #expect(try await client.found(sale).payment?.amounts.captured == 1000)
            #expect(await fixture.acquirer.told.map(\.kind) == [.capture, .refundVoid])
        }
    }

    @Test("of an amount takes back each credit of the order, and each refund that has its name")
    func ruledOperations() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            for _ in 0..<2 {
                fixture.clock.advance(seconds: 1)
                let credit = try await client.credit(500, order: "order")
                #expect(try await cancel(client, 500, rule: "part").number == credit)
                #expect(try await client.found(credit).isReversed)
                await expectRefusal("depleted") { try await cancel(client, 500, rule: "part") }
            }
            for order in ["first", "second"] {
                let sale = try await client.pay(sale: true, order: order)
                fixture.clock.advance(seconds: 1)
                try await client.refund(sale, 400, settled: false, order: "back", named: "back")
                let taken = try await cancel(client, 400, order: "back", rule: "part")
                #expect(try await client.found(try #require(taken.number)).isReversed)
                #expect(try await client.found(sale).payment?.amounts.refunded == 0)
            }
        }
    }

    @Test("comes too late for a credit that is settled")
    func settledCredit() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            _ = try await client.credit(500, order: "order")
            _ = try await fixture.store.closeBatch(at: fixture.clock.now)
            await expectRefusal("already-settled") { try await cancel(client) }
        }
    }

    @Test("looks past a check of the card, which holds nothing")
    func check() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let hold = try await client.pay()
            fixture.clock.advance(seconds: 1)
            _ = try await client.check(order: "order")
            #expect(try await cancel(client).number == hold)
            #expect(try await client.found(hold).payment?.state == .released)
            await expectRefusal("depleted") { try await cancel(client) }
        }
    }

    @Test("voids the newest refund of that name once, if no payment has the name")
    func refund() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let sale = try await client.pay(sale: true)
            for cents: Int64 in [100, 200] {
                fixture.clock.advance(seconds: 1)
                try await client.refund(
                    sale, cents, settled: false, order: "back", named: "back")
            }
            let taken = try await cancel(client, order: "back")
            #expect(taken.amount.minorUnits == 200)
            #expect(try await client.found(try #require(taken.number)).isReversed)
            await expectRefusal("depleted") { try await cancel(client, order: "back") }
            #expect(try await client.found(sale).payment?.amounts.refunded == 100)
            await expectRefusal("payment-not-found") { try await cancel(client, order: "other") }
            // A try of that name that came to nothing does not hide it.
            await fixture.acquirer.answers { _ in .declined(.doNotHonor, AcquirerChecks()) }
            _ = try await client.pay(order: "later")
            let refund = try await client.refund(
                sale, 50, settled: false, order: "later", named: "later")
            #expect(try await cancel(client, order: "later").number == refund.number)
            _ = try await client.pay(order: "declined")
            await expectRefusal("wrong-state") { try await cancel(client, order: "declined") }
        }
    }
}
