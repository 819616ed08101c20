import PaymentDomain
import PaymentEngine
import Testing

@Suite("The outcome of an authorization", .timeLimit(.minutes(5)))
struct AuthorizeOutcomeTests {
    @Test("an approval holds the amount")
    func approved() async throws {
        try await withEngine { (fixture) async throws in
            let answer = try await fixture.authorize()
            #expect(answer.outcome == .approved)
            #expect(answer.amountAuthorized == (try usd(1000)))
            #expect(answer.authorizationCode == "OK1234")
            #expect(answer.networkReference == "NET1")
            #expect(answer.addressCheck == .match)
            #expect(answer.lastFour == "3478")
            #expect(answer.issuerPrefix == "489537")
            #expect(answer.network == .visa)
            let payment = try await fixture.payment()
            #expect(payment.state == .authorized)
            #expect(payment.amounts.authorized == 1000)
            #expect(payment.handle == answer.handle)
            #expect(await fixture.acquirer.told.isEmpty)
        }
    }

    @Test("a decline is a result, not an error")
    func declined() async throws {
        try await withEngine { (fixture) async throws in
            await fixture.acquirer.answers { _ in .declined(.stolenCard, AcquirerChecks()) }
            let answer = try await fixture.authorize()
            #expect(answer.outcome == .declined(.stolenCard))
            #expect(answer.amountAuthorized.isZero)
            #expect(answer.authorizationCode == nil)
            #expect(try await fixture.payment().state == .declined)
            #expect(try fixture.number("SELECT count(*) FROM deliveries") == 0)
        }
    }

    @Test("a request that never left holds nothing and needs no reversal")
    func notSent() async throws {
        try await withEngine { (fixture) async throws in
            await fixture.acquirer.answers { _ in .notSent }
            #expect(try await fixture.authorize().outcome == .notSent)
            #expect(try await fixture.payment().state == .notSent)
            #expect(try fixture.number("SELECT count(*) FROM deliveries") == 0)
        }
    }

    @Test(
        "a process that slept for long between intent and wire sends nothing any more",
        arguments: [(10, true), (11, false), (3600, false)])
    func slept(_ seconds: Int64, _ isSent: Bool) async throws {
        let faults = StoreFaults()
        try await withEngine(faults: faults) { (fixture) async throws in
            faults.set(.writtenAndSlept(fixture.clock, seconds: seconds), on: .begin)
            let answer = try await fixture.authorize()
            #expect(answer.outcome == (isSent ? .approved : .notSent))
            #expect(await fixture.acquirer.asked.count == (isSent ? 1 : 0))
        }
    }

    @Test("an unknown outcome queues a reversal of the requested amount")
    func unknown() async throws {
        try await withEngine { (fixture) async throws in
            await fixture.acquirer.answers { _ in .unknown }
            let answer = try await fixture.authorize()
            #expect(answer.outcome == .unknown)
            #expect(answer.amountAuthorized.isZero)
            try await expectReversed(fixture, asked: 1000)
        }
    }

    @Test("silence from the acquirer is unknown, and a late approval does not revive the payment")
    func silence() async throws {
        try await withEngine { (fixture) async throws in
            let gate = Gate()
            await fixture.acquirer.answers { request in
                await gate.wait()
                return .approval(of: request.amount)
            }
            fixture.clock.skipWaits()
            #expect(try await fixture.authorize().outcome == .unknown)
            #expect(try await fixture.payment().state == .outcomeUnknown)
            await gate.open()
            #expect(try await fixture.payment().state == .outcomeUnknown)
            fixture.clock.skipWaits(false)
            try await expectReversed(fixture, asked: 1000)
        }
    }

    @Test("an approval after the intent was found abandoned is reported as unknown, and reversed")
    func answerAfterRecovery() async throws {
        try await withEngine { (fixture) async throws in
            let other = try await EngineFixture(
                folder: fixture.folder, clock: fixture.clock, acquirer: ScriptedAcquirer())
            await fixture.acquirer.answers { request in
                fixture.clock.advance(seconds: 3600)
                #expect(await other.worker.runOnce(at: fixture.clock.now).recovered == 1)
                return .approval(of: request.amount)
            }
            let answer = try await fixture.authorize()
            #expect(answer.outcome == .unknown)
            #expect(answer.amountAuthorized.isZero)
            #expect(answer.authorizationCode == nil)
            let payment = try await fixture.payment()
            #expect(payment.state == .reversed)
            #expect(payment.amounts == PaymentAmounts())
            #expect(await other.acquirer.told(.reversal).count == 1)
            try other.store.close()
        }
    }

    @Test("an unrequested partial approval is a decline to the shop, and is given back")
    func unrequestedPartialApproval() async throws {
        try await withEngine { (fixture) async throws in
            let part = try usd(400)
            await fixture.acquirer.answers { _ in .approval(of: part) }
            let answer = try await fixture.authorize()
            #expect(answer.outcome == .declined(.insufficientFunds))
            #expect(answer.amountAuthorized.isZero)
            #expect(answer.authorizationCode == nil)
            #expect(try await fixture.payment().state == .declined)
            #expect(try fixture.number("SELECT count(*) FROM deliveries") == 1)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).answered == 1)
            #expect(await fixture.acquirer.told(.reversal).map(\.amount) == [try usd(1000)])
            #expect(try await fixture.payment().state == .declined)
        }
    }

    @Test("a partial approval that the shop allows holds that part, and no more can be captured")
    func requestedPartialApproval() async throws {
        try await withEngine { (fixture) async throws in
            let part = try usd(400)
            await fixture.acquirer.answers { _ in .approval(of: part) }
            let answer = try await fixture.authorize(partial: true)
            #expect(answer.outcome == .approved)
            #expect(answer.amountRequested == (try usd(1000)))
            #expect(answer.amountAuthorized == part)
            await #expect(throws: PaymentRefusal.amountExceeded) { try await fixture.capture(401) }
            #expect(try await fixture.capture(400).amount == part)
        }
    }

    @Test(
        "an approval that cannot be to our question is unknown",
        arguments: [(1001, "USD"), (0, "USD"), (1000, "EUR"), (999_999_999_999, "USD")])
    func impossibleApproval(minorUnits: Int64, code: String) async throws {
        let currency = try #require(Currency(code: code))
        let amount = try Money(minorUnits: minorUnits, currency: currency)
        try await withEngine { (fixture) async throws in
            await fixture.acquirer.answers { _ in .approval(of: amount) }
            #expect(try await fixture.authorize(partial: true).outcome == .unknown)
            try await expectReversed(fixture, asked: 1000)
        }
    }

    @Test("a request that waited 45 seconds for its turn is sent; its token got no older")
    func waitedForItsTurn() async throws {
        try await withEngine { (fixture) async throws in
            let command = AuthorizeCommand(
                source: .applePay(.fields(try fixture.token().fields)), orderReference: "order",
                amount: try usd(1000))
            let received = fixture.clock.now
            fixture.clock.advance(seconds: 45)
            let origin = RequestOrigin(
                merchant: EngineFixture.shop, dialect: "test", name: RequestIdentity(),
                path: "/pay",
                body: [])
            let result = try await fixture.engine.execute(
                .authorize(command), from: origin, at: received)
            guard case .authorization(let answer) = result else { throw UnexpectedResult() }
            #expect(answer.outcome == .approved)
            #expect(try await fixture.payment().createdAt == fixture.clock.now)
        }
    }

    private func expectReversed(_ fixture: EngineFixture, asked: Int64) async throws {
        let payment = try await fixture.payment()
        #expect(payment.state == .outcomeUnknown)
        #expect(payment.amounts == PaymentAmounts())
        #expect(
            try fixture.number("SELECT count(*) FROM deliveries WHERE kind = 'reversal'") == 1)
        let round = await fixture.worker.runOnce(at: fixture.clock.now)
        #expect(round.answered == 1)
        let reversals = await fixture.acquirer.told(.reversal)
        #expect(reversals.map(\.amount) == [try usd(asked)])
        #expect(reversals.map(\.authorizationID) == [payment.authorizationID])
        #expect(try await fixture.payment().state == .reversed)
        await #expect(throws: PaymentRefusal.wrongState) { try await fixture.capture(1) }
    }
}
