import ApplePayToken
import AppleSimulator
import PaymentDomain
@testable import PaymentEngine
import Testing

@Suite("A restored database: sources that may have paid since the backup", .timeLimit(.minutes(5)))
struct RestoredDatabaseTests {
    private static let day: Int64 = 86_400

    private func source(_ id: RegistrationID) -> PaymentSource {
        .registered(id, expiry: nil, securityCode: nil)
    }

    /// As a protocol names it whose tokens do not tell what they are.
    private func token(_ id: RegistrationID) throws -> PaymentSource {
        .token(id, try #require(VaultHandle(id.value)), expiry: nil, securityCode: nil)
    }

    @Test(
        "a registration from before may have paid, and has not expired, however late it comes",
        arguments: [0, 3_600, 2 * day])
    func registered(age: Int64) async throws {
        try await withEngine { (fixture) async throws in
            let id = try await NumberedClient(fixture: fixture).register(id: "9471234567893478")
            let client = NumberedClient(fixture: try await fixture.restored())
            fixture.clock.advance(seconds: age)
            for source in [source(id), try token(id)] {
                await expectRefusal("in-flight") { try await client.pay(source) }
                await expectRefusal("in-flight") {
                    try await client.send(.keepCard(StoreCardCommand(source: source)))
                }
            }
            #expect(await fixture.acquirer.asked.isEmpty)
        }
    }

    @Test("a registration that expired between backup and restore may have paid in that time")
    func expiredBetween() async throws {
        try await withEngine { (fixture) async throws in
            let id = try await NumberedClient(fixture: fixture).register(id: "r-1")
            fixture.clock.advance(seconds: Self.day + 1)
            let client = NumberedClient(fixture: try await fixture.restored())
            await expectRefusal("in-flight") { try await client.pay(source(id)) }
        }
    }

    @Test("an unknown registration may have been made since, for as long as one lasts")
    func registeredSince() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: try await fixture.restored())
            let id = try #require(RegistrationID("9471234567893478"))
            for source in [source(id), try token(id)] {
                await expectRefusal("in-flight") { try await client.pay(source) }
            }
            fixture.clock.advance(seconds: EngineFixture.margin + Self.day)
            await expectRefusal("registration-not-found") { try await client.pay(source(id)) }
            await expectRefusal("card-not-found") { try await client.pay(token(id)) }
        }
    }

    @Test("payments from before the backup are reported as always, and so are later registrations")
    func known() async throws {
        try await withEngine { (fixture) async throws in
            let before = NumberedClient(fixture: fixture)
            let paid = try await before.register(id: "r-1")
            let number = try await before.pay(source(paid)).number
            let kept = try await before.send(
                .keepCard(
                    StoreCardCommand(
                        source: .keyed(KeyedCard(pan: try TestCard.visa.pan(), expiry: nil)))))
            let client = NumberedClient(fixture: try await fixture.restored())
            await #expect(throws: PaymentRefusal.token(.spent(on: number, sameOrder: true))) {
                try await client.pay(source(paid))
            }
            guard case .kept(let card) = kept else { throw UnexpectedResult() }
            let handle = PaymentSource.token(
                try #require(RegistrationID(card.handle.value)), card.handle,
                expiry: CardExpiry(year: 2030, month: 12), securityCode: nil)
            #expect(try await client.pay(handle).outcome == .approved)
            fixture.clock.advance(seconds: EngineFixture.margin)
            let id = try await client.register(id: "r-2")
            #expect(try await client.pay(source(id)).outcome == .approved)
            let late = try await client.register(id: "r-3")
            fixture.clock.advance(seconds: Self.day)
            await expectRefusal("registration-expired") { try await client.pay(source(late)) }
        }
    }

    @Test(
        "an Apple token of before may have paid, also when it is too old; none is called stale",
        arguments: [0, 3_600])
    func signedBefore(age: Int64) async throws {
        try await withEngine { (fixture) async throws in
            let fields = try fixture.token().fields
            let source = PaymentSource.applePay(.fields(fields))
            let restored = try await fixture.restored()
            let client = NumberedClient(fixture: restored)
            fixture.clock.advance(seconds: age)
            await expectRefusal("in-flight") { try await client.pay(source) }
            await expectRefusal("in-flight") {
                try await client.send(.keepCard(StoreCardCommand(source: source)))
            }
            let register = PaymentCommand.register(
                RegisterCommand(
                    source: source, id: try #require(RegistrationID("r-1")),
                    lifetimeSeconds: Self.day))
            await expectRefusal("signed-before-restore") { try await client.send(register) }
            await expectRefusal("signed-before-restore") {
                try await restored.authorize(.fields(fields), key: "k")
            }
            #expect(await fixture.acquirer.asked.isEmpty)
        }
    }

    @Test("an Apple token that paid before the backup names its payment")
    func paidBefore() async throws {
        try await withEngine { (fixture) async throws in
            let source = PaymentSource.applePay(.fields(try fixture.token().fields))
            let number = try await NumberedClient(fixture: fixture).pay(source).number
            #expect(number != nil)
            let client = NumberedClient(fixture: try await fixture.restored())
            await #expect(throws: PaymentRefusal.token(.spent(on: number, sameOrder: true))) {
                try await client.pay(source)
            }
        }
    }
}

extension EngineFixture {
    /// How long after a restore, in seconds, what was signed is refused.
    fileprivate static let margin: Int64 = 60

    /// The same server, on its books as a restore at this moment leaves them.
    func restored() async throws -> EngineFixture {
        let earliest = clock.now.adding(seconds: Self.margin)
        _ = try await store.recordRestore(at: clock.now)
        var ports = engine.ports
        ports.verifier = PaymentTokenVerifier(
            roots: [try Trust.shared.get().apple.root.identity.certificate],
            earliestSigning: { earliest })
        var fixture = self
        fixture.engine = PaymentEngine(
            ports: ports, acquirerTimeout: Self.timeout, wakeUp: WakeUpSignal())
        return fixture
    }
}
