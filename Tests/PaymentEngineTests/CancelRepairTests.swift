import PaymentDomain
import PaymentEngine
import Testing

@Suite("A cancellation that was cut off is finished without its client", .timeLimit(.minutes(5)))
struct CancelRepairTests {
    @Test("after a crash between two voids the worker sends the second, and releases the hold")
    func afterCrash() async throws {
        let faults = StoreFaults()
        try await withWorld(faults: faults) { (world) async throws in
            let client = LifelongClient(world: world)
            let number = try await client.pay()
            try await client.capture(number, 400)
            try await client.capture(number, 100, adds: true)
            // The acquirer takes the first void; then the database is gone.
            await world.acquirer.replies { _ in
                faults.set(.refused, on: .conclude)
                return .acknowledged(nil)
            }
            #expect(try await client.cancel(number).isAnswered == false)
            #expect(await world.acquirer.told(.captureVoid).count == 1)
            await world.acquirer.replies { _ in .acknowledged(nil) }
            faults.set(nil, on: .conclude)
            // Both captures are being voided, so no batch takes one.
            #expect(try await world.store.closeBatch(at: world.clock.now).captures == 0)
            let restarted = LifelongClient(world: try await world.restarted())
            for _ in ["the first void", "the second", "the release"] {
                restarted.world.clock.advance(seconds: 60)
                let round = await restarted.world.worker.runOnce(at: restarted.world.clock.now)
                #expect(round.answered == 1)
            }
            #expect(try await restarted.found(number).payment?.state == .released)
            await expectRefusal("depleted") { try await restarted.cancel(number) }
            try restarted.world.store.close()
        }
    }

    @Test(
        "a remainder that wasn't released after its capture's void is released by the next cancel")
    func holdLeft() async throws {
        try await withWorld { (world) async throws in
            let client = LifelongClient(world: world)
            let number = try await client.pay(sale: true)
            await world.acquirer.replies { advice in
                advice.kind == .release ? .refused(.invalidTransaction) : .acknowledged(nil)
            }
            let first = try await client.cancel(number)
            #expect(first.refusal == nil)
            #expect(first.payment?.amounts.remaining == 1000)
            await world.acquirer.replies { _ in .acknowledged(nil) }
            #expect(try await client.cancel(number).payment?.state == .released)
        }
    }

    @Test("voids whose answers come late release the remainder, and nothing is captured meanwhile")
    func lateAnswer() async throws {
        try await withWorld { (world) async throws in
            let client = LifelongClient(world: world)
            let number = try await client.pay()
            try await client.capture(number, 400)
            try await client.capture(number, 200, adds: true)
            await world.acquirer.replies { _ in .unanswered }
            #expect(try await client.cancel(number).isAnswered == false)
            #expect(await world.acquirer.told(.captureVoid).map(\.amount.minorUnits) == [200])
            // Who is told that it is voided is not charged for the second capture either.
            #expect(try await world.store.closeBatch(at: world.clock.now).captures == 0)
            await world.acquirer.replies { _ in .acknowledged(nil) }
            let later = world.clock.now.adding(seconds: 120)
            #expect(await world.worker.runOnce(at: later).answered == 2)
            await expectRefusal("depleted") {
                try await client.capture(number, 100, adds: true)
            }
            _ = await world.worker.runOnce(at: later.adding(seconds: 120))
            #expect(try await client.found(number).payment?.state == .released)
        }
    }

    @Test("if the acquirer refuses a void, the capture and the authorization stay")
    func refused() async throws {
        try await withWorld { (world) async throws in
            let client = LifelongClient(world: world)
            let number = try await client.pay(sale: true)
            await world.acquirer.replies { _ in .refused(.invalidTransaction) }
            let result = try await client.cancel(number)
            #expect(result.refusal == .invalidTransaction)
            #expect(result.payment?.amounts.captured == 1000)
            #expect(await world.acquirer.told.map(\.kind) == [.capture, .captureVoid])
        }
    }

    @Test("if it is refused after a final capture, nothing more is captured")
    func refusedAfterLast() async throws {
        try await withWorld { (world) async throws in
            let client = LifelongClient(world: world)
            let number = try await client.pay()
            await world.acquirer.replies {
                $0.kind == .capture ? .acknowledged(nil) : .refused(.doNotHonor)
            }
            #expect(try await world.capture(600, final: true).refusal == nil)
            #expect(try await client.cancel(number).refusal == .doNotHonor)
            await world.acquirer.replies { _ in .acknowledged(nil) }
            let later = world.clock.now.adding(seconds: 60)
            _ = await world.worker.runOnce(at: later)
            await expectRefusal("depleted") { try await world.capture(100) }
            let payment = try #require(try await client.found(number).payment)
            #expect([payment.amounts.captured, payment.amounts.remaining] == [600, 400])
            #expect(try await client.cancel(number).payment?.state == .released)
        }
    }

    @Test("if the worker gets that answer, the final capture stays, and nothing more is captured")
    func refusedLaterAfterLast() async throws {
        try await withWorld { (world) async throws in
            let client = LifelongClient(world: world)
            let number = try await client.pay()
            #expect(try await world.capture(600, final: true).refusal == nil)
            await world.acquirer.replies { _ in .unanswered }
            #expect(try await client.cancel(number).isAnswered == false)
            await world.acquirer.replies {
                $0.kind == .captureVoid ? .refused(.doNotHonor) : .acknowledged(nil)
            }
            let later = world.clock.now.adding(seconds: 60)
            #expect(await world.worker.runOnce(at: later).refused.count == 1)
            await expectRefusal("depleted") { try await world.capture(100) }
            _ = await world.worker.runOnce(at: later.adding(seconds: 60))
            let amounts = try await world.payment().amounts
            #expect([amounts.captured, amounts.released] == [600, 400])
        }
    }

    @Test("silence leaves it to the delivery worker; until then the next cancellation waits")
    func silence() async throws {
        try await withWorld { (world) async throws in
            let client = LifelongClient(world: world)
            let number = try await client.pay(sale: true)
            await world.acquirer.replies { _ in .unanswered }
            #expect(try await client.cancel(number).isAnswered == false)
            await expectRefusal("in-flight") { try await client.cancel(number) }
            await expectRefusal("in-flight") { try await client.capture(number, 400) }
            await world.acquirer.replies { _ in .acknowledged(nil) }
            world.clock.advance(seconds: 60)
            #expect(await world.worker.runOnce(at: world.clock.now).answered == 1)
            // The release of its hold follows from the void.
            await expectRefusal("in-flight") { try await client.cancel(number) }
            #expect(await world.worker.runOnce(at: world.clock.now).answered == 1)
            await expectRefusal("depleted") { try await client.cancel(number) }
            #expect(try await client.found(number).payment?.state == .released)
        }
    }
}
