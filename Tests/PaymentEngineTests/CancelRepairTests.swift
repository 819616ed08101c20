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

    @Test(
        "a remainder that wasn't released after its capture's void is released by the next cancel")
    func holdLeft() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let number = try await client.pay(sale: true)
            await fixture.acquirer.replies { advice in
                advice.kind == .release ? .refused(.invalidTransaction) : .acknowledged(nil)
            }
            let first = try await client.cancel(number)
            #expect(first.refusal == nil)
            #expect(first.payment?.amounts.remaining == 1000)
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            #expect(try await client.cancel(number).payment?.state == .released)
        }
    }

    @Test("voids whose answers come late release the remainder, and nothing is captured meanwhile")
    func lateAnswer() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let number = try await client.pay()
            try await client.capture(number, 400)
            try await client.capture(number, 200, adds: true)
            await fixture.acquirer.replies { _ in .unanswered }
            #expect(try await client.cancel(number).isAnswered == false)
            #expect(await fixture.acquirer.told(.captureVoid).map(\.amount.minorUnits) == [200])
            // Who is told that it is voided is not charged for the second capture either.
            #expect(try await fixture.store.closeBatch(at: fixture.clock.now).captures == 0)
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            let later = fixture.clock.now.adding(seconds: 120)
            #expect(await fixture.worker.runOnce(at: later).answered == 2)
            await expectRefusal("depleted") {
                try await client.capture(number, 100, adds: true)
            }
            _ = await fixture.worker.runOnce(at: later.adding(seconds: 120))
            #expect(try await client.found(number).payment?.state == .released)
        }
    }

    @Test("if the acquirer refuses a void, the capture and the authorization stay")
    func refused() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let number = try await client.pay(sale: true)
            await fixture.acquirer.replies { _ in .refused(.invalidTransaction) }
            let result = try await client.cancel(number)
            #expect(result.refusal == .invalidTransaction)
            #expect(result.payment?.amounts.captured == 1000)
            #expect(await fixture.acquirer.told.map(\.kind) == [.capture, .captureVoid])
        }
    }

    @Test("if it is refused after a final capture, nothing more is captured")
    func refusedAfterLast() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let number = try await client.pay()
            await fixture.acquirer.replies {
                $0.kind == .capture ? .acknowledged(nil) : .refused(.doNotHonor)
            }
            #expect(try await fixture.capture(600, final: true).refusal == nil)
            #expect(try await client.cancel(number).refusal == .doNotHonor)
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            let later = fixture.clock.now.adding(seconds: 60)
            _ = await fixture.worker.runOnce(at: later)
            await expectRefusal("depleted") { try await fixture.capture(100) }
            let payment = try #require(try await client.found(number).payment)
            #expect([payment.amounts.captured, payment.amounts.remaining] == [600, 400])
            #expect(try await client.cancel(number).payment?.state == .released)
        }
    }

    @Test("if the worker gets that answer, the final capture stays, and nothing more is captured")
    func refusedLaterAfterLast() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let number = try await client.pay()
            #expect(try await fixture.capture(600, final: true).refusal == nil)
            await fixture.acquirer.replies { _ in .unanswered }
            #expect(try await client.cancel(number).isAnswered == false)
            await fixture.acquirer.replies {
                $0.kind == .captureVoid ? .refused(.doNotHonor) : .acknowledged(nil)
            }
            let later = fixture.clock.now.adding(seconds: 60)
            #expect(await fixture.worker.runOnce(at: later).refused.count == 1)
            await expectRefusal("depleted") { try await fixture.capture(100) }
            _ = await fixture.worker.runOnce(at: later.adding(seconds: 60))
            let amounts = try await fixture.payment().amounts
            #expect([amounts.captured, amounts.released] == [600, 400])
        }
    }

    @Test("silence leaves it to the delivery worker; until then the next cancellation waits")
    func silence() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let number = try await client.pay(sale: true)
            await fixture.acquirer.replies { _ in .unanswered }
            #expect(try await client.cancel(number).isAnswered == false)
            await expectRefusal("in-flight") { try await client.cancel(number) }
            await expectRefusal("in-flight") { try await client.capture(number, 400) }
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            fixture.clock.advance(seconds: 60)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).answered == 1)
            // The release of its hold follows from the void.
            await expectRefusal("in-flight") { try await client.cancel(number) }
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).answered == 1)
            await expectRefusal("depleted") { try await client.cancel(number) }
            #expect(try await client.found(number).payment?.state == .released)
        }
    }
}
