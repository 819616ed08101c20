import AppleSimulator
import PaymentDomain
import PaymentEngine
import Testing

/// Runs work many times, sixty-four at once, and gathers what came of it.
func concurrently<Value: Sendable>(
    _ times: Int, _ work: @escaping @Sendable (Int) async throws -> Value
) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
        var values: [Value] = []
        for number in 0..<times {
            if number >= 64, let value = try await group.next() { values.append(value) }
            group.addTask { try await work(number) }
        }
        for try await value in group { values.append(value) }
        return values
    }
}

@Suite("A repeated request is one request", .timeLimit(.minutes(5)))
struct IdempotencyTests {
    @Test("the same request again gets the same result, and the acquirer is not asked again")
    func sameResult() async throws {
        try await withEngine { (fixture) async throws in
            let payload = ApplePayPayload.fields(try fixture.token().fields)
            let first = try await fixture.authorize(payload, key: "k")
            fixture.clock.advance(seconds: 86_400)
            // By then the token is stale, and it was spent at once: only the key makes this an answer.
            let second = try await fixture.authorize(payload, key: "k")
            #expect(second == first)
            let next = try await fixture.restarted()
            #expect(try await next.authorize(payload, key: "k") == first)
            #expect(await fixture.acquirer.asked.count == 1)
            try next.store.close()
        }
    }

    @Test(
        "each outcome is repeated as it was, whatever became of it since",
        arguments: [
            .declined(.lostCard, AcquirerChecks()), .declined(.lostCard, allChecks), .notSent,
            .unknown, approval(1000, allChecks), approval(400, AcquirerChecks()),
        ])
    func eachOutcome(outcome: AcquirerAnswer) async throws {
        try await withEngine { (fixture) async throws in
            await fixture.acquirer.answers { _ in outcome }
            let payload = ApplePayPayload.fields(try fixture.token().fields)
            let first = try await fixture.authorize(payload, key: "k")
            await fixture.acquirer.answers { .approval(of: $0.amount) }
            #expect(try await fixture.authorize(payload, key: "k") == first)
            _ = await fixture.worker.runOnce(at: fixture.clock.now)
            _ = try? await fixture.capture(600)
            _ = try? await fixture.release(400)
            #expect(try await fixture.authorize(payload, key: "k") == first)
            #expect(await fixture.acquirer.asked.count == 1)
        }
    }

    private static let allChecks = AcquirerChecks(
        address: .streetOnly, securityCode: .noMatch,
        amex: AmexChecks(name: .match, phone: .noMatch, email: .unavailable))

    private static func approval(_ cents: Int64, _ checks: AcquirerChecks) -> AcquirerAnswer {
        let amount = (try? usd(cents)) ?? .zero(.usd)
        return .approved(
            AcquirerApproval(
                amount: amount, authorizationCode: "OK1234", networkReference: nil,
                checks: checks))
    }

    @Test(
        "if the database can't be read, no client hears that nothing was done"
    )
    func unreadable() async throws {
        let faults = StoreFaults()
        try await withEngine(faults: faults) { (fixture) async throws in
            let payload = ApplePayPayload.fields(try fixture.token().fields)
            let first = try await fixture.authorize(payload, key: "k")
            let captured = try await fixture.capture(600, key: "c")
            let client = NumberedClient(fixture: fixture)
            let card = PaymentSource.keyed(
                KeyedCard(
                    pan: try PAN(digits: "4111111111111111"),
                    expiry: CardExpiry(year: 2030, month: 12)))
            _ = try await client.pay(card, sale: true, rule: "sale/1")
            faults.set(.refused, on: .prior)
            await expectRefusal("outcome-not-stored") {
                try await fixture.authorize(payload, key: "k")
            }
            await expectRefusal("outcome-not-stored") { try await fixture.capture(600, key: "c") }
            await expectRefusal("in-flight") {
                try await client.pay(card, sale: true, rule: "sale/1")
            }
            faults.set(nil, on: .prior)
            faults.set(.refused, on: .begin)
            faults.set(.refused, on: .change)
            // The database can be read, and tells what was done.
            #expect(try await fixture.authorize(payload, key: "k") == first)
            #expect(try await fixture.capture(600, key: "c") == captured)
        }
    }

    @Test("the same key on another request is refused")
    func conflict() async throws {
        try await withEngine { (fixture) async throws in
            let command = try authorization(fixture)
            _ = try await fixture.send(command, key: "k", body: "one")
            let others = [("two", "/pay"), ("one", "/other"), ("onepay", "/"), ("", "/payone")]
            for (body, path) in others {
                await #expect(throws: PaymentRefusal.idempotencyConflict) {
                    try await fixture.send(command, key: "k", body: body, path: path)
                }
            }
            await #expect(throws: PaymentRefusal.idempotencyConflict) {
                try await fixture.capture(100, key: "k")
            }
            #expect(await fixture.acquirer.asked.count == 1)
            #expect(await fixture.acquirer.told.isEmpty)
        }
    }

    @Test("two merchants may use one key")
    func keysAreTheMerchants() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.send(authorization(fixture), key: "k")
            _ = try await fixture.send(
                authorization(fixture), key: "k", from: EngineFixture.otherShop)
            #expect(await fixture.acquirer.asked.count == 2)
        }
    }

    @Test("of many with one key at once, one asks the acquirer and all get its result")
    func manyAtOnce() async throws {
        try await withEngine { (fixture) async throws in
            let payload = ApplePayPayload.fields(try fixture.token().fields)
            let gate = Gate()
            await fixture.acquirer.answers { request in
                await gate.wait()
                return .approval(of: request.amount)
            }
            async let first = fixture.authorize(payload, key: "k")
            async let second = fixture.authorize(payload, key: "k")
            async let opened: Void = gate.open()
            _ = await opened
            let answers = try await [first, second]
            #expect(answers[0] == answers[1])
            let more = try await concurrently(200) { _ in
                try await fixture.authorize(payload, key: "k")
            }
            #expect(Set(more) == [answers[0]])
            #expect(await fixture.acquirer.asked.count == 1)
        }
    }

    @Test("a thousand replays of one token, sixty-four at once, are one charge")
    func thousandReplays() async throws {
        try await withEngine { (fixture) async throws in
            let payload = ApplePayPayload.fields(try fixture.token().fields)
            let outcomes = try await concurrently(1_000) { number -> String in
                do {
                    let key = number.isMultiple(of: 2) ? "k\(number)" : nil
                    return "\(try await fixture.authorize(payload, key: key).outcome)"
                } catch let refusal as PaymentRefusal {
                    return refusal.code
                }
            }
            #expect(outcomes.count { $0 == "approved" } == 1)
            #expect(outcomes.count { $0 == "replayed" } == 999)
            #expect(await fixture.acquirer.asked.count == 1)
            #expect(try fixture.number("SELECT sum(authorized) FROM payments") == 1000)
        }
    }

    @Test("a capture, a refund and a release are repeated as they were, and sent once")
    func advicesRepeat() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            let captured = try await fixture.capture(600, key: "c")
            let refunded = try await fixture.refund(100, key: "r")
            let released = try await fixture.release(200, key: "l")
            #expect(try await fixture.capture(600, key: "c") == captured)
            #expect(try await fixture.refund(100, key: "r") == refunded)
            #expect(try await fixture.release(200, key: "l") == released)
            #expect(await fixture.acquirer.told.count == 3)
            let amounts = try await fixture.payment().amounts
            #expect([amounts.captured, amounts.refunded, amounts.released] == [600, 100, 200])
        }
    }

    @Test("the acquirer's refusal is the answer under its key; another key asks again")
    func refusalRepeats() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            await fixture.acquirer.replies { _ in .refused(.doNotHonor) }
            let refused = try await fixture.capture(600, key: "c")
            #expect(refused.refusal == .doNotHonor)
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            #expect(try await fixture.capture(600, key: "c") == refused)
            #expect(await fixture.acquirer.told.count == 1)
            #expect(try await fixture.capture(600, key: "d").refusal == nil)
        }
    }

    @Test("a request that was cut off is unknown to its repetition, and never carried out again")
    func cutOff() async throws {
        let faults = StoreFaults()
        try await withEngine(faults: faults) { (fixture) async throws in
            let payload = ApplePayPayload.fields(try fixture.token().fields)
            faults.set(.refused, on: .finish)
            await #expect(throws: PaymentRefusal.outcomeNotStored) {
                try await fixture.authorize(payload, key: "k")
            }
            await #expect(throws: PaymentRefusal.inFlight) {
                try await fixture.authorize(payload, key: "k")
            }
            fixture.clock.advance(seconds: 3600)
            faults.set(nil, on: .finish)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).recovered == 1)
            let answer = try await fixture.authorize(payload, key: "k")
            #expect(answer.outcome == .unknown)
            #expect(answer.amountAuthorized.isZero)
            #expect(answer.lastFour == "3478")
            #expect(await fixture.acquirer.asked.count == 1)
        }
    }

    private func authorization(_ fixture: EngineFixture) throws -> PaymentCommand {
        .authorize(
            AuthorizeCommand(
                source: .applePay(.fields(try fixture.token().fields)), orderReference: "order",
                amount: try usd(1000)))
    }
}
