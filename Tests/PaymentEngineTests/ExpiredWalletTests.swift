import AppleSimulator
import PaymentDomain
import PaymentEngine
import Testing

@Suite("A genuine token of a card that has expired", .timeLimit(.minutes(5)))
struct ExpiredWalletTests {
    private func token(
        _ fixture: EngineFixture, expiring expirationDate: String = "200131"
    ) throws -> PaymentSource {
        var order = SimulatedOrder(amount: try usd(1000), at: fixture.clock.now)
        order.expirationDate = expirationDate
        return .applePay(.fields(try fixture.device.pay(order).fields))
    }

    private func registered(
        _ source: PaymentSource, _ client: NumberedClient
    ) async throws -> PaymentSource {
        let id = try #require(RegistrationID("r-1"))
        let command = RegisterCommand(source: source, id: id, lifetimeSeconds: 86_400)
        _ = try await client.send(.register(command))
        return .registered(id, expiry: nil, securityCode: nil)
    }

    @Test(
        "is declined as by an issuer, without a line being asked, and is spent by that",
        arguments: [true, false], [true, false])
    func declined(isRegistered: Bool, isSale: Bool) async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let token = try token(fixture)
            let source = isRegistered ? try await registered(token, client) : token
            let answer = try await client.pay(source, sale: isSale)
            #expect(answer.outcome == .declined(.expiredCard))
            #expect(answer.amountAuthorized.isZero && answer.authorizationCode == nil)
            #expect(try await fixture.payment().state == .declined)
            #expect(await fixture.acquirer.asked.isEmpty)
            #expect(await fixture.acquirer.told.isEmpty)
            #expect(try fixture.number("SELECT count(*) FROM deliveries") == 0)
            await #expect(throws: PaymentRefusal.self) { try await client.pay(token) }
            #expect(try fixture.number("SELECT count(*) FROM payments") == 1)
        }
    }

    @Test("isn't stored, so that it replaces no good expiry", arguments: [true, false])
    func stored(isRegistered: Bool) async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let expired = try token(fixture)
            let source = isRegistered ? try await registered(expired, client) : expired
            await expectRefusal("card-expired") {
                try await client.send(.keepCard(StoreCardCommand(source: source)))
            }
            #expect(try fixture.number("SELECT count(*) FROM cards") == 0)
        }
    }

    @Test("that has not expired goes to the line")
    func lasting() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let answer = try await client.pay(try token(fixture, expiring: "491231"))
            #expect(answer.outcome == .approved)
            #expect(await fixture.acquirer.asked.count == 1)
        }
    }

    @Test("keyed in, it is the line's to decline")
    func keyed() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let card = KeyedCard(
                pan: try TestCard.visa.pan(), expiry: CardExpiry(year: 2020, month: 1))
            _ = try await client.pay(.keyed(card))
            #expect(await fixture.acquirer.asked.count == 1)
        }
    }
}
