import PaymentDomain
import PaymentEngine
import Testing

@Suite("Captures, refunds and releases", .timeLimit(.minutes(5)))
struct CaptureAndRefundTests {
    @Test("a hold is captured in parts, and never beyond its amount")
    func partialCaptures() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            #expect(try await fixture.capture(400).isAnswered)
            #expect(try await fixture.capture(600).amount == (try usd(600)))
            await #expect(throws: PaymentRefusal.depleted) { try await fixture.capture(1) }
            let payment = try await fixture.payment()
            #expect(payment.amounts.captured == 1000)
            #expect(payment.remaining.isZero)
            #expect(
                await fixture.acquirer.told(.capture).map(\.amount) == [try usd(400), try usd(600)])
        }
    }

    @Test("the final capture releases the remainder")
    func finalCapture() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            let result = try await fixture.capture(300, final: true)
            #expect(result.amount == (try usd(300)))
            #expect(await fixture.acquirer.told.map(\.kind) == [.capture, .release])
            #expect(await fixture.acquirer.told(.release).map(\.amount) == [try usd(700)])
            let amounts = try await fixture.payment().amounts
            #expect([amounts.captured, amounts.released] == [300, 700])
            await #expect(throws: PaymentRefusal.depleted) { try await fixture.capture(1) }
        }
    }

    @Test("a final capture of everything has nothing to release")
    func finalCaptureOfAll() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            _ = try await fixture.capture(1000, final: true)
            #expect(await fixture.acquirer.told.map(\.kind) == [.capture])
        }
    }

    @Test("a refused capture gives its reservation back and keeps the hold, final or not")
    func refusedCapture() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            await fixture.acquirer.replies { _ in .refused(.invalidAmount) }
            let result = try await fixture.capture(1000, final: true)
            #expect(result.refusal == .invalidAmount)
            #expect(result.isAnswered)
            #expect(await fixture.acquirer.told.map(\.kind) == [.capture])
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            #expect(try await fixture.capture(1000).refusal == nil)
        }
    }

    @Test("a refusal that couldn't be written is not reported as a capture")
    func refusalNotWritten() async throws {
        let faults = StoreFaults()
        try await withEngine(faults: faults) { (fixture) async throws in
            _ = try await fixture.authorize()
            await fixture.acquirer.replies { _ in
                faults.set(.refused, on: .conclude)
                return .refused(.invalidAmount)
            }
            await #expect(throws: PaymentRefusal.outcomeNotStored) {
                try await fixture.capture(400)
            }
            faults.set(nil, on: .conclude)
            await fixture.acquirer.replies { _ in .refused(.invalidAmount) }
            _ = await fixture.worker.runOnce(at: fixture.clock.now.adding(seconds: 120))
            let amounts = try await fixture.payment().amounts
            #expect([amounts.captured, amounts.capturing] == [0, 0])
        }
    }

    @Test("a sale whose refused capture couldn't be written is not reported as paid")
    func saleNotWritten() async throws {
        let faults = StoreFaults()
        try await withEngine(faults: faults) { (fixture) async throws in
            await fixture.acquirer.replies { _ in
                faults.set(.refused, on: .conclude)
                return .refused(.invalidAmount)
            }
            await expectRefusal("outcome-not-stored") {
                try await LifelongClient(fixture: fixture).pay(sale: true)
            }
        }
    }

    @Test("a capture of all under one key at two servers at once is one, and both hear of it")
    func twoServers() async throws {
        try await withTwoEngines(shareAcquirer: true) { (fixture, other) async throws in
            let servers = [LifelongClient(fixture: fixture), LifelongClient(fixture: other)]
            for round in 0..<20 {
                let number = try await servers[0].pay(order: "order-\(round)")
                // The second may come before the first has its answer, and is told that it is in work.
                let done = await sayings(of: servers) { server in
                    try await server.capture(number, 1000, adds: true, key: "key-\(round)")
                        .operationID.value
                }
                #expect(done.subtracting(["in-flight"]).count == 1, "\(done)")
            }
            #expect(await fixture.acquirer.told.count == 20)
        }
    }

    @Test("a final capture stays final although the acquirer doesn't release the remainder")
    func captureStandsWithoutRelease() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            await fixture.acquirer.replies {
                $0.kind == .release ? .refused(.doNotHonor) : .acknowledged(nil)
            }
            let result = try await fixture.capture(300, final: true)
            #expect(result.isAnswered)
            let amounts = try await fixture.payment().amounts
            #expect([amounts.captured, amounts.released, amounts.releasing] == [300, 0, 0])
        }
    }

    @Test("refunds never exceed what was captured")
    func refundCap() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            await #expect(throws: PaymentRefusal.amountExceeded) { try await fixture.refund(1) }
            _ = try await fixture.capture(500)
            _ = try await fixture.refund(200)
            await #expect(throws: PaymentRefusal.amountExceeded) { try await fixture.refund(301) }
            _ = try await fixture.refund(300)
            await #expect(throws: PaymentRefusal.amountExceeded) { try await fixture.refund(1) }
            #expect(try await fixture.payment().amounts.refunded == 500)
        }
    }

    @Test(
        "an order that timed out can be cancelled, for nothing is held; a declined one cannot",
        arguments: [AcquirerAnswer.unknown, .notSent])
    func cancelsWhatTimedOut(outcome: AcquirerAnswer) async throws {
        try await withEngine { (fixture) async throws in
            await fixture.acquirer.answers { _ in outcome }
            _ = try await fixture.authorize()
            #expect(try await fixture.release(1000).amount.isZero)
            #expect(await fixture.acquirer.told(.release).isEmpty)
            await fixture.acquirer.answers { _ in .declined(.doNotHonor, AcquirerChecks()) }
            _ = try await fixture.authorize(order: "declined")
            await #expect(throws: PaymentRefusal.wrongState) {
                try await fixture.release(1000, order: "declined")
            }
        }
    }

    @Test("a release of all that is left is a void, after which nothing can be captured")
    func releaseAll() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            _ = try await fixture.release(300)
            #expect(try await fixture.release(nil).amount == (try usd(700)))
            #expect(try await fixture.payment().state == .released)
            await #expect(throws: PaymentRefusal.wrongState) { try await fixture.capture(1) }
            #expect(try await fixture.release(nil).amount.isZero)
        }
    }

    @Test("a void of an order finds the hold, whichever of its payments has it")
    func voidFindsTheHold() async throws {
        try await withEngine { (fixture) async throws in
            let held = try await fixture.authorize()
            _ = try await fixture.authorize()
            _ = try await fixture.capture(1000)
            let result = try await fixture.release(nil)
            #expect(result.paymentID == held.paymentID)
            #expect(result.amount == (try usd(1000)))
        }
    }

    @Test("an order that is paid twice is captured from the payment that has enough")
    func capturesWhereThereIsRoom() async throws {
        try await withEngine { (fixture) async throws in
            let first = try await fixture.authorize()
            let second = try await fixture.authorize()
            #expect(try await fixture.capture(800).paymentID == second.paymentID)
            #expect(try await fixture.capture(800).paymentID == first.paymentID)
            await #expect(throws: PaymentRefusal.depleted) { try await fixture.capture(800) }
        }
    }

    @Test("nothing, another currency and an unknown order are refused, and nothing is sent")
    func refusals() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            await #expect(throws: PaymentRefusal.amountZero) { try await fixture.capture(0) }
            await #expect(throws: PaymentRefusal.amountZero) { try await fixture.refund(0) }
            await #expect(throws: PaymentRefusal.amountZero) { try await fixture.release(0) }
            let euro = try #require(Currency(code: "EUR"))
            let command = CaptureCommand(
                reference: .order("order", card: nil),
                amount: try Money(minorUnits: 100, currency: euro), isFinal: false)
            await #expect(throws: PaymentRefusal.currencyMismatch) {
                try await fixture.send(.capture(command))
            }
            await #expect(throws: PaymentRefusal.paymentNotFound) {
                try await fixture.capture(1, order: "other")
            }
            #expect(await fixture.acquirer.told.isEmpty)
        }
    }

    @Test("a merchant reaches no payment of another")
    func merchantsAreApart() async throws {
        try await withEngine { (fixture) async throws in
            let answer = try await fixture.authorize()
            let references: [PaymentReference] = [
                .order("order", card: nil), .order("order", card: answer.handle),
                .payment(answer.paymentID),
            ]
            for reference in references {
                let command = CaptureCommand(
                    reference: reference, amount: try usd(1), isFinal: false)
                await #expect(throws: PaymentRefusal.paymentNotFound) {
                    try await fixture.send(.capture(command), from: EngineFixture.otherShop)
                }
            }
            let stored = AuthorizeCommand(
                source: .stored(answer.handle, expiry: nil, securityCode: nil),
                orderReference: "theirs", amount: try usd(1))
            await #expect(throws: PaymentRefusal.cardNotFound) {
                try await fixture.send(.authorize(stored), from: EngineFixture.otherShop)
            }
            #expect(await fixture.acquirer.asked.count == 1)
        }
    }

    @Test("sixty-four captures, refunds and releases at once never exceed what there is")
    func neverExceed() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            let captures = try await concurrently(64) { number in
                try await fits { _ = try await fixture.capture(90, key: "c\(number)") }
            }
            #expect(captures.count { $0 } == 11)
            let mixed = try await concurrently(64) { number in
                try await fits {
                    if number.isMultiple(of: 2) {
                        _ = try await fixture.refund(150)
                    } else {
                        _ = try await fixture.release(3)
                    }
                }
            }
            #expect(mixed.count { $0 } == 6 + 3)
            let amounts = try await fixture.payment().amounts
            #expect([amounts.captured, amounts.refunded, amounts.released] == [990, 900, 9])
            #expect(amounts.isSound)
        }
    }
}
