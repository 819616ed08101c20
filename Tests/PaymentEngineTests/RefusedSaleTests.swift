import PaymentDomain
import PaymentEngine
import Testing

@Suite("A sale that takes no money any more, and still holds it", .timeLimit(.minutes(5)))
struct RefusedSaleTests {
    /// Pays by a sale whose capture is refused after the client was told that it stands, and whose hold the acquirer does
    /// not release then.
    private func sale(
        _ fixture: EngineFixture, _ client: NumberedClient
    ) async throws -> TransactionNumber? {
        await fixture.acquirer.replies { _ in .unanswered }
        let paid = try await client.pay(
            .applePay(.fields(try fixture.token().fields)), sale: true)
        await expectRefusal("in-flight") { try await client.void(paid.number) }
        await fixture.acquirer.replies { _ in .refused(.invalidAmount) }
        let later = fixture.clock.now.adding(seconds: 60)
        for _ in ["the capture", "the release of its hold"] {
            #expect(await fixture.worker.runOnce(at: later).refused.count == 1)
        }
        await fixture.acquirer.replies { _ in .acknowledged(nil) }
        return paid.number
    }

    @Test("its hold is released with the refusal, whenever that comes")
    func released() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            await fixture.acquirer.replies { _ in .unanswered }
            let paid = try await client.pay(
                .applePay(.fields(try fixture.token().fields)), sale: true)
            await fixture.acquirer.replies {
                $0.kind == .capture ? .refused(.invalidAmount) : .acknowledged(nil)
            }
            let later = fixture.clock.now.adding(seconds: 60)
            for _ in ["the capture", "the release"] {
                #expect(await fixture.worker.runOnce(at: later).answered == 1)
            }
            #expect(try await fixture.payment().state == .released)
            await expectRefusal("wrong-state") { try await client.void(paid.number) }
            #expect(await fixture.acquirer.told(.release).count == 1)
        }
    }

    @Test("a void of it releases its hold, if the acquirer did not, once")
    func void() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let number = try await sale(fixture, client)
            #expect(try await fixture.payment().remaining == (try usd(1000)))
            let given = try await client.void(number)
            #expect(given.refusal == nil)
            #expect(given.amount == (try usd(1000)))
            #expect(try await fixture.payment().state == .released)
            await expectRefusal("wrong-state") { try await client.void(number) }
            #expect(await fixture.acquirer.told(.release).count == 2)
        }
    }

    @Test("a void of it is found as the void that it is, done or refused; one under its name")
    func found() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let number = try await sale(fixture, client)
            await fixture.acquirer.replies { _ in .refused(.doNotHonor) }
            let refused = try await client.void(number, rule: "void/1")
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            let done = try await client.void(number, rule: "void/1")
            let again = try await client.void(number, rule: "void/1")
            #expect(again.isRepetition && again.number == done.number)
            #expect(await fixture.acquirer.told(.release).count == 3)
            let rows: [(RecordedResult, FoundTransaction.Standing)] = [
                (refused, .refused(.doNotHonor)), (done, .done),
            ]
            for (void, standing) in rows {
                let inquiry = InquireCommand(clientName: nil, number: void.number)
                guard case .found(let found) = try await client.send(.inquire(inquiry)) else {
                    throw UnexpectedResult()
                }
                #expect(found.map(\.kind) == [.void])
                #expect(found.map(\.standing) == [standing])
                #expect(found.map(\.originalNumber) == [number])
                #expect(found.map(\.isReversed) == [false])
            }
            await expectRefusal("wrong-state") { try await client.void(done.number) }
        }
    }

    @Test(
        "an inquiry finds it closed, if the acquirer doesn't release it",
        arguments: [true, false])
    func foundClosed(isDeclined: Bool) async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            await fixture.acquirer.replies { advice in
                let isRefused = advice.kind == .release || isDeclined && advice.kind == .capture
                return isRefused ? .refused(.doNotHonor) : .acknowledged(nil)
            }
            let number = try await client.pay(sale: true)
            if !isDeclined { #expect(try await client.cancel(number).refusal == nil) }
            let found = try await client.found(number)
            let standing: FoundTransaction.Standing =
                isDeclined ? .refused(.doNotHonor) : .done
            #expect(found.standing == standing)
            let payment = try #require(found.payment)
            #expect(payment.isClosed && payment.state == .authorized)
            #expect(payment.amounts.remaining == 1000 && payment.amounts.captured == 0)
            await expectRefusal("wrong-state") { try await client.capture(number, 100) }
        }
    }

    @Test("while the remainder is being released, it is in progress")
    func unanswered() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let number = try await sale(fixture, client)
            await fixture.acquirer.replies { _ in .unanswered }
            #expect(try await client.void(number).refusal == nil)
            await expectRefusal("in-flight") { try await client.void(number) }
        }
    }

    @Test("the authorization of a voided sale is released, even if that was refused before")
    func refusedRelease() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let paid = try await client.pay(
                .applePay(.fields(try fixture.token().fields)), sale: true)
            await fixture.acquirer.replies {
                $0.kind == .release ? .refused(.doNotHonor) : .acknowledged(nil)
            }
            #expect(try await client.void(paid.number).refusal == nil)
            #expect(try await fixture.payment().remaining == (try usd(1000)))
            // The client was told that all is taken back: a person has to hear of the rest, once.
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).refused.count == 1)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).refused.isEmpty)
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            #expect(try await client.void(paid.number).amount == (try usd(1000)))
            #expect(try await fixture.payment().state == .released)
        }
    }
}
