import AppleSimulator
import PaymentDomain
@testable import PaymentEngine
import Testing

@Suite("A check of the card with what was registered to pay with", .timeLimit(.minutes(5)))
struct CheckedRegistrationTests {
    private func check(_ source: PaymentSource) throws -> PaymentCommand {
        .authorize(
            AuthorizeCommand(
                source: source, orderReference: "order", amount: try usd(0),
                checksCardOnly: true))
    }

    private func registered(
        _ id: String, _ source: PaymentSource, _ client: NumberedClient
    ) async throws -> PaymentSource {
        let id = try #require(RegistrationID(id))
        let command = RegisterCommand(source: source, id: id, lifetimeSeconds: 86_400)
        _ = try await client.send(.register(command))
        return .registered(id, expiry: nil, securityCode: nil)
    }

    private func keyed() throws -> PaymentSource {
        .keyed(
            KeyedCard(
                pan: try TestCard.visa.pan(), expiry: CardExpiry(year: 2030, month: 12)))
    }

    @Test(
        "spends neither it nor its token, and sends no cryptogram: both are for the payment",
        arguments: [true, false])
    func spendsNothing(isWallet: Bool) async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let content =
                isWallet
                ? PaymentSource.applePay(.fields(try fixture.token().fields)) : try keyed()
            let source = try await registered("r-1", content, client)
            for _ in 0..<2 {
                let checked = try await client.authorization(check(source))
                #expect(checked.outcome == .approved)
                #expect(checked.amountRequested.isZero)
            }
            #expect(
                await fixture.acquirer.asked.allSatisfy { $0.cryptogram == nil && $0.eci == nil })
            #expect(try fixture.number("SELECT count(*) FROM spent_tokens") == 0)
            let paid = try await client.pay(source, sale: true)
            #expect(paid.outcome == .approved)
            let asked = try #require(await fixture.acquirer.asked.last)
            #expect((asked.cryptogram != nil) == isWallet)
            // From then on it is told of its payment, to who only checks it too.
            for (command, isSame) in [
                (try check(source), false),
                (
                    .authorize(
                        AuthorizeCommand(
                            source: source, orderReference: "order", amount: try usd(1000))), true
                ),
            ] as [(PaymentCommand, Bool)] {
                let spent = TokenRefusal.spent(on: paid.number, sameOrder: isSame)
                await #expect(throws: PaymentRefusal.token(spent)) {
                    try await client.send(command)
                }
            }
            #expect(await fixture.acquirer.asked.count == 3)
        }
    }

    @Test("is refused where another registration of the token has paid")
    func otherRegistration() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let token = PaymentSource.applePay(.fields(try fixture.token().fields))
            let first = try await registered("r-1", token, client)
            let second = try await registered("r-2", token, client)
            let number = try await client.pay(first).number
            let command = try check(second)
            await #expect(throws: PaymentRefusal.token(.spent(on: number))) {
                try await client.send(command)
            }
            #expect(await fixture.acquirer.asked.count == 1)
        }
    }

    @Test(
        "is of the customer's currency, and of a registration, not of a token")
    func otherCurrency() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let token = PaymentSource.applePay(.fields(try fixture.token().fields))
            let euro = try #require(Currency(code: "EUR"))
            let euros = AuthorizeCommand(
                source: try await registered("r-1", token, client), orderReference: "order",
                amount: try Money(minorUnits: 0, currency: euro), checksCardOnly: true)
            await expectRefusal("currency-mismatch") { try await client.send(.authorize(euros)) }
            let command = try check(token)
            await expectRefusal("amount-mismatch") { try await client.send(command) }
            #expect(await fixture.acquirer.asked.isEmpty)
        }
    }
}
