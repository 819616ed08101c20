import PaymentDomain
import Synchronization
import Testing

@testable import PaymentEngine

@Suite("The rest of a hold that a request gives up itself", .timeLimit(.minutes(5)))
struct RestsAtHandTests {
    enum Way: CaseIterable {
        case lastCapture, renewal, cancelledCapture, voidedSale, refusedSale
    }

    @Test("is left to it by a round of the worker meanwhile", arguments: Way.allCases)
    func meanwhile(way: Way) async throws {
        let faults = StoreFaults()
        let told = Mutex<[Int]>([])
        try await withWorld(faults: faults) { (world) async throws in
            let round: @Sendable () async -> Void = {
                let done = await world.worker.runOnce(at: world.clock.now)
                told.withLock { $0.append(done.told) }
            }
            // The release itself, and where something else is reserved before it, what comes after that.
            let first: @Sendable () async -> Void = { faults.before(.reserve, round) }
            try await world.closeHold(way) { isFirst in
                faults.before(.reserve, isFirst ? round : first)
            }
            #expect(told.withLock { $0 } == [0])
            #expect(await world.acquirer.told(.release).count == 1)
            #expect(await world.worker.runOnce(at: world.clock.now).told == 0)
            #expect(try await world.store.audit().breaches == [])
        }
    }

    @Test("is given up by the worker once the request is over that could not", arguments: [1, 2])
    func afterwards(requests: Int) async throws {
        let faults = StoreFaults()
        try await withWorld(faults: faults) { (world) async throws in
            for request in 1...requests {
                _ = try await world.authorize(order: "order \(request)")
                await world.acquirer.replies { _ in
                    faults.set(.refused, on: .reserve)
                    return .acknowledged
                }
                let done = try await world.capture(
                    400, final: true, order: "order \(request)")
                #expect(done.refusal == nil)
                faults.set(nil, on: .reserve)
            }
            await world.acquirer.replies { _ in .acknowledged }
            #expect(await world.worker.runOnce(at: world.clock.now).told == requests)
            #expect(await world.acquirer.told(.release).count == requests)
        }
    }

    @Test("is another's as long as one of its requests is at it")
    func counted() {
        let rests = RestsAtHand()
        let payments = [PaymentID(), PaymentID()]
        rests.enter(payments[0])
        rests.enter(payments[0])
        #expect(payments.map(rests.contains) == [true, false])
        rests.leave(payments[0])
        #expect(payments.map(rests.contains) == [true, false])
        rests.leave(payments[0])
        #expect(payments.map(rests.contains) == [false, false])
    }
}

extension EngineWorld {
    /// Closes a hold in a way that leaves a rest of it to its request.
    ///
    /// - Parameter beforeIt: Called just before that request, with whether the release is the first advice that it reserves.
    fileprivate func closeHold(
        _ way: RestsAtHandTests.Way, _ beforeIt: (Bool) -> Void
    ) async throws {
        switch way {
        case .lastCapture:
            _ = try await authorize()
            beforeIt(false)
            #expect(try await capture(400, final: true).refusal == nil)
        case .renewal:
            _ = try await authorize()
            clock.advance(seconds: Limits.authorizationLifetimeSeconds)
            beforeIt(true)
            #expect(try await confirmFunds(1000, renews: true).availability == .available)
        case .cancelledCapture:
            let client = LifelongClient(world: self)
            let number = try await client.pay()
            try await client.capture(number, 400)
            beforeIt(false)
            #expect(try await client.cancel(number).payment?.state == .released)
        case .voidedSale:
            let client = NumberedClient(world: self)
            let source = PaymentSource.applePay(.fields(try token().fields))
            let sale = try await client.pay(source, sale: true)
            beforeIt(false)
            #expect(try await client.void(sale.number).refusal == nil)
        case .refusedSale:
            let client = NumberedClient(world: self)
            await acquirer.replies { $0.kind == .capture ? .refused(.doNotHonor) : .acknowledged }
            let source = PaymentSource.applePay(.fields(try token().fields))
            beforeIt(true)
            let sale = try await client.pay(source, sale: true)
            #expect(sale.outcome == .declined(.doNotHonor))
        }
    }
}
