import ApplePayToken
import AppleSimulator
import PaymentDomain
@testable import PaymentEngine
import Testing

@Suite("The payment of a spent token", .timeLimit(.minutes(5)))
struct SpentTokenTests {
    @Test(
        "a payment is not done by a credit of its order and amount, nor a credit by a payment",
        arguments: [true, false], [true, false])
    func otherWay(paysFirst: Bool, isRegistered: Bool) async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let token = PaymentSource.applePay(.fields(try fixture.token().fields))
            let source = isRegistered ? try await registered("r-1", token, client) : token
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
            let refusal: PaymentRefusal =
                isRegistered ? .registrationSpent(by: number) : .token(.spentWithoutPayment)
            await #expect(throws: refusal) { try await client.send(other) }
            #expect(await fixture.acquirer.asked.count == 1)
        }
    }

    @Test(
        "the token of an authorization makes no sale: the authorization stays, and may be captured")
    func saleAfterHold() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let token = PaymentSource.applePay(.fields(try fixture.token().fields))
            let source = try await registered("r-1", token, client)
            let hold = try await client.pay(source)
            let spent = PaymentRefusal.token(.spent(on: hold.number, sameOrder: true))
            await #expect(throws: spent) { try await client.pay(source, sale: true) }
            #expect(try await client.capture(hold.number, nil).refusal == nil)
        }
    }

    @Test("an authorization under an approval from elsewhere stays, and is named like any other")
    func priorApproval() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            var command = AuthorizeCommand(
                source: .applePay(.fields(try fixture.token().fields)), orderReference: "order",
                amount: try usd(1000))
            command.priorApproval = PriorApproval(code: "V12345")
            let hold = PaymentCommand.authorize(command)
            let number = try await client.authorization(hold).number
            let spent = PaymentRefusal.token(.spent(on: number, sameOrder: true))
            await #expect(throws: spent) { try await client.send(hold) }
        }
    }

    @Test("a client that sends a token again whose key is retired learns what it has paid")
    func retiredKey() async throws {
        try await withEngine { (fixture) async throws in
            let paid = PaymentSource.applePay(.fields(try fixture.token().fields))
            let unpaid = PaymentSource.applePay(.fields(try fixture.token().fields))
            let number = try await NumberedClient(fixture: fixture).pay(paid).number
            let client = NumberedClient(fixture: fixture.withoutKey)
            await #expect(throws: PaymentRefusal.token(.spent(on: number, sameOrder: true))) {
                try await client.pay(paid)
            }
            await expectRefusal("unknown-key") { try await client.pay(unpaid) }
        }
    }

    @Test(
        "where requests have keys, a token that has paid is spent, however old it is",
        arguments: [
            (nil, "replayed"),
            (.declined(.doNotHonor, AcquirerChecks()), "stale-signing-time"),
            (.unknown, "replayed"),
        ] as [(AcquirerAnswer?, String)])
    func oldToken(_ row: (outcome: AcquirerAnswer?, code: String)) async throws {
        try await withEngine { (fixture) async throws in
            let payload = ApplePayPayload.fields(try fixture.token().fields)
            await fixture.acquirer.answers { row.outcome ?? .approval(of: $0.amount) }
            _ = try await fixture.authorize(payload, key: "k1")
            fixture.clock.advance(seconds: 3_600)
            await expectRefusal(row.code) { try await fixture.authorize(payload, key: "k2") }
            let fresh = ApplePayPayload.fields(try fixture.token().fields)
            fixture.clock.advance(seconds: 3_600)
            await expectRefusal("stale-signing-time") {
                try await fixture.authorize(fresh, key: "k3")
            }
            #expect(await fixture.acquirer.asked.count == 1)
        }
    }

    @Test(
        "where requests have keys, a token that was opened, or has paid, is spent to who opens it or pays with it",
        arguments: [true, false], [true, false])
    func openedAndOld(isOpened: Bool, keyIsRetired: Bool) async throws {
        try await withEngine { (fixture) async throws in
            let payload = ApplePayPayload.fields(try fixture.token().fields)
            let unused = ApplePayPayload.fields(try fixture.token().fields)
            let open = { PaymentCommand.openToken(OpenTokenCommand(payload: $0)) }
            if isOpened {
                _ = try await fixture.send(open(payload))
            } else {
                _ = try await fixture.authorize(payload, key: "k1")
            }
            if !keyIsRetired { fixture.clock.advance(seconds: 3_600) }
            let now = keyIsRetired ? fixture.withoutKey : fixture
            let code = keyIsRetired ? "unknown-key" : "stale-signing-time"
            await expectRefusal("replayed") { try await now.send(open(payload)) }
            await expectRefusal("replayed") { try await now.authorize(payload, key: "k3") }
            await expectRefusal(code) { try await now.send(open(unused)) }
            await expectRefusal(code) { try await now.authorize(unused, key: "k5") }
        }
    }

    private func keep(
        _ source: PaymentSource, _ client: NumberedClient
    ) async throws -> KeptCard {
        let command = PaymentCommand.keepCard(StoreCardCommand(source: source))
        guard case .kept(let card) = try await client.send(command) else {
            throw UnexpectedResult()
        }
        return card
    }

    @Test("a token whose card was kept is kept again under its handle, at any age")
    func keptAgain() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let source = PaymentSource.applePay(.fields(try fixture.token().fields))
            let first = try await keep(source, client)
            #expect(first.isNew)
            for age: Int64 in [0, 3_600] {
                fixture.clock.advance(seconds: age)
                let again = try await keep(source, client)
                #expect(again.handle == first.handle && !again.isNew)
            }
            #expect(try fixture.number("SELECT count(*) FROM cards") == 1)
            // Another merchant's client has kept nothing with it.
            let stranger = NumberedClient(fixture: fixture, merchant: EngineFixture.otherShop)
            await expectRefusal("stale-signing-time") { try await keep(source, stranger) }
        }
    }

    @Test("a token whose card was kept pays no more, and its customer may be asked again")
    func keptPaysNothing() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let source = PaymentSource.applePay(.fields(try fixture.token().fields))
            let id = try #require(RegistrationID("r-1"))
            let register = PaymentCommand.register(
                RegisterCommand(source: source, id: id, lifetimeSeconds: 86_400))
            _ = try await client.send(register)
            let registered = PaymentSource.registered(id, expiry: nil, securityCode: nil)
            let kept = try await keep(source, client)
            for spent in [source, registered] {
                await #expect(throws: PaymentRefusal.token(.spentWithoutPayment)) {
                    try await client.pay(spent)
                }
            }
            await #expect(throws: PaymentRefusal.token(.spentWithoutPayment)) {
                try await client.send(register)
            }
            #expect(try await keep(registered, client).handle == kept.handle)
            #expect(await fixture.acquirer.asked.isEmpty)
        }
    }

    /// A registration as what is paid with, or kept.
    private func registered(
        _ id: String, _ source: PaymentSource, _ client: NumberedClient
    ) async throws -> PaymentSource {
        let id = try #require(RegistrationID(id))
        let command = RegisterCommand(source: source, id: id, lifetimeSeconds: 86_400)
        _ = try await client.send(.register(command))
        return .registered(id, expiry: nil, securityCode: nil)
    }

    @Test(
        "a token that has paid stores no card, and names its payment, however it is sent, at any age"
    )
    func paidKeepsNothing() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let token = PaymentSource.applePay(.fields(try fixture.token().fields))
            let first = try await registered("r-1", token, client)
            let second = try await registered("r-2", token, client)
            let number = try await client.pay(first).number
            #expect(number != nil)
            for age: Int64 in [0, 3_600] {
                fixture.clock.advance(seconds: age)
                for paid in [token, first, second] {
                    await #expect(throws: PaymentRefusal.token(.spent(on: number))) {
                        try await keep(paid, client)
                    }
                }
            }
            #expect(await fixture.acquirer.asked.count == 1)
        }
    }

    @Test(
        "a token of a failed payment stores no card either, and differs from an unknown one",
        arguments: [AcquirerAnswer.notSent, .declined(.doNotHonor, AcquirerChecks()), .unknown])
    func vainKeepsNothing(outcome: AcquirerAnswer) async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let token = PaymentSource.applePay(.fields(try fixture.token().fields))
            let other = PaymentSource.applePay(.fields(try fixture.token().fields))
            let registration = try await registered("r-1", other, client)
            let keyed = PaymentSource.keyed(
                KeyedCard(
                    pan: try TestCard.visa.pan(), expiry: CardExpiry(year: 2030, month: 12)))
            let card = try await registered("r-2", keyed, client)
            await fixture.acquirer.answers { _ in outcome }
            _ = try await client.pay(token)
            let number = try await client.pay(registration).number
            let cardNumber = try await client.pay(card).number
            let isKnown = outcome != .unknown
            for (source, refusal) in [
                (token, PaymentRefusal.token(.spentWithoutPayment)),
                (registration, .registrationSpent(by: number)),
                (card, .registrationSpent(by: cardNumber)),
            ] as [(PaymentSource, PaymentRefusal)] {
                await #expect(throws: isKnown ? refusal : .inFlight) {
                    try await keep(source, client)
                }
            }
        }
    }

    @Test("a token that was opened keeps no card, and nobody knows whether it has paid")
    func openedKeepsNothing() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let fields = try fixture.token().fields
            let opened = PaymentSource.applePay(.fields(fields))
            _ = try await client.send(.openToken(OpenTokenCommand(payload: .fields(fields))))
            await expectRefusal("in-flight") { try await keep(opened, client) }
            await expectRefusal("in-flight") { try await client.pay(opened) }
        }
    }
}

extension EngineFixture {
    /// The same, once the merchant's key is retired.
    fileprivate var withoutKey: EngineFixture {
        var ports = engine.ports
        ports.merchant = { [find = ports.merchant] name in
            var merchant = find(name)
            merchant?.keyring = MerchantKeyring([])
            return merchant
        }
        var fixture = self
        fixture.engine = PaymentEngine(
            ports: ports, acquirerTimeout: Self.timeout, wakeUp: WakeUpSignal())
        return fixture
    }
}
