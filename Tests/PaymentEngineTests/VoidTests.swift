import AppleSimulator
import PaymentDomain
import PaymentEngine
import Testing

@Suite("Voids, credits and inquiries", .timeLimit(.minutes(5)))
struct VoidTests {
    @Test("a capture that is taken back leaves the hold as it was before it")
    func captureVoid() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let paid = try await client.pay(.applePay(.fields(try fixture.token().fields)))
            let captured = try await client.capture(paid.number, 400)
            #expect(try await client.void(captured.number).refusal == nil)
            #expect(try await fixture.payment().amounts.captured == 0)
            #expect(await fixture.acquirer.told.map(\.kind) == [.capture, .captureVoid])
            #expect(try await client.capture(paid.number, 1000).refusal == nil)
            await expectRefusal("wrong-state") { try await client.void(captured.number) }
        }
    }

    @Test("a sale that is taken back gives its hold up as well")
    func saleVoid() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let paid = try await client.pay(
                .applePay(.fields(try fixture.token().fields)), sale: true)
            _ = try await client.void(paid.number)
            #expect(await fixture.acquirer.told.map(\.kind) == [.capture, .captureVoid, .release])
            #expect(try await fixture.payment().state == .released)
        }
    }

    @Test("a refund that is taken back can be made again")
    func refundVoid() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let paid = try await client.pay(
                .applePay(.fields(try fixture.token().fields)), sale: true)
            let refunded = try await client.refund(paid.number, 1000)
            await expectRefusal("wrong-state") { try await client.void(paid.number) }
            _ = try await client.void(refunded.number)
            #expect(try await fixture.payment().amounts.refunded == 0)
            #expect(try await client.refund(paid.number, nil).amount == (try usd(1000)))
        }
    }

    @Test("a void that the acquirer refuses changes nothing")
    func refusedVoid() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let paid = try await client.pay(
                .applePay(.fields(try fixture.token().fields)), sale: true)
            await fixture.acquirer.replies { _ in .refused(.invalidTransaction) }
            #expect(try await client.void(paid.number).refusal == .invalidTransaction)
            let amounts = try await fixture.payment().amounts
            #expect([amounts.captured, amounts.uncapturing] == [1000, 0])
        }
    }

    @Test("a settled operation is not voided")
    func settled() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let paid = try await client.pay(
                .applePay(.fields(try fixture.token().fields)), sale: true)
            _ = try await fixture.store.closeBatch(at: fixture.clock.now)
            await expectRefusal("already-settled") { try await client.void(paid.number) }
            #expect(try await client.refund(paid.number, 1000).refusal == nil)
        }
    }

    @Test("an operation that can't be voided still exists; a stranger's number doesn't")
    func notVoidable() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let paid = try await client.pay(.applePay(.fields(try fixture.token().fields)))
            await expectRefusal("wrong-state") { try await client.void(paid.number) }
            await expectRefusal("wrong-state") { try await client.refund(paid.number, 1) }
            let stranger = NumberedClient(fixture: fixture, merchant: EngineFixture.otherShop)
            await expectRefusal("payment-not-found") { try await stranger.void(paid.number) }
            await expectRefusal("payment-not-found") {
                try await stranger.capture(paid.number, 1)
            }
            await fixture.acquirer.answers { _ in .declined(.doNotHonor, AcquirerChecks()) }
            let declined = try await client.pay(
                .applePay(.fields(try fixture.token().fields)), sale: true)
            await expectRefusal("wrong-state") { try await client.void(declined.number) }
        }
    }

    @Test("sixty-four voids of one capture at once are one")
    func concurrentVoids() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let paid = try await client.pay(
                .applePay(.fields(try fixture.token().fields)), sale: true)
            let done = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<64 {
                    group.addTask { (try? await client.void(paid.number)) != nil }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(done == 1)
            #expect(await fixture.acquirer.told(.captureVoid).count == 1)
        }
    }

    @Test("a partial release is refused if a network releases only whole authorizations")
    func wholeOnly() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let paid = try await client.pay(.applePay(.fields(try fixture.token().fields)))
            await expectRefusal("part-not-allowed") {
                try await client.release(paid.number, 400, wholeOnly: [.visa])
            }
            #expect(try await client.release(paid.number, 400).amount == (try usd(400)))
            _ = try await client.release(paid.number, nil)
            await expectRefusal("depleted") { try await client.release(paid.number, nil) }
        }
    }

    @Test("a credit gives a kept card money, and is taken back until it is settled")
    func credit() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let paid = try await client.pay(.applePay(.fields(try fixture.token().fields)))
            let credited = try await client.authorization(
                .credit(
                    CreditCommand(
                        source: .stored(paid.handle, expiry: nil, securityCode: nil),
                        orderReference: "gift", amount: try usd(250))))
            #expect(credited.outcome == .approved)
            #expect(await fixture.acquirer.asked.last?.purpose == .credit)
            #expect(try await fixture.payment("gift").state == .credited)
            _ = try await client.void(credited.number)
            #expect(await fixture.acquirer.told.map(\.kind) == [.refundVoid])
        }
    }

    @Test("a credit that is being voided is in progress, and no approved duplicate")
    func creditTakenBack() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let paid = try await client.pay(.applePay(.fields(try fixture.token().fields)))
            let credit = PaymentCommand.credit(
                CreditCommand(
                    source: .stored(paid.handle, expiry: nil, securityCode: nil),
                    orderReference: "gift", amount: try usd(250)))
            let first = try await client.authorization(credit, rule: "credit/1")
            #expect(try await client.authorization(credit, rule: "credit/1").isRepetition)
            await fixture.acquirer.replies { _ in .unanswered }
            _ = try await client.void(first.number)
            await expectRefusal("in-flight") {
                try await client.authorization(credit, rule: "credit/1")
            }
            await fixture.acquirer.replies { _ in .refused(.doNotHonor) }
            let later = fixture.clock.now.adding(seconds: 60)
            #expect(await fixture.worker.runOnce(at: later).refused.count == 1)
            let snapshot = try await client.authorization(credit, rule: "credit/1")
            #expect(snapshot.isRepetition && snapshot.number == first.number)
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            _ = try await client.void(first.number)
            await expectRefusal("taken-back") {
                try await client.authorization(credit, rule: "credit/1")
            }
        }
    }

    @Test("a credit without an answer is undone")
    func unknownCredit() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let paid = try await client.pay(.applePay(.fields(try fixture.token().fields)))
            await fixture.acquirer.answers { _ in .unknown }
            let credited = try await client.authorization(
                .credit(
                    CreditCommand(
                        source: .stored(paid.handle, expiry: nil, securityCode: nil),
                        orderReference: "gift", amount: try usd(250))))
            #expect(credited.outcome == .unknown)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).answered == 1)
            #expect(try await fixture.payment("gift").state == .reversed)
        }
    }

    @Test("an inquiry finds transactions by the client's name or by number, its own only")
    func inquiry() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let paid = try await client.pay(
                .applePay(.fields(try fixture.token().fields)), named: "one")
            fixture.clock.advance(seconds: 1)
            let sold = try await client.pay(
                .applePay(.fields(try fixture.token().fields)), sale: true, named: "one")
            let rows: [(InquireCommand, [TransactionNumber?])] = [
                (InquireCommand(clientName: "one", number: nil), [sold.number, paid.number]),
                (
                    InquireCommand(clientName: "one", number: nil, kinds: [.sale]),
                    [sold.number]
                ),
                (InquireCommand(clientName: nil, number: paid.number), [paid.number]),
                (InquireCommand(clientName: "two", number: paid.number), []),
                (InquireCommand(clientName: "two", number: nil), []),
            ]
            for (command, expected) in rows {
                guard case .found(let found) = try await client.send(.inquire(command)) else {
                    throw UnexpectedResult()
                }
                #expect(found.map(\.number) == expected)
                #expect(found.allSatisfy { $0.standing == .done })
            }
            let stranger = NumberedClient(fixture: fixture, merchant: EngineFixture.otherShop)
            guard
                case .found(let found) = try await stranger.send(
                    .inquire(InquireCommand(clientName: "one", number: nil)))
            else { throw UnexpectedResult() }
            #expect(found.isEmpty)
        }
    }
}
