import PaymentDomain
import PaymentEngine
import Testing

@Suite("Whether funds are held", .timeLimit(.minutes(5)))
struct ConfirmFundsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var age: Int64 = 0
        var captured: Int64 = 0
        var amount: Int64 = 1000
        var renews = true
        var renewal = AcquirerAnswer.notSent
        let availability: FundsResult.Availability
        let isRenewed: Bool
    }

    private static let lifetime: Int64 = 7 * 86_400

    static let rows: [Row] = [
        Row(testDescription: "a fresh hold", availability: .available, isRenewed: false),
        Row(
            testDescription: "part of a hold", amount: 1, availability: .available,
            isRenewed: false),
        Row(
            testDescription: "more than is held", amount: 1001, availability: .unavailable,
            isRenewed: false),
        Row(
            testDescription: "what a capture left", captured: 400, amount: 600,
            availability: .available, isRenewed: false),
        Row(
            testDescription: "the original amount, before a second debit", captured: 400,
            availability: .available, isRenewed: false),
        Row(
            testDescription: "more than the original amount", captured: 400, amount: 1001,
            availability: .unavailable, isRenewed: false),
        Row(
            testDescription: "a hold that was captured whole", captured: 1000,
            availability: .unavailable, isRenewed: false),
        Row(
            testDescription: "a second before seven days", age: lifetime - 1,
            availability: .available, isRenewed: false),
        Row(
            testDescription: "after seven days, without renewal", age: lifetime, renews: false,
            availability: .unavailable, isRenewed: false),
        Row(
            testDescription: "after seven days, renewed", age: lifetime,
            renewal: .approval(of: .zero(.usd)), availability: .available, isRenewed: true),
        Row(
            testDescription: "after seven days, declined", age: lifetime,
            renewal: .declined(.insufficientFunds, AcquirerChecks()),
            availability: .unavailable, isRenewed: true),
        Row(
            testDescription: "after seven days, not sent", age: lifetime,
            availability: .unknown, isRenewed: true),
        Row(
            testDescription: "after seven days, silence", age: lifetime, renewal: .unknown,
            availability: .unknown, isRenewed: true),
    ]

    @Test("the answer is the table's", arguments: rows)
    func answers(row: Row) async throws {
        try await withWorld { (world) async throws in
            _ = try await world.authorize()
            if row.captured > 0 { _ = try await world.capture(row.captured) }
            await world.acquirer.answers { request in
                if case .approved = row.renewal { return .approval(of: request.amount) }
                return row.renewal
            }
            world.clock.advance(seconds: row.age)
            let funds = try await world.confirmFunds(row.amount, renews: row.renews)
            #expect(funds.availability == row.availability)
            #expect(funds.renewalAttempted == row.isRenewed)
            #expect(funds.orderReference == "order")
            #expect(await world.acquirer.asked.count == (row.isRenewed ? 2 : 1))
        }
    }

    @Test("a renewal is a new payment without cryptogram, and releases the old remainder")
    func renewal() async throws {
        try await withWorld { (world) async throws in
            let first = try await world.authorize()
            _ = try await world.capture(400)
            world.clock.advance(seconds: Self.lifetime)
            let funds = try await world.confirmFunds(600, renews: true, key: "k")
            #expect(funds.availability == .available)

            let asked = try #require(await world.acquirer.asked.last)
            #expect(asked.cryptogram == nil)
            #expect(asked.eci == nil)
            #expect(asked.entryMode == .credentialOnFile)
            #expect(asked.amount == (try usd(600)))
            #expect(await world.acquirer.told(.release).map(\.amount) == [try usd(600)])

            let renewed = try await world.payment()
            #expect(renewed.id != first.paymentID)
            #expect(renewed.handle == first.handle)
            #expect(renewed.amounts.authorized == 600)
            #expect(try await world.capture(600).paymentID == renewed.id)

            #expect(try await world.confirmFunds(600, renews: true, key: "k") == funds)
            #expect(await world.acquirer.asked.count == 2)
        }
    }

    @Test("a renewal that fails keeps the old hold")
    func failedRenewal() async throws {
        try await withWorld { (world) async throws in
            let first = try await world.authorize()
            world.clock.advance(seconds: Self.lifetime)
            await world.acquirer.answers { _ in .declined(.expiredCard, AcquirerChecks()) }
            _ = try await world.confirmFunds(1000, renews: true)
            #expect(await world.acquirer.told.isEmpty)
            let found = try await world.store.payments(
                .payment(first.paymentID), of: EngineWorld.shop)
            #expect(found.first?.state == .authorized)
        }
    }

    @Test("a renewal that was cut off is answered as unknown funds")
    func cutOffRenewal() async throws {
        let faults = StoreFaults()
        try await withWorld(faults: faults) { (world) async throws in
            _ = try await world.authorize()
            world.clock.advance(seconds: Self.lifetime)
            faults.set(.refused, on: .finish)
            await #expect(throws: PaymentRefusal.outcomeNotStored) {
                try await world.confirmFunds(1000, renews: true, key: "k")
            }
            faults.set(nil, on: .finish)
            world.clock.advance(seconds: 3600)
            _ = await world.worker.runOnce(at: world.clock.now)
            let funds = try await world.confirmFunds(1000, renews: true, key: "k")
            #expect(funds.availability == .unknown)
            #expect(funds.renewalAttempted)
            #expect(await world.acquirer.asked.count == 2)
        }
    }

    @Test(
        "an order taken in spite of a timeout can be authorized before it ships",
        arguments: [AcquirerAnswer.unknown, .notSent])
    func renewsWhatNeverWas(outcome: AcquirerAnswer) async throws {
        try await withWorld { (world) async throws in
            await world.acquirer.answers { _ in outcome }
            let first = try await world.authorize()
            await world.acquirer.answers { .approval(of: $0.amount) }
            #expect(try await world.confirmFunds(1000, renews: false).availability == .unavailable)
            let funds = try await world.confirmFunds(1000, renews: true)
            #expect(funds.availability == .available)
            #expect(funds.renewalAttempted)
            #expect(await world.acquirer.told(.release).isEmpty)
            #expect(try await world.capture(1000).paymentID != first.paymentID)
        }
    }

    @Test("an order is renewed for what was left of it, and never pays more than its amount")
    func renewsTheRest() async throws {
        try await withWorld { (world) async throws in
            _ = try await world.authorize()
            _ = try await world.capture(400)
            world.clock.advance(seconds: Self.lifetime)
            #expect(try await world.confirmFunds(1000, renews: true).availability == .available)
            #expect(try await world.payment().amounts.authorized == 600)
            _ = try await world.capture(600)
            world.clock.advance(seconds: Self.lifetime)
            #expect(try await world.confirmFunds(1000, renews: true).availability == .unavailable)
            await #expect(throws: PaymentRefusal.depleted) { try await world.capture(1) }
        }
    }

    @Test(
        "an order that is shipped in parts is renewed once, and each part finds its funds",
        arguments: [true, false])
    func shippedInParts(isLapsed: Bool) async throws {
        try await withWorld { (world) async throws in
            if isLapsed {
                _ = try await world.authorize()
                world.clock.advance(seconds: Self.lifetime)
            } else {
                try await world.tryInVain()
            }
            for (part, isRenewed) in [(400, true), (600, false)] as [(Int64, Bool)] {
                let funds = try await world.confirmFunds(part, renews: true)
                #expect(funds.availability == .available)
                #expect(funds.renewalAttempted == isRenewed)
                #expect(try await world.capture(part).refusal == nil)
            }
            #expect(await world.acquirer.asked.map(\.amount) == [try usd(1000), try usd(1000)])
            #expect(try await world.payment().amounts.captured == 1000)
            let more = try await world.confirmFunds(1, renews: true)
            #expect(more.availability == .unavailable && !more.renewalAttempted)
        }
    }

    @Test("a first try that timed out is not renewed once the order was paid by another")
    func renewsNoOldTry() async throws {
        try await withWorld { (world) async throws in
            try await world.tryInVain()
            #expect(try await world.confirmFunds(1000, renews: true).availability == .available)
            _ = try await world.capture(1000)
            #expect(try await world.confirmFunds(1000, renews: true).availability == .unavailable)
            #expect(await world.acquirer.asked.count == 2)
        }
    }

    @Test("of many renewals at once one is asked for")
    func renewsOnce() async throws {
        try await withWorld { (world) async throws in
            await world.acquirer.answers { _ in .notSent }
            _ = try await world.authorize()
            await world.acquirer.answers { .approval(of: $0.amount) }
            let answers = try await concurrently(8) { number in
                try await world.confirmFunds(1000, renews: true, key: "\(number)")
            }
            #expect(answers.allSatisfy { $0.availability == .available })
            #expect(answers.count { $0.renewalAttempted } == 1)
            #expect(await world.acquirer.asked.count == 2)
        }
    }

    @Test("a second authorization for less hides no other, unless that is released")
    func twoHolds() async throws {
        try await withWorld { (world) async throws in
            for (order, takesOlder) in [("older", true), ("newer", false)] {
                _ = try await world.authorize(order: order)
                world.clock.advance(seconds: 1)
                _ = try await world.authorize(amount: 600, order: order)
                for (cents, expected) in [
                    (600, .available), (1000, .available), (1001, .unavailable),
                ] as [(Int64, FundsResult.Availability)] {
                    let funds = try await world.confirmFunds(cents, renews: true, order: order)
                    #expect(funds.availability == expected && !funds.renewalAttempted)
                }
                if takesOlder {
                    #expect(try await world.capture(1000, order: order).refusal == nil)
                } else {
                    #expect(try await world.release(600, order: order).refusal == nil)
                }
                let funds = try await world.confirmFunds(1000, renews: true, order: order)
                #expect(funds.availability == .unavailable && !funds.renewalAttempted)
            }
        }
    }

    @Test("an expired authorization doesn't count, although a second one for less hides it")
    func lapsedBehind() async throws {
        try await withWorld { (world) async throws in
            _ = try await world.authorize()
            world.clock.advance(seconds: Self.lifetime)
            _ = try await world.authorize(amount: 600)
            #expect(try await world.confirmFunds(1000, renews: false).availability == .unavailable)
            #expect(try await world.confirmFunds(600, renews: false).availability == .available)
        }
    }

    @Test("a wholly captured authorization is not renewed")
    func renewsNothingThatIsPaid() async throws {
        try await withWorld { (world) async throws in
            _ = try await world.authorize()
            _ = try await world.capture(1000)
            world.clock.advance(seconds: Self.lifetime)
            let funds = try await world.confirmFunds(1000, renews: true)
            #expect(funds.availability == .unavailable)
            #expect(!funds.renewalAttempted)
        }
    }

    @Test("a declined payment holds nothing")
    func declinedPayment() async throws {
        try await withWorld { (world) async throws in
            await world.acquirer.answers { _ in .declined(.doNotHonor, AcquirerChecks()) }
            _ = try await world.authorize()
            world.clock.advance(seconds: Self.lifetime)
            let funds = try await world.confirmFunds(1000, renews: true)
            #expect(funds.availability == .unavailable)
            #expect(!funds.renewalAttempted)
            #expect(await world.acquirer.asked.count == 1)
        }
    }

    @Test("no amount, another currency and an unknown order are refused")
    func refusals() async throws {
        try await withWorld { (world) async throws in
            _ = try await world.authorize()
            await #expect(throws: PaymentRefusal.amountZero) {
                try await world.confirmFunds(0, renews: false)
            }
            await #expect(throws: PaymentRefusal.paymentNotFound) {
                try await world.confirmFunds(1, renews: false, order: "other")
            }
            let euro = try #require(Currency(code: "EUR"))
            let command = ConfirmFundsCommand(
                reference: .order("order", card: nil),
                amount: try Money(minorUnits: 1, currency: euro), renews: true)
            await #expect(throws: PaymentRefusal.currencyMismatch) {
                try await world.send(.confirmFunds(command))
            }
        }
    }
}
