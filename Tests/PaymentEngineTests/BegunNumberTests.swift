import AppleSimulator
import PaymentDomain
import PaymentEngine
import Testing

@Suite("A request whose outcome could not be written", .timeLimit(.minutes(5)))
struct BegunNumberTests {
    private func payment(sale: Bool = false) throws -> PaymentCommand {
        let card = KeyedCard(
            pan: try TestCard.visa.pan(), expiry: CardExpiry(year: 2030, month: 12))
        var command = AuthorizeCommand(
            source: .keyed(card), orderReference: "order", amount: try usd(1000))
        command.capturesAtOnce = sale
        return .authorize(command)
    }

    @Test("names the number that it was begun under, not the one that was proposed")
    func authorization() async throws {
        let faults = StoreFaults()
        try await withEngine(faults: faults) { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let proposed = try #require(TransactionNumber(21_741_462_054_321))
            _ = try await client.send(try payment(), number: proposed)
            let unwritten = proposed.next
            let written = unwritten.next
            let ends: [(StoreFaults.Fault, TransactionNumber)] = [
                (.refused, unwritten), (.writtenUnknown, written),
            ]
            for (fault, number) in ends {
                faults.set(fault, on: .finish)
                await #expect(throws: PaymentRefusal.outcomeNotStored(of: number)) {
                    try await client.send(try payment(), number: proposed)
                }
            }
            faults.set(nil, on: .finish)
            fixture.clock.advance(seconds: 3600)
            _ = await fixture.worker.runOnce(at: fixture.clock.now)
            let lifelong = LifelongClient(fixture: fixture)
            #expect(try await lifelong.found(unwritten).standing == .unknown)
            #expect(try await lifelong.found(written).standing == .done)
            #expect(try await lifelong.found(written).payment?.amounts.authorized == 1000)
        }
    }

    @Test("names nothing if it isn't known that it was begun")
    func intent() async throws {
        let faults = StoreFaults()
        try await withEngine(faults: faults) { (fixture) async throws in
            faults.set(.writtenUnknown, on: .begin)
            await #expect(throws: PaymentRefusal.outcomeNotStored) {
                try await NumberedClient(fixture: fixture).send(try payment())
            }
            #expect(await fixture.acquirer.asked.isEmpty)
            faults.set(nil, on: .begin)
            fixture.clock.advance(seconds: 3600)
            _ = await fixture.worker.runOnce(at: fixture.clock.now)
        }
    }

    @Test(
        "names an approved sale although the database failed during its capture",
        arguments: [AdviceOutcome.unanswered, .refused(.invalidAmount)])
    func sale(reply: AdviceOutcome) async throws {
        try await withEngine { (fixture) async throws in
            await fixture.acquirer.replies { _ in
                #expect(throws: Never.self) { try fixture.store.close() }
                return reply
            }
            let number = try #require(TransactionNumber(21_741_462_054_321))
            let client = NumberedClient(fixture: fixture)
            await #expect(throws: PaymentRefusal.outcomeNotStored(of: number)) {
                try await client.send(try payment(sale: true), number: number)
            }
            let next = try await EngineFixture(
                folder: fixture.folder, clock: fixture.clock, acquirer: fixture.acquirer)
            _ = try await next.worker.recoverAfterRestart(at: next.clock.now)
            await next.acquirer.replies { _ in .acknowledged(nil) }
            next.clock.advance(seconds: 60)
            _ = await next.worker.runOnce(at: next.clock.now)
            let found = try await LifelongClient(fixture: next).found(number)
            #expect(found.kind == .sale && found.standing == .done)
            #expect(found.payment?.amounts.captured == 1000)
            try next.store.close()
        }
    }

    @Test("names a refund whose refusal the database could not store")
    func refund() async throws {
        let faults = StoreFaults()
        try await withEngine(faults: faults) { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let sold = try #require(TransactionNumber(21_741_462_054_321))
            _ = try await client.send(try payment(sale: true), number: sold)
            await fixture.acquirer.replies { _ in .refused(.doNotHonor) }
            faults.set(.refused, on: .conclude)
            let refund = RefundCommand(reference: .number(sold), amount: try usd(400))
            await #expect(throws: PaymentRefusal.outcomeNotStored(of: sold.next)) {
                try await client.send(.refund(refund), number: sold)
            }
            faults.set(nil, on: .conclude)
        }
    }
}
