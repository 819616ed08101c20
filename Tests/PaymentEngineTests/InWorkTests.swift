import PaymentDomain
import PaymentEngine
import Testing

@Suite("An operation in progress elsewhere has no answer yet", .timeLimit(.minutes(5)))
struct InWorkTests {
    private func card() throws -> PaymentSource {
        .keyed(
            KeyedCard(
                pan: try PAN(digits: "4111111111111111"),
                expiry: CardExpiry(year: 2030, month: 12)))
    }

    /// Answers an advice when a test says so; tells when it was asked.
    private struct SlowAnswer: Sendable {
        let asked = Gate()
        let mayAnswer = Gate()

        func apply(to acquirer: ScriptedAcquirer, _ outcome: AdviceOutcome) async {
            await acquirer.replies { [asked, mayAnswer] _ in
                await asked.open()
                await mayAnswer.wait()
                return outcome
            }
        }
    }

    @Test("a capture that another server is sending is not reported as done: it may be refused")
    func capture() async throws {
        try await withTwoEngines { (one, two) async throws in
            _ = try await one.authorize()
            let slow = SlowAnswer()
            await slow.apply(to: one.acquirer, .refused(.doNotHonor))
            let first = Task { try await one.capture(600, final: true, key: "c") }
            await slow.asked.wait()
            await #expect(throws: PaymentRefusal.inFlight) {
                try await two.capture(600, final: true, key: "c")
            }
            // Nothing was given up because of it.
            #expect(try await two.payment().amounts.releasing == 0)
            await slow.mayAnswer.open()
            #expect(try await first.value.refusal == .doNotHonor)
            #expect(try await two.capture(600, final: true, key: "c").refusal == .doNotHonor)
            #expect(await two.acquirer.told.isEmpty)
        }
    }

    @Test("an inquiry reports a sale, and a capture, as in progress until it is answered")
    func inquiry() async throws {
        try await withTwoEngines { (one, two) async throws in
            let client = LifelongClient(fixture: one)
            let asking = LifelongClient(fixture: two)
            let held = try await client.pay(order: "held")
            let slow = SlowAnswer()
            await slow.apply(to: one.acquirer, .refused(.doNotHonor))
            let sale = Task { try await client.pay(sale: true, order: "sale") }
            await slow.asked.wait()
            var inquiry = InquireCommand(clientName: nil, number: nil)
            inquiry.orderReference = "sale"
            #expect(try await asking.found(inquiry).map(\.standing) == [.inProgress])
            let capture = Task { try await client.capture(held, 400) }
            while try await asking.found(held).payment?.isCaptureInWork == false {
                try Task.checkCancellation()
                await Task.yield()
            }
            await slow.mayAnswer.open()
            _ = try await (sale.value, capture.value)
            #expect(try await asking.found(inquiry).map(\.standing) == [.refused(.doNotHonor)])
            #expect(try await asking.found(held).payment?.isCaptureInWork == false)
            await one.acquirer.replies { _ in .unanswered }
            let later = try await client.pay(sale: true, order: "later")
            // Its client was told that it stands.
            #expect(try await asking.found(later).standing == .done)
        }
    }

    @Test("an inquiry reports a void as in progress until it is answered")
    func inquiryOfVoid() async throws {
        try await withTwoEngines { (one, two) async throws in
            let client = LifelongClient(fixture: one)
            let asking = LifelongClient(fixture: two)
            let sale = try await client.pay(sale: true)
            let refund = try #require(try await client.refund(sale, 300, settled: false).number)
            let credit = try await client.credit(500)
            for number in [refund, credit] {
                let slow = SlowAnswer()
                await slow.apply(to: one.acquirer, .refused(.doNotHonor))
                let void = Task { try await client.cancel(number) }
                await slow.asked.wait()
                let found = try await asking.found(number)
                #expect(found.isBeingReversed && !found.isReversed)
                // What its own request was answered stays what it was.
                #expect(found.standing == .done)
                await slow.mayAnswer.open()
                #expect(try await void.value.refusal == .doNotHonor)
                #expect(try await asking.found(number).isBeingReversed == false)
                // The client of this void is told that it stands; another void is in work.
                await one.acquirer.replies { _ in .unanswered }
                #expect(try await client.cancel(number).refusal == nil)
                #expect(try await asking.found(number).isBeingReversed)
                await one.acquirer.replies { _ in .acknowledged(nil) }
                one.clock.advance(seconds: 60)
                #expect(await one.worker.runOnce(at: one.clock.now).answered == 1)
                let taken = try await asking.found(number)
                #expect(taken.isReversed && !taken.isBeingReversed)
            }
        }
    }

    @Test(
        "an inquiry about a sale, or an authorization, that is being voided reports what is in progress"
    )
    func inquiryOfVoidedPayment() async throws {
        try await withTwoEngines { (one, two) async throws in
            let client = LifelongClient(fixture: one)
            let asking = LifelongClient(fixture: two)
            for isSale in [true, false] {
                let number = try await client.pay(sale: isSale, order: "\(isSale)")
                let slow = SlowAnswer()
                await slow.apply(to: one.acquirer, .refused(.doNotHonor))
                let void = Task { try await client.cancel(number) }
                await slow.asked.wait()
                let found = try await asking.found(number)
                #expect(found.standing == .done && !found.isReversed)
                #expect(found.isBeingReversed == isSale)
                let amounts = try #require(found.payment).amounts
                #expect((isSale ? amounts.uncapturing : amounts.releasing) == 1000)
                await slow.mayAnswer.open()
                #expect(try await void.value.refusal == .doNotHonor)
                let after = try await asking.found(number)
                #expect(!after.isBeingReversed && after.payment?.isClosed == false)
            }
        }
    }

    @Test("an unanswered capture is final at every server, and the worker sends it soon")
    func unanswered() async throws {
        try await withTwoEngines { (one, two) async throws in
            _ = try await one.authorize()
            await one.acquirer.replies { _ in .unanswered }
            let first = try await one.capture(600, key: "c")
            let second = try await two.capture(600, key: "c")
            #expect(second.operationID == first.operationID)
            #expect(second.refusal == nil && !second.isAnswered)
            let soon = one.clock.now.adding(seconds: EngineLimits.firstRetrySeconds)
            #expect(await two.worker.runOnce(at: soon).answered == 1)
            #expect(try await two.capture(600, key: "c").isAnswered)
        }
    }

    @Test("a refund for which only an unanswered capture has room is in progress; more is refused")
    func refundOfCapture() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            _ = try await fixture.capture(300)
            await fixture.acquirer.replies { _ in .unanswered }
            _ = try await fixture.capture(400)
            for cents: Int64 in [301, 700] {
                await #expect(throws: PaymentRefusal.inFlight) { try await fixture.refund(cents) }
            }
            await #expect(throws: PaymentRefusal.amountExceeded) { try await fixture.refund(701) }
            let client = LifelongClient(fixture: fixture)
            let sale = try await client.pay(sale: true, order: "sale")
            await expectRefusal("in-flight") { try await client.refund(sale, settled: false) }
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            let soon = fixture.clock.now.adding(seconds: EngineLimits.firstRetrySeconds)
            #expect(await fixture.worker.runOnce(at: soon).answered == 2)
            #expect(try await fixture.refund(700).refusal == nil)
            #expect(try await client.refund(sale, settled: false).amount.minorUnits == 1000)
        }
    }

    @Test("a sale whose capture another server is sending is not reported as paid")
    func sale() async throws {
        try await withTwoEngines { (one, two) async throws in
            let source = try card()
            let slow = SlowAnswer()
            await slow.apply(to: one.acquirer, .refused(.doNotHonor))
            let first = Task {
                try await NumberedClient(fixture: one).pay(source, sale: true, rule: "sale/1")
            }
            await slow.asked.wait()
            let repetition = NumberedClient(fixture: two)
            await expectRefusal("in-flight") {
                try await repetition.pay(source, sale: true, rule: "sale/1")
            }
            await slow.mayAnswer.open()
            #expect(try await first.value.outcome == .declined(.doNotHonor))
            // The first came to nothing, so this is another.
            let second = try await repetition.pay(source, sale: true, rule: "sale/1")
            #expect(!second.isRepetition && second.outcome == .approved)
        }
    }

    @Test("a payment that is being voided is no approved duplicate")
    func takenBack() async throws {
        try await withTwoEngines { (one, two) async throws in
            let source = try card()
            let clients = [NumberedClient(fixture: one), NumberedClient(fixture: two)]
            let sale = try await clients[0].pay(source, sale: true, rule: "sale/1")
            let held = try await clients[0].pay(source)
            let captured = try await clients[0].capture(held.number, 400, rule: "capture/1")
            await one.acquirer.replies { _ in .unanswered }
            for number in [sale.number, captured.number] {
                #expect(try await clients[0].void(number).isAnswered == false)
            }
            await expectRefusal("in-flight") {
                try await clients[1].pay(source, sale: true, rule: "sale/1")
            }
            await expectRefusal("in-flight") {
                try await clients[1].capture(held.number, 400, rule: "capture/1")
            }
            let later = one.clock.now.adding(seconds: 60)
            #expect(await two.worker.runOnce(at: later).answered == 2)
            await expectRefusal("taken-back") {
                try await clients[1].pay(source, sale: true, rule: "sale/1")
            }
        }
    }

    @Test("a capture in place of another one that is being sent is in progress")
    func recapture() async throws {
        try await withTwoEngines { (one, two) async throws in
            let number = try await LifelongClient(fixture: one).pay()
            let slow = SlowAnswer()
            await slow.apply(to: one.acquirer, .refused(.doNotHonor))
            let first = Task { try await LifelongClient(fixture: one).capture(number, 400) }
            await slow.asked.wait()
            for cents in [400, nil] as [Int64?] {
                await expectRefusal("in-flight") {
                    try await LifelongClient(fixture: two).capture(number, cents)
                }
            }
            await slow.mayAnswer.open()
            #expect(try await first.value.refusal == .doNotHonor)
        }
    }

    @Test("a release of an amount that is being released is in progress: it may be refused")
    func release() async throws {
        try await withTwoEngines { (one, two) async throws in
            _ = try await one.authorize()
            let slow = SlowAnswer()
            await slow.apply(to: one.acquirer, .refused(.doNotHonor))
            let first = Task { try await one.release(nil, key: "a") }
            await slow.asked.wait()
            await expectRefusal("in-flight") { try await two.release(nil, key: "b") }
            await slow.mayAnswer.open()
            #expect(try await first.value.refusal == .doNotHonor)
            #expect(try await two.release(nil, key: "b").amount == (try usd(1000)))
        }
    }
}
