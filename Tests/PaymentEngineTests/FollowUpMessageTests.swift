import PaymentDomain
import Synchronization
import Testing

@testable import PaymentEngine

@Suite("The release that follows from an answer", .timeLimit(.minutes(5)))
struct FollowUpMessageTests {
    enum Way: CaseIterable {
        case lastCapture, renewal, cancelledCapture, voidedSale, refusedSale
    }

    @Test(
        "is sent by the request that wrote the answer, and by no worker meanwhile",
        arguments: Way.allCases)
    func meanwhile(way: Way) async throws {
        let faults = StoreFaults()
        let told = Mutex<[Int]>([])
        try await withEngine(faults: faults) { (fixture) async throws in
            let round: @Sendable () async -> Void = {
                let done = await fixture.worker.runOnce(at: fixture.clock.now)
                told.withLock { $0.append(done.told) }
            }
            let second: @Sendable () async -> Void = { faults.before(.answered, round) }
            try await fixture.closeHold(way) { isFirst in
                faults.before(.answered, isFirst ? round : second)
            }
            #expect(told.withLock { $0 } == [0])
            #expect(await fixture.acquirer.told(.release).count == 1)
            let later = fixture.clock.now.adding(seconds: 3600)
            #expect(await fixture.worker.runOnce(at: later).told == 0)
            #expect(try await fixture.store.audit().breaches == [])
        }
    }

    @Test("is sent again by the worker, if its answer could not be written", arguments: [1, 2])
    func afterwards(requests: Int) async throws {
        let faults = StoreFaults()
        try await withEngine(faults: faults) { (fixture) async throws in
            await fixture.acquirer.replies { message in
                if message.kind == .release { faults.set(.refused, on: .conclude) }
                return .acknowledged(nil)
            }
            for request in 1...requests {
                _ = try await fixture.authorize(order: "order \(request)")
                let done = try await fixture.capture(
                    400, final: true, order: "order \(request)")
                #expect(done.refusal == nil)
                faults.set(nil, on: .conclude)
            }
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).told == 0)
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            let later = fixture.clock.now.adding(seconds: 60)
            #expect(await fixture.worker.runOnce(at: later).told == requests)
            #expect(await fixture.acquirer.told(.release).count == 2 * requests)
            #expect(try await fixture.payment("order 1").amounts.released == 600)
        }
    }
}

extension EngineFixture {
    /// Closes a hold in a way that leaves something of it to be released.
    ///
    /// - Parameter beforeIt: Called just before that request, with whether the release follows from the first answer of the
    ///   acquirer.
    fileprivate func closeHold(
        _ way: FollowUpMessageTests.Way, _ beforeIt: (Bool) -> Void
    ) async throws {
        switch way {
        case .lastCapture:
            _ = try await authorize()
            beforeIt(true)
            #expect(try await capture(400, final: true).refusal == nil)
        case .renewal:
            _ = try await authorize()
            clock.advance(seconds: Limits.authorizationLifetimeSeconds)
            beforeIt(true)
            #expect(try await confirmFunds(1000, renews: true).availability == .available)
        case .cancelledCapture:
            let client = LifelongClient(fixture: self)
            let number = try await client.pay()
            try await client.capture(number, 400)
            beforeIt(true)
            #expect(try await client.cancel(number).payment?.state == .released)
        case .voidedSale:
            let client = NumberedClient(fixture: self)
            let source = PaymentSource.applePay(.fields(try token().fields))
            let sale = try await client.pay(source, sale: true)
            beforeIt(true)
            #expect(try await client.void(sale.number).refusal == nil)
        case .refusedSale:
            let client = NumberedClient(fixture: self)
            await acquirer.replies {
                $0.kind == .capture ? .refused(.doNotHonor) : .acknowledged(nil)
            }
            let source = PaymentSource.applePay(.fields(try token().fields))
            beforeIt(false)
            let sale = try await client.pay(source, sale: true)
            #expect(sale.outcome == .declined(.doNotHonor))
        }
    }
}
