import AppleSimulator
@_spi(CardData) import PaymentDomain
import PaymentEngine
import Testing

@Suite("The order of the steps of an authorization", .timeLimit(.minutes(5)))
struct AuthorizeOrderTests {
    @Test("the intent is durable before the acquirer is asked")
    func intentFirst() async throws {
        try await withEngine { (fixture) async throws in
            await fixture.acquirer.answers { request in
                // Read on another connection, which sees only what is committed.
                let found: [Int64?] =
                    (try? [
                        "SELECT count(*) FROM payments WHERE state = 'authorizing'",
                        "SELECT count(*) FROM spent_tokens", "SELECT count(*) FROM cards",
                        "SELECT count(*) FROM idempotency",
                    ].map(fixture.number)) ?? []
                // A wallet payment spends two names.
                #expect(found == [1, 2, 1, 1])
                return .approval(of: request.amount)
            }
            #expect(try await fixture.authorize(key: "k").outcome == .approved)
        }
    }

    @Test("without a durable intent the acquirer is not asked")
    func noIntentNoQuestion() async throws {
        let faults = StoreFaults()
        try await withEngine(faults: faults) { (fixture) async throws in
            faults.set(.refused, on: .begin)
            await #expect(throws: PaymentRefusal.storeUnavailable) {
                try await fixture.authorize()
            }
            #expect(await fixture.acquirer.asked.isEmpty)
            #expect(try fixture.number("SELECT count(*) FROM payments") == 0)
        }
    }

    @Test("an intent of which nobody knows whether it was written is not sent, and is undone")
    func unknownIntent() async throws {
        let faults = StoreFaults()
        try await withEngine(faults: faults) { (fixture) async throws in
            faults.set(.writtenUnknown, on: .begin)
            await #expect(throws: PaymentRefusal.outcomeNotStored) {
                try await fixture.authorize()
            }
            #expect(await fixture.acquirer.asked.isEmpty)
            faults.set(nil, on: .begin)
            fixture.clock.advance(seconds: 3600)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).answered == 1)
            #expect(try await fixture.payment().state == .reversed)
        }
    }

    @Test("without a durable outcome there is no reply, and the hold is undone")
    func noOutcomeNoReply() async throws {
        let faults = StoreFaults()
        try await withEngine(faults: faults) { (fixture) async throws in
            faults.set(.refused, on: .finish)
            await #expect(throws: PaymentRefusal.outcomeNotStored) {
                try await fixture.authorize()
            }
            #expect(try await fixture.payment().state == .authorizing)
            faults.set(nil, on: .finish)
            fixture.clock.advance(seconds: 3600)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).answered == 1)
            #expect(await fixture.acquirer.told(.reversal).count == 1)
            #expect(try await fixture.payment().state == .reversed)
        }
    }

    @Test("the outcome is durable when the reply is made")
    func outcomeFirst() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize(key: "k")
            let found = try [
                "SELECT count(*) FROM payments WHERE state = 'authorized'",
                "SELECT count(*) FROM payment_events",
            ].map(fixture.number)
            #expect(found == [1, 1])
        }
    }

    @Test(
        "cryptogram, indicator and number reach the acquirer as the device made them",
        arguments: [(.visa, "7"), (.mastercard, nil), (.discover, "5")] as [(TestCard, String?)])
    func byteForByte(card: TestCard, eci: String?) async throws {
        try await withEngine { (fixture) async throws in
            let secret = (0..<20).map { UInt8(255 - $0 * 7) }
            var order = SimulatedOrder(amount: try usd(1000), card: card, at: fixture.clock.now)
            order.cryptogram = secret
            _ = try await fixture.authorize(.fields(fixture.device.pay(order).fields))
            let request = try #require(await fixture.acquirer.asked.first)
            #expect(request.cryptogram?.withBytes { $0 } == secret)
            #expect(request.eci?.value == eci)
            #expect(request.pan == (try card.pan()))
            #expect(request.entryMode == .applePay)
            #expect(request.amount == (try usd(1000)))
            #expect(request.identity.stan.wholeMatch(of: /[0-9]{6}/) != nil)
            #expect(request.identity.retrievalReference.wholeMatch(of: /[0-9]{12}/) != nil)
        }
    }

    @Test("an advice has no card data, if its line does not name the card, and no room for a proof")
    func advicesHoldNoCardData() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            _ = try await fixture.capture(600, final: true)
            _ = try await fixture.refund(600)
            let told = await fixture.acquirer.told
            #expect(told.map(\.kind) == [.capture, .release, .refund])
            let digits = try TestCard.visa.pan().withDigits { $0 }
            for advice in told {
                var text = ""
                dump(advice, to: &text)
                #expect(!text.contains(digits))
                #expect(
                    Mirror(reflecting: advice).children.compactMap(\.label)
                        == [
                            "id", "line", "kind", "identity", "authorizationID", "authorization",
                            "operation", "isRepetition", "merchant", "amount", "card",
                        ])
                #expect(advice.card == nil)
            }
        }
    }

    @Test("the card number is encrypted in the database, and nowhere in the clear")
    func nothingInTheClear() async throws {
        try await withEngine { (fixture) async throws in
            let secret = Array("CRYPTOGRAMOFTWENTY!!".utf8)
            var order = SimulatedOrder(amount: try usd(1000), at: fixture.clock.now)
            order.cryptogram = secret
            await fixture.acquirer.answers { _ in .declined(.doNotHonor, AcquirerChecks()) }
            _ = try await fixture.authorize(.fields(fixture.device.pay(order).fields), key: "k")
            let digits = try TestCard.visa.pan().withDigits { $0 }
            for file in try fixture.files() {
                #expect(!file.contains(Array(digits.utf8)))
                #expect(!file.contains(secret))
            }
        }
    }

    @Test("a card network that the merchant does not take is refused before anything is written")
    func unsupportedNetwork() async throws {
        try await withEngine { (fixture) async throws in
            let token = try fixture.token(card: .amex)
            await #expect(throws: PaymentRefusal.unsupportedCard) {
                try await fixture.authorize(.fields(token.fields))
            }
            #expect(await fixture.acquirer.asked.isEmpty)
            #expect(try fixture.number("SELECT count(*) FROM payments") == 0)
        }
    }
}
