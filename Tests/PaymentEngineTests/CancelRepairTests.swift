import PaymentDomain
import PaymentEngine
import Testing

@Suite("A cancellation that was cut off is finished without its client", .timeLimit(.minutes(5)))
struct CancelRepairTests {
    @Test("after a crash between two voids the worker sends the second, and releases the hold")
    func afterCrash() async throws {
        let faults = StoreFaults()
        try await withEngine(faults: faults) { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let number = try await client.pay()
            try await client.capture(number, 400)
            try await client.capture(number, 100, adds: true)
            // The acquirer takes the first void; then the database is gone.
            await fixture.acquirer.replies { _ in
                faults.set(.refused, on: .conclude)
                return .acknowledged(nil)
            }
            #expect(try await client.cancel(number).isAnswered == false)
            #expect(await fixture.acquirer.told(.captureVoid).count == 1)
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            faults.set(nil, on: .conclude)
            // Both captures are being voided, so no batch takes one.
            #expect(try await fixture.store.closeBatch(at: fixture.clock.now).captures == 0)
            let restarted = LifelongClient(fixture: try await fixture.restarted())
            for _ in ["the first void", "the second", "the release"] {
                restarted.fixture.clock.advance(seconds: 60)
                let round = await restarted.fixture.worker.runOnce(at: restarted.fixture.clock.now)
                #expect(round.answered == 1)
            }
            #expect(try await restarted.found(number).payment?.state == .released)
            await expectRefusal("depleted") { try await restarted.cancel(number) }
            try restarted.fixture.store.close()
        }
    }

    @Test("if it is refused, the hold is open: another payment of the order is no renewal")
    func refusedVoidOfTwo() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let number = try await client.pay()
            try await client.capture(number, 200)
            let other = AuthorizeCommand(
                source: .stored(try await fixture.payment().handle, expiry: nil, securityCode: nil),
                orderReference: "order", amount: try usd(50))
            _ = try await client.send(.authorize(other), numbered: true)
            await fixture.acquirer.replies { _ in .refused(.doNotHonor) }
            #expect(try await client.cancel(number).refusal == .doNotHonor)
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            #expect(try await client.capture(number, 150).refusal == nil)
            #expect(try await client.found(number).payment?.amounts.captured == 150)
        }
    }
}
