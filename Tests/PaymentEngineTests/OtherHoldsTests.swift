import AppleSimulator
import PaymentDomain
import PaymentEngine
import Testing

@Suite("An order with two holds of one card", .timeLimit(.minutes(5)))
struct OtherHoldsTests {
    @Test("after the final debit no older authorization takes one, and it is released")
    func lastDebit() async throws {
        try await withEngine { (fixture) async throws in
            let holds = try await fixture.twoHolds()
            #expect(try await fixture.capture(1000, final: true).refusal == nil)
            await expectRefusal("in-flight") { try await fixture.capture(1000, final: true) }
            #expect(try await fixture.remaining(holds) == [0, 0])
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).told == 1)
            await expectRefusal("depleted") { try await fixture.capture(1000, final: true) }
            await expectRefusal("depleted") { try await fixture.capture(1) }
            #expect(await fixture.acquirer.told.map(\.kind) == [.capture, .release])
            #expect(try await fixture.confirmFunds(1000, renews: true).availability == .unavailable)
        }
    }

    @Test("an older hold takes debits after one that was not the last")
    func notLast() async throws {
        try await withEngine { (fixture) async throws in
            let holds = try await fixture.twoHolds()
            for _ in holds { #expect(try await fixture.capture(1000).refusal == nil) }
            #expect(try await fixture.remaining(holds) == [0, 0])
            #expect(await fixture.acquirer.told.map(\.kind) == [.capture, .capture])
        }
    }

    @Test(
        "the older hold waits for the acquirer's answer to the last debit, and what comes of it",
        arguments: [true, false])
    func late(isRefused: Bool) async throws {
        try await withEngine { (fixture) async throws in
            let holds = try await fixture.twoHolds()
            await fixture.acquirer.replies { _ in .unanswered }
            #expect(try await fixture.capture(1000, final: true).isAnswered == false)
            _ = try await fixture.authorize(amount: 50)
            await expectRefusal("in-flight") { try await fixture.capture(1000) }
            await fixture.acquirer.replies { _ in
                isRefused ? .refused(.doNotHonor) : .acknowledged(nil)
            }
            fixture.clock.advance(seconds: 60)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).answered == 1)
            #expect(try await fixture.remaining(holds) == (isRefused ? [1000, 1000] : [0, 0]))
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            guard isRefused else {
                #expect(await fixture.worker.runOnce(at: fixture.clock.now).told == 1)
                await expectRefusal("depleted") { try await fixture.capture(1000) }
                return
            }
            for _ in holds { #expect(try await fixture.capture(1000).refusal == nil) }
        }
    }

    @Test("an older hold that the acquirer does not release takes no debit either")
    func notReleased() async throws {
        try await withEngine { (fixture) async throws in
            let holds = try await fixture.twoHolds()
            await fixture.acquirer.replies {
                $0.kind == .release ? .refused(.doNotHonor) : .acknowledged(nil)
            }
            #expect(try await fixture.capture(1000, final: true).refusal == nil)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).refused.count == 1)
            #expect(try await fixture.remaining(holds) == [0, 1000])
            fixture.clock.advance(seconds: 1)
            _ = try await fixture.authorize(amount: 50)
            await expectRefusal("depleted") { try await fixture.capture(1000, final: true) }
            #expect(try await fixture.capture(50, final: true).refusal == nil)
        }
    }

    @Test("the last debit of an older hold leaves a newer one that is for less")
    func lastOfOlder() async throws {
        try await withEngine { (fixture) async throws in
            let holds = try await fixture.twoHolds(400)
            #expect(try await fixture.capture(1000, final: true).refusal == nil)
            #expect(try await fixture.remaining(holds) == [400, 0])
            #expect(try await fixture.capture(400, final: true).refusal == nil)
        }
    }

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

    @Test("a renewed hold that was debited in part keeps no older one from debits")
    func renewed() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.twoHolds()
            #expect(try await fixture.capture(400).refusal == nil)
            fixture.clock.advance(seconds: Limits.authorizationLifetimeSeconds)
            #expect(try await fixture.confirmFunds(1000, renews: true).renewalAttempted)
            #expect(try await fixture.capture(600).refusal == nil)
            #expect(try await fixture.capture(1000).refusal == nil)
        }
    }

    @Test("an authorization after the last debit is debited like any other")
    func after() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.twoHolds()
            #expect(try await fixture.capture(1000, final: true).refusal == nil)
            fixture.clock.advance(seconds: 1)
            _ = try await fixture.authorize()
            #expect(try await fixture.capture(1000, final: true).refusal == nil)
        }
    }

    @Test("a cancel of the whole order releases both, the second by the worker")
    func all() async throws {
        try await withEngine { (fixture) async throws in
            let holds = try await fixture.twoHolds()
            let first = try await fixture.release(nil, key: "a")
            #expect(first.refusal == nil)
            #expect(first.amount == (try usd(1000)))
            #expect(try await fixture.remaining(holds) == [0, 0])
            #expect(await fixture.acquirer.told(.release).count == 1)
            fixture.clock.advance(seconds: 1)
            let newest = try await fixture.authorize()
            #expect(try await fixture.release(nil, key: "a").operationID == first.operationID)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).told == 1)
            #expect(try await fixture.remaining([newest.paymentID] + holds) == [1000, 0, 0])
            #expect(await fixture.acquirer.told(.release).count == 2)
            #expect(try await fixture.store.audit().breaches == [])
        }
    }

    @Test("if the release of the newest is refused, that one stays, and the reply says so")
    func refusedRelease() async throws {
        try await withEngine { (fixture) async throws in
            let holds = try await fixture.twoHolds(400)
            await fixture.acquirer.replies { _ in .refused(.doNotHonor) }
            #expect(try await fixture.release(nil).refusal == .doNotHonor)
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).told == 1)
            #expect(try await fixture.remaining(holds) == [400, 0])
            #expect(try await fixture.release(nil).amount == (try usd(400)))
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

    @Test("a cancel of the order while the other's release is at the acquirer must be repeated")
    func refusedAfter() async throws {
        try await withEngine { (fixture) async throws in
            let holds = try await fixture.twoHolds(400)
            #expect(try await fixture.capture(400, final: true).refusal == nil)
            await expectRefusal("in-flight") { try await fixture.release(nil, key: "a") }
            await fixture.acquirer.replies { _ in .refused(.doNotHonor) }
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).refused.count == 1)
            #expect(try await fixture.remaining(holds) == [0, 1000])
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            #expect(try await fixture.release(nil, key: "a").amount == (try usd(1000)))
            #expect(try await fixture.remaining(holds) == [0, 0])
        }
    }

    @Test("the last debit bars the older hold, whatever of the order is renewed after it")
    func renewedLater() async throws {
        try await withEngine { (fixture) async throws in
            let holds = try await fixture.twoHolds()
            await fixture.acquirer.replies {
                $0.kind == .release ? .refused(.doNotHonor) : .acknowledged(nil)
            }
            #expect(try await fixture.capture(600, final: true).refusal == nil)
            _ = await fixture.worker.runOnce(at: fixture.clock.now)
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            fixture.clock.advance(seconds: 1)
            _ = try await fixture.authorize(amount: 50)
            fixture.clock.advance(seconds: Limits.authorizationLifetimeSeconds)
            #expect(try await fixture.confirmFunds(50, renews: true).renewalAttempted)
            await expectRefusal("depleted") { try await fixture.capture(600, final: true) }
            #expect(try await fixture.remaining(holds).last == 1000)
        }
    }

    @Test("an older hold that the last debit bars from debits is not said to be there")
    func barred() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.twoHolds()
            await fixture.acquirer.replies { _ in .unanswered }
            #expect(try await fixture.capture(1000, final: true).isAnswered == false)
            fixture.clock.advance(seconds: 1)
            _ = try await fixture.authorize(amount: 50)
            await expectRefusal("in-flight") { try await fixture.confirmFunds(1000, renews: true) }
            await fixture.acquirer.replies {
                $0.kind == .release ? .refused(.doNotHonor) : .acknowledged(nil)
            }
            fixture.clock.advance(seconds: 60)
            for _ in 0..<2 { _ = await fixture.worker.runOnce(at: fixture.clock.now) }
            #expect(try await fixture.confirmFunds(1000, renews: true).availability == .unavailable)
            #expect(try await fixture.confirmFunds(50, renews: true).availability == .available)
        }
    }

    @Test("a refused release of the other authorization is reported to the operator")
    func refusedOther() async throws {
        try await withEngine { (fixture) async throws in
            let holds = try await fixture.twoHolds(400)
            await fixture.acquirer.replies {
                $0.amount.minorUnits == 1000 ? .refused(.doNotHonor) : .acknowledged(nil)
            }
            #expect(try await fixture.release(nil).refusal == nil)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).refused.count == 1)
            #expect(try await fixture.remaining(holds) == [0, 1000])
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
