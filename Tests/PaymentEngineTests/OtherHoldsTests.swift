import AppleSimulator
import PaymentDomain
import PaymentEngine
import Testing

@Suite("An order with two holds of one card", .timeLimit(.minutes(5)))
struct OtherHoldsTests {

    @Test("the last debit leaves a hold in another currency")
    func otherCurrency() async throws {
        try await withEngine { (fixture) async throws in
            let card = KeyedCard(
                pan: try TestCard.visa.pan(), expiry: CardExpiry(year: 2030, month: 12))
            let euros = try Money(minorUnits: 900, currency: try #require(Currency(code: "EUR")))
            for amount in [euros, try usd(1000)] {
                let command = AuthorizeCommand(
                    source: .keyed(card), orderReference: "order", amount: amount)
                _ = try await fixture.send(.authorize(command))
                fixture.clock.advance(seconds: 1)
            }
            #expect(try await fixture.capture(1000, final: true).refusal == nil)
            let command = CaptureCommand(
                reference: .order("order", card: nil), amount: euros, isFinal: true)
            guard case .recorded(let done) = try await fixture.send(.capture(command)) else {
                throw UnexpectedResult()
            }
            #expect(done.refusal == nil)
        }
    }

    @Test("all is released at once or nothing, and a repetition releases nothing newer")
    func repetition() async throws {
        let faults = StoreFaults()
        try await withEngine(faults: faults) { (fixture) async throws in
            let holds = try await fixture.twoHolds()
            faults.set(.refused, on: .change)
            await expectRefusal("store-unavailable") { try await fixture.release(nil, key: "a") }
            #expect(try await fixture.remaining(holds) == [1000, 1000])
            faults.set(nil, on: .change)
            #expect(try await fixture.release(nil, key: "a").refusal == nil)
            fixture.clock.advance(seconds: 1)
            let newest = try await fixture.authorize()
            #expect(try await fixture.release(nil, key: "a").refusal == nil)
            #expect(try await fixture.remaining([newest.paymentID] + holds) == [1000, 0, 0])
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).told == 1)
        }
    }

    @Test("the last debit waits for an authorization of the order, older or newer, and for debits")
    func inWork() async throws {
        let faults = StoreFaults()
        try await withEngine(faults: faults) { (fixture) async throws in
            for isOlder in [true, false] {
                let order = "older: \(isOlder)"
                if !isOlder { _ = try await fixture.authorize(order: order) }
                faults.set(.refused, on: .finish)
                await expectRefusal("outcome-not-stored") {
                    try await fixture.authorize(order: order)
                }
                faults.set(nil, on: .finish)
                if isOlder { _ = try await fixture.authorize(order: order) }
                await expectRefusal("in-flight") {
                    try await fixture.capture(1000, final: true, order: order)
                }
                #expect(try await fixture.capture(400, order: order).refusal == nil)
            }
            _ = try await fixture.twoHolds(500)
            await fixture.acquirer.replies { _ in .unanswered }
            #expect(try await fixture.capture(600).isAnswered == false)
            await expectRefusal("in-flight") { try await fixture.capture(500, final: true) }
            #expect(try await fixture.capture(400).isAnswered == false)
        }
    }

    @Test("a debit that comes before the cancel bars it until the acquirer has answered")
    func debitMeanwhile() async throws {
        let faults = StoreFaults()
        try await withEngine(faults: faults) { (fixture) async throws in
            let holds = try await fixture.twoHolds(400)
            faults.before(.change) {
                await fixture.acquirer.replies { _ in .unanswered }
                // What it throws is seen by what is left.
                _ = try? await fixture.capture(800)
            }
            for _ in 0..<2 {
                await expectRefusal("in-flight") { try await fixture.release(nil, key: "a") }
            }
            #expect(try await fixture.remaining(holds) == [400, 200])
            await fixture.acquirer.replies {
                $0.kind == .capture ? .refused(.doNotHonor) : .acknowledged(nil)
            }
            fixture.clock.advance(seconds: 60)
            _ = await fixture.worker.runOnce(at: fixture.clock.now)
            #expect(try await fixture.release(nil, key: "a").amount == (try usd(400)))
            _ = await fixture.worker.runOnce(at: fixture.clock.now)
            #expect(try await fixture.remaining(holds) == [0, 0])
            let told = await fixture.acquirer.told(.release).map(\.amount.minorUnits)
            #expect(told == [400, 1000])
        }
    }
}

extension EngineFixture {
    /// - Parameter cents: What the newer one is for.
    /// - Returns: The newer one first.
    func twoHolds(_ cents: Int64 = 1000) async throws -> [PaymentID] {
        let older = try await authorize()
        clock.advance(seconds: 1)
        let newer = try await authorize(amount: cents)
        return [newer.paymentID, older.paymentID]
    }

    func remaining(_ holds: [PaymentID]) async throws -> [Int64] {
        var found: [Int64] = []
        for id in holds {
            let payments = try await store.payments(.payment(id), of: Self.shop)
            found.append(try #require(payments.first).amounts.remaining)
        }
        return found
    }
}
