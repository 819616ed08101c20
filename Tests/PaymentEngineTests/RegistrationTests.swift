import AppleSimulator
@_spi(CardData) import PaymentDomain
@testable import PaymentEngine
import Testing

@Suite("Registrations for one payment, and cards kept for good", .timeLimit(.minutes(5)))
struct RegistrationTests {
    private func source(_ id: RegistrationID) -> PaymentSource {
        .registered(id, expiry: nil, securityCode: nil)
    }

    @Test("a registered payload pays once, with its cryptogram, and is then erased")
    func paysOnce() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let id = try await client.register(id: "r-1")
            let paid = try await client.pay(source(id))
            #expect(paid.outcome == .approved)
            let asked = try #require(await fixture.acquirer.asked.first)
            #expect(asked.entryMode == .applePay)
            #expect(asked.cryptogram != nil)
            #expect(asked.pan == (try TestCard.visa.pan()))
            await expectRefusal("replayed") { try await client.pay(source(id)) }
            #expect(await fixture.acquirer.asked.count == 1)
            let kept = "SELECT count(*) FROM registrations WHERE sealed_content IS NOT NULL"
            #expect(try fixture.number(kept) == 0)
        }
    }

    @Test("sixty-four payments with one registration at once are one")
    func concurrentPayments() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let id = try await client.register(id: "r-1")
            let done = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<64 {
                    group.addTask { (try? await client.pay(source(id))) != nil }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(done == 1)
            #expect(await fixture.acquirer.asked.count == 1)
        }
    }

    @Test("a payload that is registered twice pays once")
    func registeredTwice() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let payload = ApplePayPayload.fields(try fixture.token().fields)
            let ids = try ["r-1", "r-2"].map { try #require(RegistrationID($0)) }
            for id in ids {
                let command = RegisterCommand(
                    source: .applePay(payload), id: id, lifetimeSeconds: 86_400)
                _ = try await client.send(.register(command))
            }
            _ = try await client.pay(source(ids[0]))
            await expectRefusal("replayed") { try await client.pay(source(ids[1])) }
            let third = RegisterCommand(
                source: .applePay(payload), id: try #require(RegistrationID("r-3")),
                lifetimeSeconds: 86_400)
            await expectRefusal("replayed") { try await client.send(.register(third)) }
        }
    }

    @Test("a client that sends a spent source again learns its transaction, at any age")
    func namesThePayment() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let commands = try registering(try fixture.token())
            for command in commands.prefix(2) { _ = try await client.send(command) }
            let ids = try ["r-1", "r-2"].map { try #require(RegistrationID($0)) }
            let number = try #require(try await client.pay(source(ids[0]), sale: true).number)
            let replayed = PaymentRefusal.token(.spent(on: number, sameOrder: true))
            for age: Int64 in [0, 3_600] {
                fixture.clock.advance(seconds: age)
                await #expect(throws: replayed) {
                    try await client.pay(source(ids[0]), sale: true)
                }
                await #expect(throws: replayed) {
                    try await client.pay(source(ids[1]), sale: true)
                }
                await #expect(throws: PaymentRefusal.token(.spent(on: number))) {
                    try await client.send(commands[2])
                }
            }
            #expect(await fixture.acquirer.asked.count == 1)
        }
    }

    @Test("a client that registers a token spent without a payment, or opened, isn't asked again")
    func registeredInVain() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let declined = try registering(try fixture.token())
            _ = try await client.send(declined[0])
            await fixture.acquirer.answers { _ in .declined(.doNotHonor, AcquirerChecks()) }
            _ = try await client.pay(source(try #require(RegistrationID("r-1"))))
            await #expect(throws: PaymentRefusal.token(.spentWithoutPayment)) {
                try await client.send(declined[1])
            }
            let token = try fixture.token()
            let opened = try registering(token)
            _ = try await client.send(
                .openToken(OpenTokenCommand(payload: .fields(token.fields))))
            await #expect(throws: PaymentRefusal.token(.replayed)) {
                try await client.send(opened[2])
            }
            fixture.clock.advance(seconds: 3_600)
            await expectRefusal("stale-signing-time") { try await client.send(declined[1]) }
        }
    }

    /// The same token, to be registered under three names.
    private func registering(_ token: SimulatedToken) throws -> [PaymentCommand] {
        try ["r-1", "r-2", "r-3"].map { name in
            let id = try #require(RegistrationID(name))
            return PaymentCommand.register(
                RegisterCommand(
                    source: .applePay(.fields(token.fields)), id: id, lifetimeSeconds: 86_400))
        }
    }

    @Test("a registration is no one else's, and lasts its time")
    func foreignAndExpired() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let id = try await client.register(id: "r-1")
            let stranger = NumberedClient(fixture: fixture, merchant: EngineFixture.otherShop)
            await expectRefusal("registration-not-found") { try await stranger.pay(source(id)) }
            fixture.clock.advance(seconds: 86_400)
            await expectRefusal("registration-expired") { try await client.pay(source(id)) }
            await fixture.worker.eraseExpired(at: fixture.clock.now.adding(seconds: 1))
            let kept = "SELECT count(*) FROM registrations WHERE sealed_content IS NOT NULL"
            #expect(try fixture.number(kept) == 0)
            #expect(await fixture.acquirer.asked.isEmpty)
        }
    }

    @Test("a registered payload pays its own amount and no other")
    func otherAmount() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let id = try await client.register(1000, id: "r-1")
            await expectRefusal("amount-mismatch") { try await client.pay(source(id), 1001) }
            #expect(try await client.pay(source(id), 1000).outcome == .approved)
        }
    }

    @Test("a forged payload is refused when it is registered")
    func forged() async throws {
        try await withEngine { (fixture) async throws in
            var fields = try fixture.token().fields
            fields.transactionId = String(repeating: "0", count: 64)
            let command = RegisterCommand(
                source: .applePay(.fields(fields)), id: try #require(RegistrationID("r-1")),
                lifetimeSeconds: 86_400)
            let client = NumberedClient(fixture: fixture)
            await expectRefusal("digest-mismatch") { try await client.send(.register(command)) }
            #expect(try fixture.number("SELECT count(*) FROM registrations") == 0)
        }
    }

    @Test("a registered card takes its end from the payment, and cannot do without")
    func keyedCard() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let id = try #require(RegistrationID("r-1"))
            let card = KeyedCard(pan: try PAN(digits: "4111111111111111"), expiry: nil)
            _ = try await client.send(
                .register(
                    RegisterCommand(source: .keyed(card), id: id, lifetimeSeconds: 86_400)))
            await expectRefusal("expiry-missing") { try await client.pay(source(id)) }
            let expiry = CardExpiry(year: 2030, month: 12)
            let paid = try await client.pay(
                .registered(id, expiry: expiry, securityCode: SecurityCode(digits: "123")))
            #expect(paid.lastFour == "1111")
            let asked = try #require(await fixture.acquirer.asked.first)
            #expect(asked.expiry == expiry)
            #expect(asked.securityCode != nil)
        }
    }

    @Test("the same card kept twice has one handle of digits, and is new once")
    func keepCard() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let card = KeyedCard(pan: try PAN(digits: "4111111111111111"), expiry: nil)
            var kept: [KeptCard] = []
            for _ in 0..<2 {
                guard
                    case .kept(let card) = try await client.send(
                        .keepCard(StoreCardCommand(source: .keyed(card))))
                else { throw UnexpectedResult() }
                kept.append(card)
            }
            #expect(kept.map(\.isNew) == [true, false])
            #expect(kept[0].handle == kept[1].handle)
            #expect(kept[0].handle.value.hasSuffix("1111"))
            #expect(kept[0].handle.value.allSatisfy { $0.isNumber })
            let paid = try await client.pay(
                .stored(
                    kept[0].handle, expiry: CardExpiry(year: 2030, month: 1),
                    securityCode: nil))
            #expect(paid.outcome == .approved)
            #expect(!paid.isNewCard)
        }
    }

    @Test("a registration that becomes a kept card is spent by that")
    func keepRegistered() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let id = try await client.register(id: "r-1")
            var kept: [KeptCard] = []
            // Who lost the reply gets it again.
            for _ in 0..<2 {
                let command = PaymentCommand.keepCard(StoreCardCommand(source: source(id)))
                guard case .kept(let card) = try await client.send(command) else {
                    throw UnexpectedResult()
                }
                kept.append(card)
            }
            #expect(kept.map(\.isNew) == [true, false])
            #expect(kept[0].handle == kept[1].handle)
            await expectRefusal("registration-spent") { try await client.pay(source(id)) }
        }
    }

    @Test(
        "a name that goes around the card's digits has them, and a kept card's handle is never one")
    func aroundTheCard() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            var command = RegisterCommand(
                source: .applePay(.fields(try fixture.token().fields)),
                id: try #require(RegistrationID("123456789")), lifetimeSeconds: 86_400)
            command.isFormatPreserving = true
            guard case .registered(let card) = try await client.send(.register(command)) else {
                throw UnexpectedResult()
            }
            let (prefix, suffix) = (card.issuerPrefix.prefix(2), card.lastFour)
            #expect(card.id.value == "9\(prefix)123456789\(suffix)")
            #expect(try await client.pay(source(card.id)).outcome == .approved)
        }
    }

    @Test("a protocol may give a payload less time than we do")
    func shorterLife() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            var command = RegisterCommand(
                source: .applePay(.fields(try fixture.token().fields)),
                id: try #require(RegistrationID("r-1")), lifetimeSeconds: 86_400)
            command.maximumAgeSeconds = 120
            fixture.clock.advance(seconds: 121)
            let late = command
            await expectRefusal("stale-signing-time") { try await client.send(.register(late)) }
            command.maximumAgeSeconds = 122
            guard case .registered = try await client.send(.register(command)) else {
                throw UnexpectedResult()
            }
        }
    }
}
