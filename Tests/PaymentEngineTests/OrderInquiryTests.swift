import PaymentDomain
import PaymentEngine
import Testing

@Suite("An order that was tried often", .timeLimit(.minutes(5)))
struct OrderInquiryTests {
    private func found(
        _ client: LifelongClient, upTo limit: Int? = nil
    ) async throws -> [TransactionNumber] {
        var inquiry = InquireCommand(clientName: nil, number: nil)
        inquiry.orderReference = "order"
        inquiry.limit = limit
        return try await client.found(inquiry).map(\.number)
    }

    /// More tries than an inquiry finds unless it asks for more.
    private func decline(_ client: LifelongClient) async throws {
        await client.fixture.acquirer.answers { _ in .declined(.doNotHonor, AcquirerChecks()) }
        for _ in 0...EngineLimits.transactionsPerInquiry {
            client.fixture.clock.advance(milliseconds: 10)
            _ = try await client.pay()
        }
    }

    @Test("shows an authorization behind its declined tries to a client that asks for as many")
    func hold() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let hold = try await client.pay()
            try await decline(client)
            let all = try await found(client, upTo: 100)
            #expect(all.count == EngineLimits.transactionsPerInquiry + 2 && all.last == hold)
            let usual = try await found(client)
            #expect(!usual.contains(hold))
        }
    }

    @Test("shows the newest of payments and refunds together if there are more")
    func newest() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            var sales: [TransactionNumber] = []
            for _ in 0..<EngineLimits.transactionsPerInquiry {
                fixture.clock.advance(milliseconds: 10)
                sales.append(try await client.pay(sale: true))
            }
            fixture.clock.advance(milliseconds: 10)
            let refund = try await client.refund(
                sales[0], 400, settled: false, order: "order", named: "order")
            let newest = try #require(refund.number)
            #expect(try await found(client) == [newest] + Array(sales.dropFirst().reversed()))
        }
    }

    @Test("shows what was begun within a millisecond in the order of its beginning")
    func atOnce() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            var begun: [TransactionNumber] = []
            for _ in 0..<6 { begun.append(try await client.pay()) }
            #expect(try await found(client) == begun.reversed())
            #expect(try await found(client, upTo: 3) == begun.suffix(3).reversed())
        }
    }

    @Test("has its credit taken back by its name, however many tries were declined since")
    func credit() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let credit = try await client.credit(500, order: "order")
            try await decline(client)
            let cancel = CancelCommand(reference: .order("order", card: nil))
            guard case .recorded(let result) = try await client.send(.cancel(cancel)) else {
                throw UnexpectedResult()
            }
            #expect(result.number == credit)
            #expect(try await client.found(credit).isReversed)
        }
    }
}
