import PaymentDomain
import PaymentEngine
import Testing

@Suite("Refunds of settled captures", .timeLimit(.minutes(5)))
struct SettledRefundTests {

    @Test("under an order of its own a refund is made once, however often it is sent")
    func ownOrder() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let number = try await client.pay(sale: true)
            _ = try await fixture.store.closeBatch(at: fixture.clock.now)
            for (order, count) in [("back", 1), ("order", 2)] {
                var command = RefundCommand(reference: .begunBy(number), amount: try usd(100))
                command.requiresSettlement = true
                command.orderReference = order
                command.isNamedByItsOrder = true
                var numbers: Set<TransactionNumber?> = []
                for _ in 0..<2 {
                    let result = try await client.send(
                        .refund(command), numbered: true, named: order, rule: "refund/\(order)")
                    guard case .recorded(let refund) = result else { throw UnexpectedResult() }
                    numbers.insert(refund.number)
                }
                #expect(numbers.count == count && !numbers.contains(nil))
            }
            #expect(try await client.found(number).payment?.amounts.refunded == 300)
        }
    }

    @Test("of two captures the settled one may be refunded, and the other not yet")
    func partlySettled() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let number = try await client.pay()
            try await client.capture(number, 400)
            _ = try await fixture.store.closeBatch(at: fixture.clock.now)
            try await client.capture(number, 300, adds: true)
            await expectRefusal("not-settled") { try await client.refund(number, 401) }
            await expectRefusal("amount-exceeded") { try await client.refund(number, 701) }
            let done = await successes(of: 64) { _ in try await client.refund(number, 100) }
            #expect(done == 4)
            #expect(try await fixture.payment().amounts.refunded == 400)
        }
    }

    @Test("a payment from before a time is too old to be refunded")
    func tooOld() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let number = try await client.pay(sale: true)
            _ = try await fixture.store.closeBatch(at: fixture.clock.now)
            let paidAt = fixture.clock.now
            fixture.clock.advance(seconds: 86_400)
            await expectRefusal("too-old") {
                try await client.refund(number, 1, notBefore: paidAt.adding(seconds: 1))
            }
            #expect(try await client.refund(number, 1, notBefore: paidAt).refusal == nil)
        }
    }

    @Test("a refund that bears its order's name is found by it, newest first, and by no one else")
    func foundByOrder() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let number = try await client.pay(sale: true)
            var refunds: [TransactionNumber] = []
            for _ in 0..<2 {
                fixture.clock.advance(seconds: 1)
                let result = try await client.refund(
                    number, 300, settled: false, order: "return", named: "return")
                refunds.append(try #require(result.number))
            }
            var command = InquireCommand(clientName: nil, number: nil, kinds: [.sale, .refund])
            command.orderReference = "return"
            let found = try await client.found(command)
            #expect(found.map(\.number) == refunds.reversed())
            #expect(found.allSatisfy { $0.originalNumber == number })
            let stranger = LifelongClient(fixture: fixture, merchant: EngineFixture.otherShop)
            #expect(try await stranger.found(command).isEmpty)
            command.orderReference = "order"
            #expect(try await client.found(command).map(\.number) == [number])
            let same = try await client.refund(
                number, 100, settled: false, order: "order", named: "order")
            let both = [try #require(same.number), number]
            #expect(try await client.found(command).map(\.number) == both)
            for _ in 0..<EngineLimits.transactionsPerInquiry {
                fixture.clock.advance(seconds: 1)
                try await client.refund(number, 1, settled: false, order: "order", named: "order")
            }
            #expect(try await client.found(command).count == EngineLimits.transactionsPerInquiry)
            command.limit = 100
            let many = try await client.found(command)
            #expect(many.count == EngineLimits.transactionsPerInquiry + 2)
            #expect(many.last?.number == number)
        }
    }

    @Test("a refund has its own order, number and batch, and says which payment it is of")
    func found() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let number = try await client.pay(sale: true)
            _ = try await fixture.store.closeBatch(at: fixture.clock.now)
            let result = try await client.refund(number, 300, order: "return")
            #expect(result.orderReference == "return")
            let own = try #require(result.number)
            var found = try await client.found(own)
            #expect(found.orderReference == "return")
            #expect(found.kind == .refund)
            #expect(found.originalNumber == number)
            #expect(found.batch == FoundBatch(number: nil, closedAt: nil))
            #expect(found.payment?.isSettled == true)
            _ = try await fixture.store.closeBatch(at: fixture.clock.now)
            found = try await client.found(own)
            #expect(found.batch == FoundBatch(number: 2, closedAt: fixture.clock.now))
            let paid = try await client.found(number)
            #expect(paid.batch?.number == 1)
            #expect(paid.originalNumber == nil)
        }
    }
}
