import AppleSimulator
import PaymentDomain
import PaymentEngine
import Testing

@Suite("A token that may be a registration or a card", .timeLimit(.minutes(5)))
struct TokenSourceTests {
    private static let expiry = CardExpiry(year: 2030, month: 12)

    private func token(_ text: String, expiry: CardExpiry? = nil) throws -> PaymentSource {
        .token(
            try #require(RegistrationID(text)), try #require(VaultHandle(text)), expiry: expiry,
            securityCode: nil)
    }

    private func authorize(
        _ source: PaymentSource, _ client: LifelongClient
    ) async throws -> AuthorizationResult {
        let command = AuthorizeCommand(
            source: source, orderReference: "order", amount: try usd(1000))
        guard case .authorization(let answer) = try await client.send(.authorize(command)) else {
            throw UnexpectedResult()
        }
        return answer
    }

    private func register(
        _ ids: [String], _ client: LifelongClient
    ) async throws -> RegistrationID {
        let names = try ids.map { try #require(RegistrationID($0)) }
        var command = RegisterCommand(
            source: .applePay(.fields(try client.fixture.token().fields)), id: names[0],
            lifetimeSeconds: 120)
        command.alternatives = Array(names.dropFirst())
        guard case .registered(let card) = try await client.send(.register(command)) else {
            throw UnexpectedResult()
        }
        return card.id
    }

    private func keep(_ client: LifelongClient) async throws -> KeptCard {
        let card = KeyedCard(pan: try TestCard.visa.pan(), expiry: nil)
        let command = StoreCardCommand(source: .keyed(card))
        guard case .kept(let kept) = try await client.send(.keepCard(command)) else {
            throw UnexpectedResult()
        }
        return kept
    }

    @Test("a registration of that name pays once, with its cryptogram and its own end")
    func registration() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let id = try await register(["9471234567893478"], client)
            let paid = try await authorize(try token(id.value, expiry: Self.expiry), client)
            #expect(paid.outcome == .approved)
            #expect(paid.expiry != nil)
            #expect(paid.expiry != Self.expiry)
            #expect(await fixture.acquirer.asked.first?.cryptogram != nil)
            await expectRefusal("registration-spent") {
                try await authorize(try token(id.value), client)
            }
        }
    }

    @Test("else a kept card pays, again and again, with the end that the client sends")
    func keptCard() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let kept = try await keep(client)
            #expect(try await keep(client).handle == kept.handle)
            let source = try token(kept.handle.value, expiry: Self.expiry)
            for _ in 0..<2 {
                let paid = try await authorize(source, client)
                #expect(paid.handle == kept.handle)
                #expect(paid.expiry == Self.expiry)
            }
            await expectRefusal("card-not-found") {
                try await authorize(try token("9470000000000000"), client)
            }
        }
    }

    @Test("a token is stored as its card")
    func keepToken() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let kept = try await keep(client)
            let again = try await client.send(
                .keepCard(StoreCardCommand(source: try token(kept.handle.value))))
            guard case .kept(let card) = again else { throw UnexpectedResult() }
            #expect(card.handle == kept.handle)
            #expect(!card.isNew)
        }
    }

    @Test("no registration has a card's name, and no card a registration's")
    func noNameTwice() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let shop = EngineFixture.shop
            let pan = try TestCard.visa.pan()
            let proposal = fixture.vault.handle(
                for: pan, merchant: shop, shape: .sixteenDigits, attempt: 0)
            #expect(try await register([proposal.value], client).value == proposal.value)
            let kept = try await keep(client)
            let next = fixture.vault.handle(
                for: pan, merchant: shop, shape: .sixteenDigits, attempt: 1)
            #expect(kept.handle == next)
            await expectRefusal("store-unavailable") { try await register([next.value], client) }
            let other = try await register([next.value, proposal.value, "other"], client)
            #expect(other.value == "other")
        }
    }

    @Test("a repetition by the rule on duplicates finds the card behind a spent token")
    func duplicates() async throws {
        try await withEngine { (fixture) async throws in
            let id = try await register(["9471234567893478"], LifelongClient(fixture: fixture))
            let client = NumberedClient(fixture: fixture)
            let source = try token(id.value)
            let first = try await client.pay(source, sale: true, named: "n", rule: "sale/n")
            let again = try await client.pay(source, sale: true, named: "n", rule: "sale/n")
            #expect(again.isRepetition)
            #expect(again.number == first.number)
            #expect(again.expiry == first.expiry)
        }
    }
}
