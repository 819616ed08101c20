import PaymentDomain
import PaymentEngine
import Testing

@Suite("Captures, refunds and releases", .timeLimit(.minutes(5)))
struct CaptureAndRefundTests {
    @Test("a hold is captured in parts, and never beyond its amount")
    func partialCaptures() async throws {
        try await withWorld { (world) async throws in
            _ = try await world.authorize()
            #expect(try await world.capture(400).isAnswered)
            #expect(try await world.capture(600).amount == (try usd(600)))
            await #expect(throws: PaymentRefusal.depleted) { try await world.capture(1) }
            let payment = try await world.payment()
            #expect(payment.amounts.captured == 1000)
            #expect(payment.remaining.isZero)
            #expect(
                await world.acquirer.told(.capture).map(\.amount) == [try usd(400), try usd(600)])
        }
    }

    @Test("the final capture releases the remainder")
    func finalCapture() async throws {
        try await withWorld { (world) async throws in
            _ = try await world.authorize()
            let result = try await world.capture(300, final: true)
            #expect(result.amount == (try usd(300)))
            #expect(await world.acquirer.told.map(\.kind) == [.capture, .release])
            #expect(await world.acquirer.told(.release).map(\.amount) == [try usd(700)])
            let amounts = try await world.payment().amounts
            #expect([amounts.captured, amounts.released] == [300, 700])
            await #expect(throws: PaymentRefusal.depleted) { try await world.capture(1) }
        }
    }

    @Test("a final capture of everything has nothing to release")
    func finalCaptureOfAll() async throws {
        try await withWorld { (world) async throws in
            _ = try await world.authorize()
            _ = try await world.capture(1000, final: true)
            #expect(await world.acquirer.told.map(\.kind) == [.capture])
        }
    }

    @Test("a refused capture gives its reservation back and keeps the hold, final or not")
    func refusedCapture() async throws {
        try await withWorld { (world) async throws in
            _ = try await world.authorize()
            await world.acquirer.replies { _ in .refused(.invalidAmount) }
            let result = try await world.capture(1000, final: true)
            #expect(result.refusal == .invalidAmount)
            #expect(result.isAnswered)
            #expect(await world.acquirer.told.map(\.kind) == [.capture])
            await world.acquirer.replies { _ in .acknowledged(nil) }
            #expect(try await world.capture(1000).refusal == nil)
        }
    }

    @Test("a refusal that couldn't be written is not reported as a capture")
    func refusalNotWritten() async throws {
        let faults = StoreFaults()
        try await withWorld(faults: faults) { (world) async throws in
            _ = try await world.authorize()
            await world.acquirer.replies { _ in
                faults.set(.refused, on: .conclude)
                return .refused(.invalidAmount)
            }
            await #expect(throws: PaymentRefusal.outcomeNotStored) { try await world.capture(400) }
            faults.set(nil, on: .conclude)
            await world.acquirer.replies { _ in .refused(.invalidAmount) }
            _ = await world.worker.runOnce(at: world.clock.now.adding(seconds: 120))
            let amounts = try await world.payment().amounts
            #expect([amounts.captured, amounts.capturing] == [0, 0])
        }
    }

    @Test("a sale whose refused capture couldn't be written is not reported as paid")
    func saleNotWritten() async throws {
        let faults = StoreFaults()
        try await withWorld(faults: faults) { (world) async throws in
            await world.acquirer.replies { _ in
                faults.set(.refused, on: .conclude)
                return .refused(.invalidAmount)
            }
            await expectRefusal("outcome-not-stored") {
                try await LifelongClient(world: world).pay(sale: true)
            }
        }
    }

    @Test("a capture of all under one key at two servers at once is one, and both hear of it")
    func twoServers() async throws {
        try await withTwoWorlds(shareAcquirer: true) { (world, other) async throws in
            let servers = [LifelongClient(world: world), LifelongClient(world: other)]
            for round in 0..<20 {
                let number = try await servers[0].pay(order: "order-\(round)")
                // The second may come before the first has its answer, and is told that it is in work.
                let done = await sayings(of: servers) { server in
                    try await server.capture(number, 1000, adds: true, key: "key-\(round)")
                        .operationID.value
                }
                #expect(done.subtracting(["in-flight"]).count == 1, "\(done)")
            }
            #expect(await world.acquirer.told.count == 20)
        }
    }

    @Test("a final capture stays final although the acquirer doesn't release the remainder")
    func captureStandsWithoutRelease() async throws {
        try await withWorld { (world) async throws in
            _ = try await world.authorize()
            await world.acquirer.replies {
                $0.kind == .release ? .refused(.doNotHonor) : .acknowledged(nil)
            }
            let result = try await world.capture(300, final: true)
            #expect(result.isAnswered)
            let amounts = try await world.payment().amounts
            #expect([amounts.captured, amounts.released, amounts.releasing] == [300, 0, 0])
        }
    }

    @Test("refunds never exceed what was captured")
    func refundCap() async throws {
        try await withWorld { (world) async throws in
            _ = try await world.authorize()
            await #expect(throws: PaymentRefusal.amountExceeded) { try await world.refund(1) }
            _ = try await world.capture(500)
            _ = try await world.refund(200)
            await #expect(throws: PaymentRefusal.amountExceeded) { try await world.refund(301) }
            _ = try await world.refund(300)
            await #expect(throws: PaymentRefusal.amountExceeded) { try await world.refund(1) }
            #expect(try await world.payment().amounts.refunded == 500)
        }
    }

    @Test(
        "an order that timed out can be cancelled, for nothing is held; a declined one cannot",
        arguments: [AcquirerAnswer.unknown, .notSent])
    func cancelsWhatTimedOut(outcome: AcquirerAnswer) async throws {
        try await withWorld { (world) async throws in
            await world.acquirer.answers { _ in outcome }
            _ = try await world.authorize()
            #expect(try await world.release(1000).amount.isZero)
            #expect(await world.acquirer.told(.release).isEmpty)
            await world.acquirer.answers { _ in .declined(.doNotHonor, AcquirerChecks()) }
            _ = try await world.authorize(order: "declined")
            await #expect(throws: PaymentRefusal.wrongState) {
                try await world.release(1000, order: "declined")
            }
        }
    }

    @Test("a release of all that is left is a void, after which nothing can be captured")
    func releaseAll() async throws {
        try await withWorld { (world) async throws in
            _ = try await world.authorize()
            _ = try await world.release(300)
            #expect(try await world.release(nil).amount == (try usd(700)))
            #expect(try await world.payment().state == .released)
            await #expect(throws: PaymentRefusal.wrongState) { try await world.capture(1) }
            #expect(try await world.release(nil).amount.isZero)
        }
    }

    @Test("a void of an order finds the hold, whichever of its payments has it")
    func voidFindsTheHold() async throws {
        try await withWorld { (world) async throws in
            let held = try await world.authorize()
            _ = try await world.authorize()
            _ = try await world.capture(1000)
            let result = try await world.release(nil)
            #expect(result.paymentID == held.paymentID)
            #expect(result.amount == (try usd(1000)))
        }
    }

    @Test("an order that is paid twice is captured from the payment that has enough")
    func capturesWhereThereIsRoom() async throws {
        try await withWorld { (world) async throws in
            let first = try await world.authorize()
            let second = try await world.authorize()
            #expect(try await world.capture(800).paymentID == second.paymentID)
            #expect(try await world.capture(800).paymentID == first.paymentID)
            await #expect(throws: PaymentRefusal.depleted) { try await world.capture(800) }
        }
    }

    @Test("nothing, another currency and an unknown order are refused, and nothing is sent")
    func refusals() async throws {
        try await withWorld { (world) async throws in
            _ = try await world.authorize()
            await #expect(throws: PaymentRefusal.amountZero) { try await world.capture(0) }
            await #expect(throws: PaymentRefusal.amountZero) { try await world.refund(0) }
            await #expect(throws: PaymentRefusal.amountZero) { try await world.release(0) }
            let euro = try #require(Currency(code: "EUR"))
            let command = CaptureCommand(
                reference: .order("order", card: nil),
                amount: try Money(minorUnits: 100, currency: euro), isFinal: false)
            await #expect(throws: PaymentRefusal.currencyMismatch) {
                try await world.send(.capture(command))
            }
            await #expect(throws: PaymentRefusal.paymentNotFound) {
                try await world.capture(1, order: "other")
            }
            #expect(await world.acquirer.told.isEmpty)
        }
    }

    @Test("a merchant reaches no payment of another")
    func merchantsAreApart() async throws {
        try await withWorld { (world) async throws in
            let answer = try await world.authorize()
            let references: [PaymentReference] = [
                .order("order", card: nil), .order("order", card: answer.handle),
                .payment(answer.paymentID),
            ]
            for reference in references {
                let command = CaptureCommand(
                    reference: reference, amount: try usd(1), isFinal: false)
                await #expect(throws: PaymentRefusal.paymentNotFound) {
                    try await world.send(.capture(command), from: EngineWorld.otherShop)
                }
            }
            let stored = AuthorizeCommand(
                source: .stored(answer.handle, expiry: nil, securityCode: nil),
                orderReference: "theirs", amount: try usd(1))
            await #expect(throws: PaymentRefusal.cardNotFound) {
                try await world.send(.authorize(stored), from: EngineWorld.otherShop)
            }
            #expect(await world.acquirer.asked.count == 1)
        }
    }

    @Test("sixty-four captures, refunds and releases at once never exceed what there is")
    func neverExceed() async throws {
        try await withWorld { (world) async throws in
            _ = try await world.authorize()
            let captures = try await concurrently(64) { number in
                try await fits { _ = try await world.capture(90, key: "c\(number)") }
            }
            #expect(captures.count { $0 } == 11)
            let mixed = try await concurrently(64) { number in
                try await fits {
                    if number.isMultiple(of: 2) {
                        _ = try await world.refund(150)
                    } else {
                        _ = try await world.release(3)
                    }
                }
            }
            #expect(mixed.count { $0 } == 6 + 3)
            let amounts = try await world.payment().amounts
            #expect([amounts.captured, amounts.refunded, amounts.released] == [990, 900, 9])
            #expect(amounts.isSound)
        }
    }
}
