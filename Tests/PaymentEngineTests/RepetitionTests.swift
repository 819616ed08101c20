import PaymentDomain
import PaymentEngine
import Testing

@Suite("The effects that a repetition must not have", .timeLimit(.minutes(5)))
struct RepetitionTests {
    private func card() throws -> PaymentSource {
        .keyed(
            KeyedCard(
                pan: try PAN(digits: "4111111111111111"),
                expiry: CardExpiry(year: 2030, month: 12)))
    }

    private func registered(_ client: NumberedClient, _ name: String) async throws -> PaymentSource
    {
        .registered(try await client.register(id: name), expiry: nil, securityCode: nil)
    }

    @Test("a last capture that is another's repetition leaves its own payment's hold alone")
    func captureOfAnother() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let first = try await client.pay(card())
            let second = try await client.pay(card())
            _ = try await client.capture(first.number, 400, rule: "capture/1")
            let again = try await client.capture(
                second.number, 400, isFinal: true, rule: "capture/1")
            #expect(again.isRepetition)
            #expect(await fixture.acquirer.told.map(\.kind) == [.capture])
            _ = try await client.capture(second.number, 1000, rule: "capture/2")
            _ = try await client.capture(first.number, 600, rule: "capture/3")
        }
    }

    @Test("a void of a sale that repeats another void releases no other authorization")
    func voidOfAnother() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let held = try await client.pay(card())
            let captured = try await client.capture(held.number, 400)
            let sale = try await client.pay(card(), sale: true)
            _ = try await client.void(captured.number, rule: "void/1")
            #expect(try await client.void(sale.number, rule: "void/1").isRepetition)
            #expect(await fixture.acquirer.told(.release).isEmpty)
            #expect(try await client.capture(held.number, 1000).refusal == nil)
        }
    }

    @Test("a registration that did not pay is no repetition, whatever else has its request's name")
    func otherRegistration() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let paid = try await registered(client, "r-1")
            _ = try await client.pay(paid, sale: true, named: "1", rule: "sale/1")
            let stranger = try #require(RegistrationID("r-2"))
            await expectRefusal("registration-not-found") {
                try await client.pay(
                    .registered(stranger, expiry: nil, securityCode: nil), sale: true,
                    named: "1", rule: "sale/1")
            }
            let late = try await registered(client, "r-3")
            fixture.clock.advance(seconds: 86_401)
            await expectRefusal("registration-expired") {
                try await client.pay(late, sale: true, named: "1", rule: "sale/1")
            }
        }
    }

    @Test("a sale whose capture was refused in the end is taken back, and not done once more")
    func refusedLater() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let source = try await registered(client, "r-1")
            await fixture.acquirer.replies { _ in .unanswered }
            _ = try await client.pay(source, sale: true, named: "1", rule: "sale/1")
            await fixture.acquirer.replies { _ in .refused(.invalidAmount) }
            let later = fixture.clock.now.adding(seconds: 60)
            #expect(await fixture.worker.runOnce(at: later).refused.count == 1)
            await expectRefusal("taken-back") {
                try await client.pay(source, sale: true, named: "1", rule: "sale/1")
            }
        }
    }

    @Test("an operation reported as final is not done again if the acquirer refuses it later")
    func refusedAfterReply() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let paid = try await client.pay(card())
            let captured = try await client.capture(paid.number, 600)
            await fixture.acquirer.replies { _ in .unanswered }
            _ = try await client.refund(captured.number, 200, rule: "credit/1")
            _ = try await client.capture(paid.number, 100, rule: "capture/1")
            _ = try await client.pay(card(), sale: true, rule: "sale/1")
            await fixture.acquirer.replies { _ in .refused(.invalidAmount) }
            let later = fixture.clock.now.adding(seconds: 60)
            #expect(await fixture.worker.runOnce(at: later).refused.count == 3)
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            _ = try await client.refund(captured.number, 200, rule: "credit/2")
            await expectRefusal("taken-back") {
                try await client.refund(captured.number, 200, rule: "credit/1")
            }
            await expectRefusal("taken-back") {
                try await client.capture(paid.number, 100, rule: "capture/1")
            }
            await expectRefusal("taken-back") {
                try await client.pay(card(), sale: true, rule: "sale/1")
            }
            #expect(await fixture.acquirer.asked.count == 2)
            #expect(try await fixture.payment().amounts.captured == 0)
        }
    }

    @Test("an operation reported as refused may be tried again under its name")
    func refusedAtOnce() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let paid = try await client.pay(card())
            let captured = try await client.capture(paid.number, 600)
            for round in 0..<2 {
                await fixture.acquirer.replies { _ in .refused(.invalidAmount) }
                let refund = try await client.refund(captured.number, 200, rule: "credit/1")
                #expect(refund.refusal == .invalidAmount && !refund.isRepetition)
                let sale = try await client.pay(card(), sale: true, rule: "sale/1")
                #expect(sale.outcome == .declined(.invalidAmount) && !sale.isRepetition)
                #expect(await fixture.acquirer.asked.count == 2 + round)
            }
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            let refund = try await client.refund(captured.number, 200, rule: "credit/1")
            #expect(refund.refusal == nil && !refund.isRepetition)
            #expect(try await client.refund(captured.number, 200, rule: "credit/1").isRepetition)
        }
    }

    @Test("a copy that comes after what was done has been taken back does nothing")
    func takenBack() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let sold = try await client.pay(card(), sale: true, rule: "sale/1")
            let paid = try await client.pay(card())
            let captured = try await client.capture(paid.number, 600, rule: "capture/1")
            let refunded = try await client.refund(captured.number, 200, rule: "credit/1")
            let copies: [(of: TransactionNumber?, send: () async throws -> Void)] = [
                (sold.number, { _ = try await client.pay(card(), sale: true, rule: "sale/1") }),
                (
                    refunded.number,
                    { _ = try await client.refund(captured.number, 200, rule: "credit/1") }
                ),
                (
                    captured.number,
                    { _ = try await client.capture(paid.number, 600, rule: "capture/1") }
                ),
            ]
            for copy in copies {
                await fixture.acquirer.replies { _ in .unanswered }
                _ = try await client.void(copy.of)
                await expectRefusal("in-flight") { try await copy.send() }
                await fixture.acquirer.replies { _ in .acknowledged(nil) }
                fixture.clock.advance(seconds: 60)
                _ = await fixture.worker.runOnce(at: fixture.clock.now)
                let told = await fixture.acquirer.told.count
                await expectRefusal("taken-back") { try await copy.send() }
                #expect(await fixture.acquirer.told.count == told)
            }
            #expect(await fixture.acquirer.asked.count == 2)
            // Under a name of its own it is another one.
            let another = try await client.capture(paid.number, 600, rule: "capture/2")
            #expect(another.refusal == nil)
        }
    }

    @Test("a repetition of an unanswered request has the number of the first")
    func numberOfUnanswered() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let held = try await client.pay(card())
            await fixture.acquirer.replies { _ in .unanswered }
            let first = try await client.capture(held.number, 400, rule: "capture/1")
            let again = try await client.capture(held.number, 400, rule: "capture/1")
            #expect(again.isRepetition)
            #expect(first.number != nil)
            #expect(again.number == first.number)
        }
    }

    @Test("a refund beyond what was captured is for what was captured", arguments: [true, false])
    func beyondCapture(allowed: Bool) async throws {
        try await withEngine(allowsRefundBeyondCapture: allowed) { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let sale = try await client.pay(card(), sale: true)
            var refund = RefundCommand(
                reference: .number(try #require(sale.number)), amount: try usd(1500))
            refund.mayExceedCapture = true
            let command = PaymentCommand.refund(refund)
            if allowed {
                #expect(
                    try await client.authorization(command, rule: "credit/1").outcome == .approved)
                #expect(try await client.authorization(command, rule: "credit/1").isRepetition)
                #expect(await fixture.acquirer.asked.map(\.purpose) == [.hold, .credit])
            } else {
                await expectRefusal("amount-exceeded") { try await client.send(command) }
            }
            // The capture is being taken back: no money is left that a refund could refer to.
            await fixture.acquirer.replies { _ in .unanswered }
            _ = try await client.void(sale.number)
            await expectRefusal("amount-exceeded") { try await client.send(command) }
        }
    }

    @Test("a refund of a payment that another protocol began, repeated, is no credit beside it")
    func repeatedBeyondCapture() async throws {
        try await withEngine(allowsRefundBeyondCapture: true) { (fixture) async throws in
            // Its card has another handle there.
            let number = try await LifelongClient(fixture: fixture).pay(sale: true)
            let client = NumberedClient(fixture: fixture)
            var refund = RefundCommand(reference: .number(number), amount: try usd(600))
            refund.mayExceedCapture = true
            for isRepetition in [false, true, true] {
                let result = try await client.send(.refund(refund), rule: "credit/1")
                guard case .recorded(let recorded) = result else { throw UnexpectedResult() }
                #expect(recorded.isRepetition == isRepetition)
            }
            // What is asked for under another name is another refund, and no capture is left for it.
            for isRepetition in [false, true] {
                let credit = try await client.authorization(.refund(refund), rule: "credit/2")
                #expect(credit.isRepetition == isRepetition)
            }
            #expect(await fixture.acquirer.asked.map(\.purpose) == [.hold, .credit])
        }
    }

    @Test("if a protocol has no refund above the capture, no merchant's setting allows one")
    func beyondCaptureInNoProtocol() async throws {
        try await withEngine(allowsRefundBeyondCapture: true) { (fixture) async throws in
            let sale = try await NumberedClient(fixture: fixture).pay(card(), sale: true)
            let client = LifelongClient(fixture: fixture)
            let number = try #require(sale.number)
            await expectRefusal("amount-exceeded") {
                try await client.refund(number, 1500, settled: false)
            }
            #expect(await fixture.acquirer.asked.map(\.purpose) == [.hold])
        }
    }
}
