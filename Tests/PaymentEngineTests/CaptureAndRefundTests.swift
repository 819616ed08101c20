import PaymentDomain
import PaymentEngine
import Testing

@Suite("Captures, refunds and releases", .timeLimit(.minutes(5)))
struct CaptureAndRefundTests {

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
