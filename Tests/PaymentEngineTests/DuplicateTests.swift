import AppleSimulator
import ApplePayToken
import PaymentDomain
@testable import PaymentEngine
import Testing

@Suite("The rule on duplicates", .timeLimit(.minutes(5)))
struct DuplicateTests {
    private func card(_ digits: String = "4111111111111111") throws -> PaymentSource {
        .keyed(
            KeyedCard(
                pan: try PAN(digits: digits), expiry: CardExpiry(year: 2030, month: 12)))
    }

    @Test("the same name on the same card is the same sale, and says so")
    func sameSale() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let first = try await client.pay(card(), sale: true, rule: "sale/1")
            let second = try await client.pay(card(), sale: true, rule: "sale/1")
            #expect(!first.isRepetition)
            #expect(second.isRepetition)
            #expect(second.number == first.number)
            #expect(await fixture.acquirer.asked.count == 1)
        }
    }

    @Test("another card, another name, or two days later is another sale")
    func otherSales() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            _ = try await client.pay(card(), sale: true, rule: "sale/1")
            let others = [
                try await client.pay(card("5555555555554444"), sale: true, rule: "sale/1"),
                try await client.pay(card(), sale: true, rule: "sale/2"),
            ]
            fixture.clock.advance(seconds: NumberedClient.twoDays + 1)
            let late = try await client.pay(card(), sale: true, rule: "sale/1")
            #expect((others + [late]).allSatisfy { !$0.isRepetition })
            #expect(await fixture.acquirer.asked.count == 4)
        }
    }

    @Test("a declined or unknown payment may be tried again under its name")
    func declined() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            await fixture.acquirer.answers { _ in .declined(.doNotHonor, AcquirerChecks()) }
            _ = try await client.pay(card(), sale: true, rule: "sale/1")
            await fixture.acquirer.answers { _ in .unknown }
            _ = try await client.pay(card(), sale: true, rule: "sale/1")
            await fixture.acquirer.answers { .approval(of: $0.amount) }
            let third = try await client.pay(card(), sale: true, rule: "sale/1")
            #expect(third.outcome == .approved)
            #expect(!third.isRepetition)
        }
    }

    @Test("a sale whose registration is spent is found again by its name")
    func spentRegistration() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let id = try await client.register(id: "r-1")
            let source = PaymentSource.registered(id, expiry: nil, securityCode: nil)
            let first = try await client.pay(source, sale: true, named: "1", rule: "sale/1")
            let second = try await client.pay(source, sale: true, named: "1", rule: "sale/1")
            #expect(second.isRepetition)
            #expect(second.number == first.number)
            await #expect(throws: PaymentRefusal.token(.spent(on: first.number, sameOrder: true))) {
                try await client.pay(source, sale: true, named: "2", rule: "sale/2")
            }
        }
    }

    @Test(
        "a spent registration is reported like a token; without a payment it is spent all the same",
        arguments: [AcquirerAnswer.notSent, .declined(.doNotHonor, AcquirerChecks()), .unknown])
    func spentRegistrations(outcome: AcquirerAnswer) async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let id = try await client.register(id: "r-1")
            let source = PaymentSource.registered(id, expiry: nil, securityCode: nil)
            await fixture.acquirer.answers { _ in outcome }
            let first = try await client.pay(source)
            let refusal =
                outcome == .unknown
                ? PaymentRefusal.inFlight : .registrationSpent(by: first.number)
            await #expect(throws: refusal) { try await client.pay(source) }
        }
    }

    @Test("a sale with a token that is stale by now is found again by its name")
    func staleToken() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let source = PaymentSource.applePay(.fields(try fixture.token().fields))
            let first = try await client.pay(source, sale: true, rule: "sale/1")
            fixture.clock.advance(seconds: 3_600)
            let second = try await client.pay(source, sale: true, rule: "sale/1")
            #expect(second.isRepetition)
            #expect(second.number == first.number)
            // Under another name it has paid all the same; one that has not paid is stale.
            await expectRefusal("replayed") {
                try await client.pay(source, sale: true, rule: "sale/2")
            }
            let unpaid = PaymentSource.applePay(.fields(try fixture.token().fields))
            fixture.clock.advance(seconds: 3_600)
            await expectRefusal("stale-signing-time") {
                try await client.pay(unpaid, sale: true, rule: "sale/3")
            }
        }
    }

    @Test(
        "a token that Apple did not sign is no repetition, though it names what has paid",
        arguments: [0, 3_600])
    func forgedToken(age: Int64) async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let fields = try fixture.token().fields
            _ = try await client.pay(.applePay(.fields(fields)), sale: true, rule: "sale/1")
            fixture.clock.advance(seconds: age)
            let forged = ApplePayFields(
                version: fields.version, data: fields.data,
                signature: try fixture.token(999_999).fields.signature,
                ephemeralPublicKey: fields.ephemeralPublicKey, wrappedKey: fields.wrappedKey,
                publicKeyHash: fields.publicKeyHash, transactionId: fields.transactionId,
                applicationData: fields.applicationData)
            for rule in ["sale/1", "sale/2"] {
                await expectRefusal(PaymentTokenError.digestMismatch.code) {
                    try await client.pay(.applePay(.fields(forged)), sale: true, rule: rule)
                }
            }
            #expect(await fixture.acquirer.asked.count == 1)
        }
    }

    @Test(
        "a spent token is reported by the fate of its payment, whatever the request's name",
        arguments: [
            (AcquirerAnswer.notSent, PaymentRefusal.token(.spentWithoutPayment)),
            (.declined(.doNotHonor, AcquirerChecks()), .token(.spentWithoutPayment)),
            (.unknown, .inFlight),
        ], [true, false])
    func spentToken(
        _ row: (outcome: AcquirerAnswer, refusal: PaymentRefusal), isSale: Bool
    ) async throws {
        let (outcome, refusal) = row
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            await fixture.acquirer.answers { _ in outcome }
            let source = PaymentSource.applePay(.fields(try fixture.token().fields))
            _ = try await client.pay(source, sale: isSale, rule: isSale ? "sale/1" : nil)
            for rule in ["sale/1", "sale/2", nil] {
                await #expect(throws: refusal) {
                    try await client.pay(source, sale: isSale, rule: rule)
                }
            }
            await fixture.acquirer.answers { .approval(of: $0.amount) }
            let paid = PaymentSource.applePay(.fields(try fixture.token().fields))
            let first = try await client.pay(paid, sale: isSale, rule: isSale ? "sale/3" : nil)
            for rule in ["sale/4", nil] {
                let replayed = TokenRefusal.spent(on: first.number, sameOrder: true)
                await #expect(throws: PaymentRefusal.token(replayed)) {
                    try await client.pay(paid, sale: isSale, rule: rule)
                }
            }
        }
    }

    @Test("a client that sends a spent token is asked for money again only if nothing was paid")
    func askingAgain() {
        for (refusal, asks) in [(TokenRefusal.replayed, false), (.spentWithoutPayment, true)] {
            #expect(refusal.sentence.contains("Ask the customer to pay again.") == asks)
            #expect(refusal.sentence.contains("Look for that payment first.") == !asks)
            // InstaMed's clients split its errors there.
            #expect(!refusal.sentence.contains(";"))
        }
    }

    @Test("a client that sends a spent token for another order, or amount, hears that")
    func otherOrder() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let source = PaymentSource.applePay(.fields(try fixture.token().fields))
            let first = try await client.pay(source)
            for (order, amount, isSame) in [
                ("order", 1000, true), ("order", nil, true), ("other", 1000, false),
            ] as [(String, Int64?, Bool)] {
                let command = AuthorizeCommand(
                    source: source, orderReference: order, amount: try amount.map(usd))
                let refusal = PaymentRefusal.token(.spent(on: first.number, sameOrder: isSame))
                await #expect(throws: refusal) { try await client.send(.authorize(command)) }
            }
        }
    }

    @Test(
        "if the database doesn't know whether a spent token has paid, no client hears that it hasn't"
    )
    func unreadableDatabase() async throws {
        let faults = StoreFaults()
        try await withEngine(faults: faults) { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let registered = PaymentSource.registered(
                try await client.register(id: "r-1"), expiry: nil, securityCode: nil)
            for source in [.applePay(.fields(try fixture.token().fields)), registered] {
                _ = try await client.pay(source, sale: true)
                faults.set(.refused, on: .record)
                await expectRefusal("in-flight") {
                    try await client.pay(source, sale: true)
                }
                faults.set(nil, on: .record)
                await expectRefusal("replayed") { try await client.pay(source, sale: true) }
            }
        }
    }

    @Test("a sale that was refused in the end has not paid")
    func spentOnRefusedSale() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let refused = PaymentSource.applePay(.fields(try fixture.token().fields))
            await fixture.acquirer.replies { _ in .unanswered }
            _ = try await client.pay(refused, sale: true, rule: "sale/1")
            await #expect(throws: PaymentRefusal.inFlight) {
                try await client.pay(refused, sale: true, rule: "sale/2")
            }
            await fixture.acquirer.replies { _ in .refused(.doNotHonor) }
            let later = fixture.clock.now.adding(seconds: 60)
            #expect(await fixture.worker.runOnce(at: later).refused.count == 1)
            await #expect(throws: PaymentRefusal.reversedSince) {
                try await client.pay(refused, sale: true, rule: "sale/1")
            }
            await #expect(throws: PaymentRefusal.token(.spentWithoutPayment)) {
                try await client.pay(refused, sale: true, rule: "sale/2")
            }
        }
    }

    @Test("a sale whose capture was taken back for another one, which was not made, may yet pay")
    func spentOnReplacedCapture() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let source = PaymentSource.applePay(.fields(try fixture.token().fields))
            let paid = try await client.pay(source, sale: true)
            let number = try #require(paid.number)
            await fixture.acquirer.replies { _ in .unanswered }
            await expectRefusal("in-flight") {
                try await LifelongClient(fixture: fixture).capture(number, 800)
            }
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            let later = fixture.clock.now.adding(seconds: 60)
            #expect(await fixture.worker.runOnce(at: later).answered == 1)
            await #expect(throws: PaymentRefusal.inFlight) {
                try await client.pay(source, sale: true)
            }
            try await LifelongClient(fixture: fixture).capture(number, 1000)
            let spent = TokenRefusal.spent(on: paid.number, sameOrder: true)
            await #expect(throws: PaymentRefusal.token(spent)) {
                try await client.pay(source, sale: true)
            }
        }
    }

    @Test(
        "a token whose authorization is being released is in progress, and has paid if that is refused"
    )
    func spentOnReleasedHold() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let source = PaymentSource.applePay(.fields(try fixture.token().fields))
            let paid = try await client.pay(source)
            await fixture.acquirer.replies { _ in .unanswered }
            _ = try await client.release(paid.number, 400)
            let spent = TokenRefusal.spent(on: paid.number, sameOrder: true)
            await #expect(throws: PaymentRefusal.token(spent)) { try await client.pay(source) }
            _ = try await client.release(paid.number, nil)
            await #expect(throws: PaymentRefusal.inFlight) { try await client.pay(source) }
            await fixture.acquirer.replies { _ in .refused(.doNotHonor) }
            let later = fixture.clock.now.adding(seconds: 60)
            #expect(await fixture.worker.runOnce(at: later).refused.count == 2)
            await #expect(throws: PaymentRefusal.token(spent)) { try await client.pay(source) }
        }
    }

    @Test(
        "a token that was spent on a credit is reported by the fate of that",
        arguments: [
            (
                AcquirerAnswer.declined(.doNotHonor, AcquirerChecks()),
                PaymentRefusal.token(.spentWithoutPayment)
            ),
            (.unknown, .inFlight),
        ])
    func spentOnCredit(outcome: AcquirerAnswer, refusal: PaymentRefusal) async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            await fixture.acquirer.answers { _ in outcome }
            let source = PaymentSource.applePay(.fields(try fixture.token().fields))
            let credit = PaymentCommand.credit(
                CreditCommand(source: source, orderReference: "order", amount: try usd(1000)))
            _ = try await client.send(credit, rule: "credit/1")
            for rule in ["credit/1", "credit/2", nil] {
                await #expect(throws: refusal) { try await client.send(credit, rule: rule) }
            }
        }
    }

    @Test("a token that was spent on a credit names it, until it is taken back")
    func creditTakenBack() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let source = PaymentSource.applePay(.fields(try fixture.token().fields))
            let credit = PaymentCommand.credit(
                CreditCommand(source: source, orderReference: "order", amount: try usd(1000)))
            guard case .authorization(let first) = try await client.send(credit) else {
                throw UnexpectedResult()
            }
            #expect(first.number != nil)
            let replayed = TokenRefusal.spent(on: first.number, sameOrder: true)
            await #expect(throws: PaymentRefusal.token(replayed)) { try await client.send(credit) }
            await fixture.acquirer.replies { _ in .unanswered }
            _ = try await client.void(first.number)
            await #expect(throws: PaymentRefusal.inFlight) { try await client.send(credit) }
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            fixture.clock.advance(seconds: 60)
            _ = await fixture.worker.runOnce(at: fixture.clock.now)
            await #expect(throws: PaymentRefusal.token(.spentWithoutPayment)) {
                try await client.send(credit)
            }
        }
    }

    @Test("the payment of a spent token is found among any number of payments of its order")
    func manyOfOneOrder() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let source = PaymentSource.applePay(.fields(try fixture.token().fields))
            await fixture.acquirer.replies {
                $0.kind == .capture ? .refused(.doNotHonor) : .acknowledged(nil)
            }
            _ = try await client.pay(source, sale: true)
            for _ in 0...EngineLimits.transactionsPerInquiry {
                fixture.clock.advance(milliseconds: 10)
                _ = try await client.pay(try card())
            }
            await #expect(throws: PaymentRefusal.token(.spentWithoutPayment)) {
                try await client.pay(source, sale: true)
            }
        }
    }

    private func cardWithCryptogram() throws -> KeyedCard {
        var card = KeyedCard(
            pan: try PAN(digits: "4111111111111111"), expiry: CardExpiry(year: 2030, month: 12))
        card.cryptogram = Cryptogram([UInt8](repeating: 7, count: 20))
        return card
    }

    @Test("a card with a cryptogram is reported like a token")
    func spentCryptogram() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let source = PaymentSource.keyed(try cardWithCryptogram())
            await fixture.acquirer.answers { _ in .declined(.doNotHonor, AcquirerChecks()) }
            _ = try await client.pay(source, sale: true, rule: "sale/1")
            await #expect(throws: PaymentRefusal.token(.spentWithoutPayment)) {
                try await client.pay(source, sale: true, rule: "sale/1")
            }
        }
    }

    @Test("a card with a value of 3-D Secure pays under every name, and once under each")
    func threeDSecureValue() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            var card = try cardWithCryptogram()
            card.isCryptogramForOneUse = false
            let source = PaymentSource.keyed(card)
            await fixture.acquirer.answers { _ in .declined(.doNotHonor, AcquirerChecks()) }
            _ = try await client.pay(source, sale: true, rule: "sale/1")
            await fixture.acquirer.answers { .approval(of: $0.amount) }
            let first = try await client.pay(source, sale: true, rule: "sale/1")
            let again = try await client.pay(source, sale: true, rule: "sale/1")
            let other = try await client.pay(source, sale: true, rule: "sale/2")
            #expect([first, again, other].map(\.isRepetition) == [false, true, false])
            #expect(again.number == first.number)
            #expect(other.number != first.number)
        }
    }

    @Test("a capture, a refund and a void are found again although nothing is left for them")
    func referenced() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let paid = try await client.pay(card())
            for _ in 0..<2 { _ = try await client.capture(paid.number, nil, rule: "capture/1") }
            let captured = try await client.capture(paid.number, nil, rule: "capture/1")
            #expect(captured.isRepetition)
            let refunds = [
                try await client.refund(captured.number, nil, rule: "credit/1"),
                try await client.refund(captured.number, nil, rule: "credit/1"),
            ]
            #expect(refunds.map(\.isRepetition) == [false, true])
            let voids = [
                try await client.void(refunds[0].number, rule: "void/1"),
                try await client.void(refunds[0].number, rule: "void/1"),
            ]
            #expect(voids.map(\.isRepetition) == [false, true])
            #expect(
                await fixture.acquirer.told.map(\.kind) == [.capture, .refund, .refundVoid])
            await expectRefusal("depleted") {
                try await client.capture(paid.number, nil, rule: "capture/2")
            }
        }
    }

    @Test("sixty-four sales under one name at once are one")
    func concurrent() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let source = try card()
            let fresh = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<64 {
                    group.addTask {
                        let answer = try? await client.pay(source, sale: true, rule: "sale/1")
                        return answer.map { !$0.isRepetition } ?? false
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(fresh == 1)
            #expect(try await fixture.payment().amounts.captured == 1000)
        }
    }
}
