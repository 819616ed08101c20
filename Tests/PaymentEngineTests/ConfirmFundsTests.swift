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
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            if row.captured > 0 { _ = try await fixture.capture(row.captured) }
            await fixture.acquirer.answers { request in
                if case .approved = row.renewal { return .approval(of: request.amount) }
                return row.renewal
            }
            fixture.clock.advance(seconds: row.age)
            let funds = try await fixture.confirmFunds(row.amount, renews: row.renews)
            #expect(funds.availability == row.availability)
            #expect(funds.renewalAttempted == row.isRenewed)
            #expect(funds.orderReference == "order")
            #expect(await fixture.acquirer.asked.count == (row.isRenewed ? 2 : 1))
        }
    }

    @Test("a renewal is a new payment without cryptogram, and releases the old remainder")
    func renewal() async throws {
        try await withEngine { (fixture) async throws in
            let first = try await fixture.authorize()
            _ = try await fixture.capture(400)
            fixture.clock.advance(seconds: Self.lifetime)
            let funds = try await fixture.confirmFunds(600, renews: true, key: "k")
            #expect(funds.availability == .available)

            let asked = try #require(await fixture.acquirer.asked.last)
            #expect(asked.cryptogram == nil)
            #expect(asked.eci == nil)
            #expect(asked.entryMode == .credentialOnFile)
            #expect(asked.amount == (try usd(600)))
            #expect(await fixture.acquirer.told(.release).map(\.amount) == [try usd(600)])

            let renewed = try await fixture.payment()
            #expect(renewed.id != first.paymentID)
            #expect(renewed.handle == first.handle)
            #expect(renewed.amounts.authorized == 600)
            #expect(try await fixture.capture(600).paymentID == renewed.id)

            #expect(try await fixture.confirmFunds(600, renews: true, key: "k") == funds)
            #expect(await fixture.acquirer.asked.count == 2)
        }
    }

    @Test("a renewal that fails keeps the old hold")
    func failedRenewal() async throws {
        try await withEngine { (fixture) async throws in
            let first = try await fixture.authorize()
            fixture.clock.advance(seconds: Self.lifetime)
            await fixture.acquirer.answers { _ in .declined(.expiredCard, AcquirerChecks()) }
            _ = try await fixture.confirmFunds(1000, renews: true)
            #expect(await fixture.acquirer.told.isEmpty)
            let found = try await fixture.store.payments(
                .payment(first.paymentID), of: EngineFixture.shop)
            #expect(found.first?.state == .authorized)
        }
    }

    @Test("a renewal that was cut off is answered as unknown funds")
    func cutOffRenewal() async throws {
        let faults = StoreFaults()
        try await withEngine(faults: faults) { (fixture) async throws in
            _ = try await fixture.authorize()
            fixture.clock.advance(seconds: Self.lifetime)
            faults.set(.refused, on: .finish)
            await #expect(throws: PaymentRefusal.outcomeNotStored) {
                try await fixture.confirmFunds(1000, renews: true, key: "k")
            }
            faults.set(nil, on: .finish)
            fixture.clock.advance(seconds: 3600)
            _ = await fixture.worker.runOnce(at: fixture.clock.now)
            let funds = try await fixture.confirmFunds(1000, renews: true, key: "k")
            #expect(funds.availability == .unknown)
            #expect(funds.renewalAttempted)
            #expect(await fixture.acquirer.asked.count == 2)
        }
    }

    @Test("of many renewals at once one is asked for")
    func renewsOnce() async throws {
        try await withEngine { (fixture) async throws in
            await fixture.acquirer.answers { _ in .notSent }
            _ = try await fixture.authorize()
            await fixture.acquirer.answers { .approval(of: $0.amount) }
            let answers = try await concurrently(8) { number in
                try await fixture.confirmFunds(1000, renews: true, key: "\(number)")
            }
            #expect(answers.allSatisfy { $0.availability == .available })
            #expect(answers.count { $0.renewalAttempted } == 1)
            #expect(await fixture.acquirer.asked.count == 2)
        }
    }

    @Test("no amount, another currency and an unknown order are refused")
    func refusals() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            await #expect(throws: PaymentRefusal.amountZero) {
                try await fixture.confirmFunds(0, renews: false)
            }
            await #expect(throws: PaymentRefusal.paymentNotFound) {
                try await fixture.confirmFunds(1, renews: false, order: "other")
            }
            let euro = try #require(Currency(code: "EUR"))
            let command = ConfirmFundsCommand(
                reference: .order("order", card: nil),
                amount: try Money(minorUnits: 1, currency: euro), renews: true)
            await #expect(throws: PaymentRefusal.currencyMismatch) {
                try await fixture.send(.confirmFunds(command))
            }
        }
    }
}
