import AppleSimulator
import PaymentDomain
import PaymentEngine
import Testing

@Suite("An order with two holds of one card", .timeLimit(.minutes(20)))
struct OtherHoldsTests {
    @Test("after the last debit no older hold takes one, and it is given up")
    func lastDebit() async throws {
        try await withWorld { (world) async throws in
            let holds = try await world.twoHolds()
            #expect(try await world.capture(1000, final: true).refusal == nil)
            await expectRefusal("depleted") { try await world.capture(1000, final: true) }
            await expectRefusal("depleted") { try await world.capture(1) }
            #expect(try await world.remaining(holds) == [0, 0])
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

    @Test("a last debit that the acquirer has not answered, or refuses, gives up no older hold")
    func refused() async throws {
        try await withWorld { (world) async throws in
            let holds = try await world.twoHolds()
            await world.acquirer.replies { _ in .unanswered }
            #expect(try await world.capture(1000, final: true).isAnswered == false)
            await expectRefusal("in-flight") { try await world.capture(1000) }
            await world.acquirer.replies { _ in .refused(.doNotHonor) }
            world.clock.advance(seconds: 60)
            #expect(await world.worker.runOnce(at: world.clock.now).refused.count == 1)
            #expect(try await world.remaining(holds) == [1000, 1000])
            await world.acquirer.replies { _ in .acknowledged }
            for _ in holds { #expect(try await world.capture(1000).refusal == nil) }
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

    @Test("who gives up all of the order gives up both, and a repetition what was left")
    func all() async throws {
        let faults = StoreFaults()
        try await withWorld(faults: faults) { (world) async throws in
            let holds = try await world.twoHolds()
            await world.acquirer.replies { _ in
                faults.set(.refused, on: .reserve)
                return .acknowledged
            }
            let first = try await world.release(nil, key: "a")
            #expect(first.refusal == nil)
            #expect(first.amount == (try usd(1000)))
            #expect(try await world.remaining(holds) == [0, 1000])
            faults.set(nil, on: .reserve)
            await world.acquirer.replies { _ in .acknowledged }
            world.clock.advance(seconds: 1)
            let newest = try await world.authorize()
            #expect(try await world.release(nil, key: "a").operationID == first.operationID)
            #expect(try await world.remaining([newest.paymentID] + holds) == [1000, 0, 0])
            #expect(await world.acquirer.told(.release).count == 2)
        }
    }

    @Test("a release of an older hold that the acquirer refuses is told to whoever runs the server")
    func refusedRelease() async throws {
        try await withWorld { (world) async throws in
            let holds = try await world.twoHolds(400)
            await world.acquirer.replies {
                $0.amount.minorUnits == 1000 ? .refused(.doNotHonor) : .acknowledged
            }
            #expect(try await world.release(nil).refusal == nil)
            #expect(try await world.remaining(holds) == [0, 1000])
            #expect(await world.worker.runOnce(at: world.clock.now).refused.count == 1)
        }
    }
}

extension EngineWorld {
    /// - Parameter cents: What the newer one is for.
    /// - Returns: The newer one first.
    fileprivate func twoHolds(_ cents: Int64 = 1000) async throws -> [PaymentID] {
        let older = try await authorize()
        clock.advance(seconds: 1)
        let newer = try await authorize(amount: cents)
        return [newer.paymentID, older.paymentID]
    }

    fileprivate func remaining(_ holds: [PaymentID]) async throws -> [Int64] {
        var found: [Int64] = []
        for id in holds {
            let payments = try await store.payments(.payment(id), of: Self.shop)
            found.append(try #require(payments.first).amounts.remaining)
        }
        return found
    }
}
