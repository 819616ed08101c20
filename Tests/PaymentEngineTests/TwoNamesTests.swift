import AppleSimulator
import PaymentDomain
@testable import PaymentEngine
import Testing

/// One device payment has two names: Apple's transaction identifier, and that of its cryptogram, under which a merchant
/// that has opened the token keys the card in.
@Suite("One device payment, as a wallet token and as a keyed card", .timeLimit(.minutes(5)))
struct TwoNamesTests {
    /// A way in which a merchant can present one device payment.
    enum Way: String, Sendable, CaseIterable {
        case wallet, keyed, registered

        /// The rows in the table of spent names.
        var names: Int64 { self == .keyed ? 1 : 2 }
    }

    private struct DevicePayment: Sendable {
        let token: SimulatedToken
        let card: KeyedCard
        let fixture: EngineFixture

        init(_ fixture: EngineFixture, card: TestCard = .visa, bytes: Int = 20) throws {
            var order = SimulatedOrder(amount: try usd(1000), card: card, at: fixture.clock.now)
            let cryptogram = [UInt8](0..<UInt8(bytes))
            order.cryptogram = cryptogram
            token = try fixture.device.pay(order)
            self.card = KeyedCard(
                pan: try card.pan(), expiry: CardExpiry(year: 2030, month: 12),
                cryptogram: Cryptogram(cryptogram))
            self.fixture = fixture
        }

        var wallet: PaymentSource { .applePay(.fields(token.fields)) }

        func register(_ id: String) async throws -> PaymentSource {
            let id = try #require(RegistrationID(id))
            let command = RegisterCommand(source: wallet, id: id, lifetimeSeconds: 86_400)
            _ = try await fixture.send(.register(command))
            return .registered(id, expiry: nil, securityCode: nil)
        }

        func source(_ way: Way, _ id: String) async throws -> PaymentSource {
            switch way {
            case .wallet: wallet
            case .keyed: .keyed(card)
            case .registered: try await register(id)
            }
        }

        func pay(_ source: PaymentSource, order: String = "order") async throws {
            let command = AuthorizeCommand(
                source: source, orderReference: order, amount: try usd(1000))
            guard case .authorization(let answer) = try await fixture.send(.authorize(command)),
                answer.outcome == .approved
            else { throw UnexpectedResult() }
        }
    }

    @Test("pays once, whichever comes first", arguments: Way.allCases, Way.allCases)
    func once(first: Way, second: Way) async throws {
        try await withEngine { (fixture) async throws in
            let payment = try DevicePayment(fixture)
            // Registered before anything is spent.
            let sources = [
                try await payment.source(first, "r-1"), try await payment.source(second, "r-2"),
            ]
            try await payment.pay(sources[0])
            #expect(try fixture.number("SELECT count(*) FROM spent_tokens") == first.names)
            await expectRefusal("replayed") { try await payment.pay(sources[1], order: "other") }
            #expect(await fixture.acquirer.asked.count == 1)
            #expect(try fixture.number("SELECT count(*) FROM spent_tokens") == first.names)
        }
    }

    @Test("that has paid in either way is refused when it is registered", arguments: Way.allCases)
    func registering(first: Way) async throws {
        try await withEngine { (fixture) async throws in
            let payment = try DevicePayment(fixture)
            try await payment.pay(try await payment.source(first, "r-1"))
            await expectRefusal("replayed") { try await payment.register("r-2") }
        }
    }

    @Test("that was keyed in is not checked under a registration of before")
    func checked() async throws {
        try await withEngine { (fixture) async throws in
            let payment = try DevicePayment(fixture)
            let source = try await payment.register("r-1")
            try await payment.pay(.keyed(payment.card))
            let check = AuthorizeCommand(
                source: source, orderReference: "order", amount: try usd(0), checksCardOnly: true)
            await expectRefusal("replayed") { try await fixture.send(.authorize(check)) }
        }
    }

    @Test("that is opened spends Apple's transaction alone: its cryptogram pays, once")
    func opened() async throws {
        try await withEngine { (fixture) async throws in
            let payment = try DevicePayment(fixture)
            let open = OpenTokenCommand(payload: .fields(payment.token.fields))
            guard case .opened(let token) = try await fixture.send(.openToken(open)) else {
                throw UnexpectedResult()
            }
            #expect(try fixture.number("SELECT count(*) FROM spent_tokens") == 1)
            try await payment.pay(.keyed(token.card))
            for source in [PaymentSource.keyed(token.card), payment.wallet] {
                await expectRefusal("replayed") { try await payment.pay(source) }
            }
            await expectRefusal("replayed") { try await fixture.send(.openToken(open)) }
            #expect(await fixture.acquirer.asked.count == 1)
        }
    }

    @Test("pays once in each length that its network takes")
    func lengths() async throws {
        try await withEngine { (fixture) async throws in
            let payment = try DevicePayment(fixture, card: .mastercard, bytes: 20)
            try await payment.pay(payment.wallet)
            var shorter = payment.card
            shorter.cryptogram = Cryptogram([UInt8](0..<19))
            let short = shorter
            await expectRefusal("replayed") { try await payment.pay(.keyed(short)) }
        }
    }

    @Test("a client that keys in a paid wallet token learns of that payment")
    func told() async throws {
        try await withEngine { (fixture) async throws in
            let payment = try DevicePayment(fixture)
            let client = NumberedClient(fixture: fixture)
            let paid = try await client.pay(payment.wallet)
            let spent = PaymentRefusal.token(.spent(on: paid.number, sameOrder: true))
            await #expect(throws: spent) { try await client.pay(.keyed(payment.card)) }
        }
    }

    @Test("sixty-four at once in both ways are one payment")
    func atOnce() async throws {
        try await withEngine { (fixture) async throws in
            let payment = try DevicePayment(fixture)
            let paid = await withTaskGroup(of: Bool.self) { group in
                for index in 0..<64 {
                    let source = index % 2 == 0 ? payment.wallet : .keyed(payment.card)
                    group.addTask { (try? await payment.pay(source)) != nil }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(paid == 1)
            #expect(await fixture.acquirer.asked.count == 1)
        }
    }
}
