import PaymentDomain
import PaymentEngine
import Testing

@Suite("Inquiries by order, and what was settled", .timeLimit(.minutes(5)))
struct SettledBatchTests {
    @Test("an order finds all that began a payment of it, newest first, and no one else's")
    func byOrder() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            var numbers: [TransactionNumber] = []
            for index in 0..<EngineLimits.transactionsPerInquiry + 2 {
                numbers.append(try await client.pay(sale: index == 3, order: "a"))
                fixture.clock.advance(seconds: 1)
            }
            _ = try await client.pay(order: "b")
            try await client.refund(numbers[3], 100, settled: false, order: "a")
            var command = InquireCommand(clientName: nil, number: nil)
            command.orderReference = "a"
            let found = try await client.found(command)
            #expect(found.map(\.number) == numbers.reversed().dropLast(2))
            command.kinds = [.sale]
            #expect(try await client.found(command).map(\.number) == [numbers[3]])
            let stranger = LifelongClient(fixture: fixture, merchant: EngineFixture.otherShop)
            #expect(try await stranger.found(command).isEmpty)
        }
    }

    @Test("an inquiry reports the payment, its card and its batch, at each step of its life")
    func life() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let number = try await client.pay()
            var found = try await client.found(number)
            #expect(found.payment?.state == .authorized)
            #expect(found.payment?.lastFour == "3478")
            #expect(found.payment?.expiry == CardExpiry(year: 2030, month: 12))
            #expect(found.payment?.isWallet == false)
            #expect(found.batch == nil)
            #expect(found.payment?.capturedAt == nil)
            fixture.clock.advance(seconds: 5)
            try await client.capture(number, 400)
            found = try await client.found(number)
            #expect(found.batch == FoundBatch(number: nil, closedAt: nil))
            #expect(found.payment?.capturedAt == fixture.clock.now)
            #expect(found.payment?.isSettled == false)
            let closedAt = fixture.clock.now
            _ = try await fixture.store.closeBatch(at: closedAt)
            found = try await client.found(number)
            #expect(found.batch == FoundBatch(number: 1, closedAt: closedAt))
            #expect(found.payment?.isSettled == true)
            await fixture.acquirer.answers { _ in .declined(.doNotHonor, AcquirerChecks()) }
            found = try await client.found(try await client.pay())
            #expect(found.payment?.declineReason == .doNotHonor)
        }
    }

    @Test("a batch lists captures by their payment's number, refunds and credits by their own")
    func entries() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let first = try await client.pay()
            try await client.capture(first, 400)
            try await client.capture(first, 100, adds: true)
            let sale = try await client.pay(sale: true)
            let refund = try await client.refund(sale, 300, settled: false, order: "back").number
            let credit = try await client.credit(50)
            let taken = try await client.pay(sale: true)
            try await client.cancel(taken)
            // What has no number is left out; a stranger's is not told.
            _ = try await fixture.authorize(order: "unnumbered")
            _ = try await fixture.capture(1000, order: "unnumbered")
            let stranger = LifelongClient(fixture: fixture, merchant: EngineFixture.otherShop)
            _ = try await stranger.pay(sale: true)
            _ = try await fixture.store.closeBatch(at: fixture.clock.now)
            let batch = try #require(try await client.batches(1).first)
            #expect(batch.closedAt == fixture.clock.now)
            let entries = batch.entries.map { "\($0.number) \($0.kind) \($0.amount.minorUnits)" }
            #expect(
                Set(entries) == [
                    "\(first) capture 400", "\(first) capture 100", "\(sale) capture 1000",
                    "\(try #require(refund)) refund 300", "\(credit) credit 50",
                ])
            #expect(batch.entries.count == 5)
            #expect(batch.entries.allSatisfy { $0.network == .visa })
            let orders = batch.entries.filter { $0.number == first || $0.kind == .refund }
            #expect(orders.map(\.orderReference) == ["order", "order", "back"])
        }
    }

    @Test("a list of numbers of one form leaves out another protocol's, and batches of these alone")
    func ofOneForm() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let other = NumberedClient(fixture: fixture)
            let ours = try await client.pay(sale: true)
            for _ in 0..<2 {
                _ = try await other.pay(.applePay(.fields(try fixture.token().fields)), sale: true)
                _ = try await fixture.store.closeBatch(at: fixture.clock.now)
            }
            var command = ListBatchesCommand(
                .closed(from: fixture.clock.now, to: fixture.clock.now.adding(seconds: 1)))
            command.numbers = TransactionNumber.fourteenDigits
            guard case .batches(let batches) = try await client.send(.listBatches(command)) else {
                throw UnexpectedResult()
            }
            #expect(batches.map(\.number) == [1])
            #expect(batches.first?.entries.map(\.number) == [ours])
            #expect(try await client.batches(nil).map(\.entries.count) == [2, 1])
        }
    }

    @Test("batches are found by number, or by the time of their closing, oldest first")
    func times() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let start = fixture.clock.now
            for _ in 0..<3 {
                _ = try await client.pay(sale: true)
                _ = try await fixture.store.closeBatch(at: fixture.clock.now)
                // A day without business: a batch that is none to this merchant.
                _ = try await fixture.store.closeBatch(at: fixture.clock.now)
                fixture.clock.advance(seconds: 100)
            }
            func numbers(_ from: Int64, _ seconds: Int64) async throws -> [Int64] {
                try await client.batches(nil, from: start.adding(seconds: from), seconds: seconds)
                    .map(\.number)
            }
            #expect(try await numbers(0, 300) == [1, 3, 5])
            #expect(try await numbers(0, 100) == [1])
            #expect(try await numbers(100, 101) == [3, 5])
            #expect(try await numbers(1, 99) == [])
            #expect(try await client.batches(3, seconds: 0).map(\.number) == [3])
            #expect(try await client.batches(2).isEmpty)
            #expect(try await client.batches(9).isEmpty)
        }
    }
}
