import AppleSimulator
import PaymentDomain
import PaymentEngine
import Testing

@Suite("An order with two holds of one card", .timeLimit(.minutes(5)))
struct OtherHoldsTests {
    @Test("after the final debit no older authorization takes one, and it is released")
    func lastDebit() async throws {
        try await withWorld { (world) async throws in
            let holds = try await world.twoHolds()
            #expect(try await world.capture(1000, final: true).refusal == nil)
            await expectRefusal("in-flight") { try await world.capture(1000, final: true) }
            #expect(try await world.remaining(holds) == [0, 0])
            #expect(await world.worker.runOnce(at: world.clock.now).told == 1)
            await expectRefusal("depleted") { try await world.capture(1000, final: true) }
            await expectRefusal("depleted") { try await world.capture(1) }
            #expect(await world.acquirer.told.map(\.kind) == [.capture, .release])
            #expect(try await world.confirmFunds(1000, renews: true).availability == .unavailable)
        }
    }

    @Test("an older hold takes debits after one that was not the last")
    func notLast() async throws {
        try await withWorld { (world) async throws in
            let holds = try await world.twoHolds()
            for _ in holds { #expect(try await world.capture(1000).refusal == nil) }
            #expect(try await world.remaining(holds) == [0, 0])
            #expect(await world.acquirer.told.map(\.kind) == [.capture, .capture])
        }
    }

    @Test(
        "the older hold waits for the acquirer's answer to the last debit, and what comes of it",
        arguments: [true, false])
    func late(isRefused: Bool) async throws {
        try await withWorld { (world) async throws in
            let holds = try await world.twoHolds()
            await world.acquirer.replies { _ in .unanswered }
            #expect(try await world.capture(1000, final: true).isAnswered == false)
            _ = try await world.authorize(amount: 50)
            await expectRefusal("in-flight") { try await world.capture(1000) }
            await world.acquirer.replies { _ in
                isRefused ? .refused(.doNotHonor) : .acknowledged(nil)
            }
            world.clock.advance(seconds: 60)
            #expect(await world.worker.runOnce(at: world.clock.now).answered == 1)
            #expect(try await world.remaining(holds) == (isRefused ? [1000, 1000] : [0, 0]))
            await world.acquirer.replies { _ in .acknowledged(nil) }
            guard isRefused else {
                #expect(await world.worker.runOnce(at: world.clock.now).told == 1)
                await expectRefusal("depleted") { try await world.capture(1000) }
                return
            }
            for _ in holds { #expect(try await world.capture(1000).refusal == nil) }
        }
    }

    @Test("an older hold that the acquirer does not release takes no debit either")
    func notReleased() async throws {
        try await withWorld { (world) async throws in
            let holds = try await world.twoHolds()
            await world.acquirer.replies {
                $0.kind == .release ? .refused(.doNotHonor) : .acknowledged(nil)
            }
            #expect(try await world.capture(1000, final: true).refusal == nil)
            #expect(await world.worker.runOnce(at: world.clock.now).refused.count == 1)
            #expect(try await world.remaining(holds) == [0, 1000])
            world.clock.advance(seconds: 1)
            _ = try await world.authorize(amount: 50)
            await expectRefusal("depleted") { try await world.capture(1000, final: true) }
            #expect(try await world.capture(50, final: true).refusal == nil)
        }
    }

    @Test("the last debit of an older hold leaves a newer one that is for less")
    func lastOfOlder() async throws {
        try await withWorld { (world) async throws in
            let holds = try await world.twoHolds(400)
            #expect(try await world.capture(1000, final: true).refusal == nil)
            #expect(try await world.remaining(holds) == [400, 0])
            #expect(try await world.capture(400, final: true).refusal == nil)
        }
    }

    @Test("the last debit leaves a hold in another currency")
    func otherCurrency() async throws {
        try await withWorld { (world) async throws in
            let card = KeyedCard(
                pan: try TestCard.visa.pan(), expiry: CardExpiry(year: 2030, month: 12))
            let euros = try Money(minorUnits: 900, currency: try #require(Currency(code: "EUR")))
            for amount in [euros, try usd(1000)] {
                let command = AuthorizeCommand(
                    source: .keyed(card), orderReference: "order", amount: amount)
                _ = try await world.send(.authorize(command))
                world.clock.advance(seconds: 1)
            }
            #expect(try await world.capture(1000, final: true).refusal == nil)
            let command = CaptureCommand(
                reference: .order("order", card: nil), amount: euros, isFinal: true)
            guard case .recorded(let done) = try await world.send(.capture(command)) else {
                throw UnexpectedResult()
            }
            #expect(done.refusal == nil)
        }
    }

    @Test("a renewed hold that was debited in part keeps no older one from debits")
    func renewed() async throws {
        try await withWorld { (world) async throws in
            _ = try await world.twoHolds()
            #expect(try await world.capture(400).refusal == nil)
            world.clock.advance(seconds: Limits.authorizationLifetimeSeconds)
            #expect(try await world.confirmFunds(1000, renews: true).renewalAttempted)
            #expect(try await world.capture(600).refusal == nil)
            #expect(try await world.capture(1000).refusal == nil)
        }
    }

    @Test("an authorization after the last debit is debited like any other")
    func after() async throws {
        try await withWorld { (world) async throws in
            _ = try await world.twoHolds()
            #expect(try await world.capture(1000, final: true).refusal == nil)
            world.clock.advance(seconds: 1)
            _ = try await world.authorize()
            #expect(try await world.capture(1000, final: true).refusal == nil)
        }
    }

    @Test("a cancel of the whole order releases both, the second by the worker")
    func all() async throws {
        try await withWorld { (world) async throws in
            let holds = try await world.twoHolds()
            let first = try await world.release(nil, key: "a")
            #expect(first.refusal == nil)
            #expect(first.amount == (try usd(1000)))
            #expect(try await world.remaining(holds) == [0, 0])
            #expect(await world.acquirer.told(.release).count == 1)
            world.clock.advance(seconds: 1)
            let newest = try await world.authorize()
            #expect(try await world.release(nil, key: "a").operationID == first.operationID)
            #expect(await world.worker.runOnce(at: world.clock.now).told == 1)
            #expect(try await world.remaining([newest.paymentID] + holds) == [1000, 0, 0])
            #expect(await world.acquirer.told(.release).count == 2)
            #expect(try await world.store.audit().breaches == [])
        }
    }

    @Test("if the release of the newest is refused, that one stays, and the reply says so")
    func refusedRelease() async throws {
        try await withWorld { (world) async throws in
            let holds = try await world.twoHolds(400)
            await world.acquirer.replies { _ in .refused(.doNotHonor) }
            #expect(try await world.release(nil).refusal == .doNotHonor)
            await world.acquirer.replies { _ in .acknowledged(nil) }
            #expect(await world.worker.runOnce(at: world.clock.now).told == 1)
            #expect(try await world.remaining(holds) == [400, 0])
            #expect(try await world.release(nil).amount == (try usd(400)))
        }
    }

    @Test("all is released at once or nothing, and a repetition releases nothing newer")
    func repetition() async throws {
        let faults = StoreFaults()
        try await withWorld(faults: faults) { (world) async throws in
            let holds = try await world.twoHolds()
            faults.set(.refused, on: .change)
            await expectRefusal("store-unavailable") { try await world.release(nil, key: "a") }
            #expect(try await world.remaining(holds) == [1000, 1000])
            faults.set(nil, on: .change)
            #expect(try await world.release(nil, key: "a").refusal == nil)
            world.clock.advance(seconds: 1)
            let newest = try await world.authorize()
            #expect(try await world.release(nil, key: "a").refusal == nil)
            #expect(try await world.remaining([newest.paymentID] + holds) == [1000, 0, 0])
            #expect(await world.worker.runOnce(at: world.clock.now).told == 1)
        }
    }

    @Test("the last debit waits for an authorization of the order, older or newer, and for debits")
    func inWork() async throws {
        let faults = StoreFaults()
        try await withWorld(faults: faults) { (world) async throws in
            for isOlder in [true, false] {
                let order = "older: \(isOlder)"
                if !isOlder { _ = try await world.authorize(order: order) }
                faults.set(.refused, on: .finish)
                await expectRefusal("outcome-not-stored") {
                    try await world.authorize(order: order)
                }
                faults.set(nil, on: .finish)
                if isOlder { _ = try await world.authorize(order: order) }
                await expectRefusal("in-flight") {
                    try await world.capture(1000, final: true, order: order)
                }
                #expect(try await world.capture(400, order: order).refusal == nil)
            }
            _ = try await world.twoHolds(500)
            await world.acquirer.replies { _ in .unanswered }
            #expect(try await world.capture(600).isAnswered == false)
            await expectRefusal("in-flight") { try await world.capture(500, final: true) }
            #expect(try await world.capture(400).isAnswered == false)
        }
    }

    @Test("a debit that comes before the cancel bars it until the acquirer has answered")
    func debitMeanwhile() async throws {
        let faults = StoreFaults()
        try await withWorld(faults: faults) { (world) async throws in
            let holds = try await world.twoHolds(400)
            faults.before(.change) {
                await world.acquirer.replies { _ in .unanswered }
                // What it throws is seen by what is left.
                _ = try? await world.capture(800)
            }
            for _ in 0..<2 {
                await expectRefusal("in-flight") { try await world.release(nil, key: "a") }
            }
            #expect(try await world.remaining(holds) == [400, 200])
            await world.acquirer.replies {
                $0.kind == .capture ? .refused(.doNotHonor) : .acknowledged(nil)
            }
            world.clock.advance(seconds: 60)
            _ = await world.worker.runOnce(at: world.clock.now)
            #expect(try await world.release(nil, key: "a").amount == (try usd(400)))
            _ = await world.worker.runOnce(at: world.clock.now)
            #expect(try await world.remaining(holds) == [0, 0])
            let told = await world.acquirer.told(.release).map(\.amount.minorUnits)
            #expect(told == [400, 1000])
        }
    }

    @Test("a cancel of the order while the other's release is at the acquirer must be repeated")
    func refusedAfter() async throws {
        try await withWorld { (world) async throws in
            let holds = try await world.twoHolds(400)
            #expect(try await world.capture(400, final: true).refusal == nil)
            await expectRefusal("in-flight") { try await world.release(nil, key: "a") }
            await world.acquirer.replies { _ in .refused(.doNotHonor) }
            #expect(await world.worker.runOnce(at: world.clock.now).refused.count == 1)
            #expect(try await world.remaining(holds) == [0, 1000])
            await world.acquirer.replies { _ in .acknowledged(nil) }
            #expect(try await world.release(nil, key: "a").amount == (try usd(1000)))
            #expect(try await world.remaining(holds) == [0, 0])
        }
    }

    @Test("the last debit bars the older hold, whatever of the order is renewed after it")
    func renewedLater() async throws {
        try await withWorld { (world) async throws in
            let holds = try await world.twoHolds()
            await world.acquirer.replies {
                $0.kind == .release ? .refused(.doNotHonor) : .acknowledged(nil)
            }
            #expect(try await world.capture(600, final: true).refusal == nil)
            _ = await world.worker.runOnce(at: world.clock.now)
            await world.acquirer.replies { _ in .acknowledged(nil) }
            world.clock.advance(seconds: 1)
            _ = try await world.authorize(amount: 50)
            world.clock.advance(seconds: Limits.authorizationLifetimeSeconds)
            #expect(try await world.confirmFunds(50, renews: true).renewalAttempted)
            await expectRefusal("depleted") { try await world.capture(600, final: true) }
            #expect(try await world.remaining(holds).last == 1000)
        }
    }

    @Test("an older hold that the last debit bars from debits is not said to be there")
    func barred() async throws {
        try await withWorld { (world) async throws in
            _ = try await world.twoHolds()
            await world.acquirer.replies { _ in .unanswered }
            #expect(try await world.capture(1000, final: true).isAnswered == false)
            world.clock.advance(seconds: 1)
            _ = try await world.authorize(amount: 50)
            await expectRefusal("in-flight") { try await world.confirmFunds(1000, renews: true) }
            await world.acquirer.replies {
                $0.kind == .release ? .refused(.doNotHonor) : .acknowledged(nil)
            }
            world.clock.advance(seconds: 60)
            for _ in 0..<2 { _ = await world.worker.runOnce(at: world.clock.now) }
            #expect(try await world.confirmFunds(1000, renews: true).availability == .unavailable)
            #expect(try await world.confirmFunds(50, renews: true).availability == .available)
        }
    }

    @Test("a refused release of the other authorization is reported to the operator")
    func refusedOther() async throws {
        try await withWorld { (world) async throws in
            let holds = try await world.twoHolds(400)
            await world.acquirer.replies {
                $0.amount.minorUnits == 1000 ? .refused(.doNotHonor) : .acknowledged(nil)
            }
            #expect(try await world.release(nil).refusal == nil)
            #expect(await world.worker.runOnce(at: world.clock.now).refused.count == 1)
            #expect(try await world.remaining(holds) == [0, 1000])
        }
    }
}

extension EngineWorld {
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
