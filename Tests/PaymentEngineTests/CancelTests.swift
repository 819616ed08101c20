import AppleSimulator
import PaymentDomain
import PaymentEngine
import Testing

@Suite("A payment is taken back as a whole", .timeLimit(.minutes(5)))
struct CancelTests {
    /// What is done before the cancellation, what is asked, and what comes of it.
    struct Row: Sendable, CustomTestStringConvertible {
        let before: String
        let amount: Int64?
        let outcome: String
        let told: [AdviceKind]
        var testDescription: String { "\(before); cancel \(amount ?? -1): \(outcome)" }

        init(_ before: String, _ amount: Int64?, _ outcome: String, _ told: AdviceKind...) {
            self.before = before
            self.amount = amount
            self.outcome = outcome
            self.told = told
        }
    }

    static let rows = [
        Row("auth", nil, "released", .release),
        Row("auth", 1000, "released", .release),
        Row("auth", 400, "authorized", .release),
        Row("auth", 1001, "amount-exceeded"),
        Row("auth", 0, "amount-zero"),
        Row("auth release", nil, "depleted"),
        Row("auth release", 400, "depleted"),
        Row("auth part", 900, "amount-exceeded"),
        Row("auth part", 800, "released", .release),
        Row("auth capture", nil, "released", .captureVoid, .release),
        Row("auth capture", 400, "released", .captureVoid, .release),
        Row("auth capture", 1000, "released", .captureVoid, .release),
        Row("auth capture", 300, "part-not-allowed"),
        Row("auth capture", 1001, "amount-exceeded"),
        Row("auth capture more", nil, "released", .captureVoid, .captureVoid, .release),
        Row("sale", nil, "released", .captureVoid, .release),
        Row("sale close", nil, "already-settled"),
        Row("auth capture close more", nil, "already-settled"),
        Row("sale refund", nil, "wrong-state"),
        Row("declined", nil, "wrong-state"),
        Row("silence", nil, "outcomeUnknown"),
        Row("check", nil, "depleted"),
    ]

    private func prepare(
        _ words: String, _ client: LifelongClient
    ) async throws -> TransactionNumber {
        let fixture = client.fixture
        var number: TransactionNumber?
        for word in words.split(separator: " ") {
            switch word {
            case "auth": number = try await client.pay()
            case "sale": number = try await client.pay(sale: true)
            case "declined":
                await fixture.acquirer.answers { _ in .declined(.doNotHonor, AcquirerChecks()) }
                number = try await client.pay()
            case "silence":
                await fixture.acquirer.answers { _ in .unknown }
                number = try await client.pay()
            case "check": number = try await client.check()
            case "release": try await client.cancel(try #require(number))
            case "part": try await client.cancel(try #require(number), 200)
            case "capture": try await client.capture(try #require(number), 400)
            case "more": try await client.capture(try #require(number), 100, adds: true)
            case "refund": try await client.refund(try #require(number), 100, settled: false)
            case "close": _ = try await fixture.store.closeBatch(at: fixture.clock.now)
            default: throw UnexpectedResult()
            }
        }
        return try #require(number)
    }

    @Test("which payments can be voided, and the answers", arguments: rows)
    func table(row: Row) async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let number = try await prepare(row.before, client)
            let before = await fixture.acquirer.told.count
            do {
                let result = try await client.cancel(number, row.amount)
                #expect(result.refusal == nil)
                #expect(result.payment?.state.rawValue == row.outcome)
                #expect(result.payment == (try await client.found(number).payment))
            } catch let refusal as PaymentRefusal {
                #expect(refusal.code == row.outcome)
            }
            #expect(await fixture.acquirer.told.dropFirst(before).map(\.kind) == row.told)
        }
    }

    @Test("a refund or a credit is cancelled by its own number, whole, and not once it is settled")
    func refundsAndCredits() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let number = try await client.pay(sale: true)
            let refund = try #require(try await client.refund(number, 300, settled: false).number)
            await expectRefusal("part-not-allowed") { try await client.cancel(refund, 299) }
            #expect(try await client.found(refund).isReversed == false)
            #expect(try await client.cancel(refund, 300).payment?.amounts.refunded == 0)
            #expect(try await client.found(refund).isReversed)
            await expectRefusal("depleted") { try await client.cancel(refund) }
            let credit = try await client.credit(500)
            try await client.cancel(credit)
            #expect(try await client.found(credit).isReversed)
            #expect(try await client.found(number).isReversed == false)
            #expect(await fixture.acquirer.told(.refundVoid).count == 2)
            let later = try await client.credit(500)
            _ = try await fixture.store.closeBatch(at: fixture.clock.now)
            await expectRefusal("already-settled") { try await client.cancel(later) }
            let stranger = LifelongClient(fixture: fixture, merchant: EngineFixture.otherShop)
            await expectRefusal("payment-not-found") { try await stranger.cancel(number) }
        }
    }

    @Test("sixty-four cancellations and captures at once leave the payment whole or gone")
    func concurrent() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let number = try await client.pay()
            try await client.capture(number, 400)
            let done = await successes(of: 64) { index in
                index.isMultiple(of: 2)
                    ? try await client.cancel(number)
                    : try await client.capture(number, Int64(100 + index))
            }
            #expect(done > 0)
            let payment = try #require(try await client.found(number).payment)
            #expect(payment.state == .released)
            #expect(await fixture.acquirer.told(.release).count == 1)
            let captures = await fixture.acquirer.told(.capture).count
            #expect(await fixture.acquirer.told(.captureVoid).count == captures)
        }
    }

    @Test("sixty-four cancellations at once of a captured payment are one")
    func onlyOnce() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let number = try await client.pay(sale: true)
            #expect(await successes(of: 64) { _ in try await client.cancel(number) } == 1)
            #expect(await fixture.acquirer.told.map(\.kind) == [.capture, .captureVoid, .release])
        }
    }

    @Test("eight cancellations at once of one refund are one; the others hear that nothing is left")
    func refundOnlyOnce() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let sale = try await client.pay(sale: true)
            let refund = try #require(try await client.refund(sale, 300, settled: false).number)
            // Long enough for the others to come meanwhile.
            await fixture.acquirer.replies { _ in
                for _ in 0..<1000 { await Task.yield() }
                return .acknowledged(nil)
            }
            let said = await sayings(of: Array(repeating: client, count: 8)) { client in
                _ = try await client.cancel(refund)
                return "done"
            }
            #expect(said == ["done", "depleted"])
            #expect(await fixture.acquirer.told(.refundVoid).count == 1)
            #expect(try await fixture.payment().amounts.refunded == 0)
        }
    }

    @Test(
        "a refund that another server voids meanwhile was voided, or is in progress",
        arguments: [(AdviceOutcome.acknowledged(nil), "depleted"), (.unanswered, "in-flight")])
    func takenBackElsewhere(outcome: AdviceOutcome, code: String) async throws {
        let faults = StoreFaults()
        try await withTwoEngines(faults: faults) { (one, two) async throws in
            let client = LifelongClient(fixture: one)
            let sale = try await client.pay(sale: true)
            let refund = try #require(try await client.refund(sale, 300, settled: false).number)
            await one.acquirer.replies { _ in outcome }
            faults.before(.change) {
                // What it throws is seen by what the other hears.
                _ = try? await client.cancel(refund)
            }
            await expectRefusal(code) { try await LifelongClient(fixture: two).cancel(refund) }
            #expect(await one.acquirer.told(.refundVoid).count == 1)
            #expect(await two.acquirer.told.isEmpty)
        }
    }
}

extension LifelongClient {
    /// A card check: nothing is held.
    func check(order: String = "check") async throws -> TransactionNumber {
        let card = KeyedCard(
            pan: try TestCard.visa.pan(), expiry: CardExpiry(year: 2030, month: 12))
        let command = AuthorizeCommand(
            source: .keyed(card), orderReference: order, amount: try usd(0),
            checksCardOnly: true)
        guard case .authorization(let answer) = try await send(.authorize(command), numbered: true)
        else { throw UnexpectedResult() }
        return try #require(answer.number)
    }

    /// Money given to a card without a payment.
    func credit(_ cents: Int64, order: String = "credit") async throws -> TransactionNumber {
        let card = KeyedCard(
            pan: try TestCard.visa.pan(), expiry: CardExpiry(year: 2030, month: 12))
        let command = CreditCommand(
            source: .keyed(card), orderReference: order, amount: try usd(cents))
        guard case .authorization(let answer) = try await send(.credit(command), numbered: true)
        else { throw UnexpectedResult() }
        return try #require(answer.number)
    }
}
