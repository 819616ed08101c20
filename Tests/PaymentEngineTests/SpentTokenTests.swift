import AppleSimulator
import PaymentDomain
@testable import PaymentEngine
import Testing

@Suite("What a token was spent on", .timeLimit(.minutes(20)))
struct SpentTokenTests {
    @Test(
        "a payment is not done by a credit of its order and amount, nor a credit by a payment",
        arguments: [true, false])
    func otherWay(paysFirst: Bool) async throws {
        try await withWorld { (world) async throws in
            let client = NumberedClient(world: world)
            let source = PaymentSource.applePay(.fields(try world.token().fields))
            let payment = PaymentCommand.authorize(
                AuthorizeCommand(
                    source: source, orderReference: "order", amount: try usd(1000)))
            let credit = PaymentCommand.credit(
                CreditCommand(source: source, orderReference: "order", amount: try usd(1000)))
            let first = paysFirst ? payment : credit
            let other = paysFirst ? credit : payment
            let number = try await client.authorization(first).number
            #expect(number != nil)
            await #expect(throws: PaymentRefusal.token(.spent(on: number, sameOrder: true))) {
                try await client.send(first)
            }
            await #expect(throws: PaymentRefusal.token(.spent(on: number))) {
                try await client.send(other)
            }
            #expect(await world.acquirer.asked.count == 1)
        }
    }

    @Test("a hold under an approval from elsewhere stands, and is named like any other")
    func priorApproval() async throws {
        try await withWorld { (world) async throws in
            let client = NumberedClient(world: world)
            var command = AuthorizeCommand(
                source: .applePay(.fields(try world.token().fields)), orderReference: "order",
                amount: try usd(1000))
            command.priorApproval = PriorApproval(code: "V12345")
            let hold = PaymentCommand.authorize(command)
            let number = try await client.authorization(hold).number
            let spent = PaymentRefusal.token(.spent(on: number, sameOrder: true))
            await #expect(throws: spent) { try await client.send(hold) }
            // As earlier builds wrote it.
            try world.tamper("UPDATE transactions SET kind = 'forcedCapture'")
            await #expect(throws: spent) { try await client.send(hold) }
        }
    }

    private func keep(
        _ source: PaymentSource, _ client: NumberedClient
    ) async throws -> KeptCard {
        let command = PaymentCommand.keepCard(KeepCardCommand(source: source))
        guard case .kept(let card) = try await client.send(command) else {
            throw UnexpectedResult()
        }
        return card
    }

    @Test("a token whose card was kept is kept again under its handle, at any age")
    func keptAgain() async throws {
        try await withWorld { (world) async throws in
            let client = NumberedClient(world: world)
            let source = PaymentSource.applePay(.fields(try world.token().fields))
            let first = try await keep(source, client)
            #expect(first.isNew)
            for age: Int64 in [0, 3_600] {
                world.clock.advance(seconds: age)
                let again = try await keep(source, client)
                #expect(again.handle == first.handle && !again.isNew)
            }
            #expect(try world.number("SELECT count(*) FROM cards") == 1)
            // Another merchant's client has kept nothing with it.
            let stranger = NumberedClient(world: world, merchant: EngineWorld.otherShop)
            await expectRefusal("stale-signing-time") { try await keep(source, stranger) }
        }
    }

    @Test("a token whose card was kept pays no more, and its customer may be asked again")
    func keptPaysNothing() async throws {
        try await withWorld { (world) async throws in
            let client = NumberedClient(world: world)
            let source = PaymentSource.applePay(.fields(try world.token().fields))
            let id = try #require(RegistrationID("r-1"))
            let register = PaymentCommand.register(
                RegisterCommand(source: source, id: id, lifetimeSeconds: 86_400))
            _ = try await client.send(register)
            let registered = PaymentSource.registered(id, expiry: nil, securityCode: nil)
            let kept = try await keep(source, client)
            for spent in [source, registered] {
                await #expect(throws: PaymentRefusal.token(.spentInVain)) {
                    try await client.pay(spent)
                }
            }
            await #expect(throws: PaymentRefusal.token(.spentInVain)) {
                try await client.send(register)
            }
            #expect(try await keep(registered, client).handle == kept.handle)
            #expect(await world.acquirer.asked.isEmpty)
        }
    }

    @Test("a token that has paid, or was opened, keeps no card, and is not known to be in vain")
    func notKept() async throws {
        try await withWorld { (world) async throws in
            let client = NumberedClient(world: world)
            let paid = PaymentSource.applePay(.fields(try world.token().fields))
            _ = try await client.pay(paid)
            await expectRefusal("replayed") { try await keep(paid, client) }
            let fields = try world.token().fields
            let opened = PaymentSource.applePay(.fields(fields))
            _ = try await client.send(.openToken(OpenTokenCommand(payload: .fields(fields))))
            await expectRefusal("replayed") { try await keep(opened, client) }
            await expectRefusal("in-flight") { try await client.pay(opened) }
        }
    }
}
