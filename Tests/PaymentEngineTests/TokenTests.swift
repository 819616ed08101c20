import AppleSimulator
import PaymentDomain
import PaymentEngine
import Testing

@Suite("A token pays once, for what the cardholder approved", .timeLimit(.minutes(5)))
struct TokenTests {
    @Test("a replayed token is refused, under whatever key and in whatever spelling")
    func replayed() async throws {
        try await withEngine { (fixture) async throws in
            let token = try fixture.token()
            var upper = token.fields
            upper.transactionId = upper.transactionId.uppercased()
            _ = try await fixture.authorize(.fields(token.fields), key: "first")
            let replays: [ApplePayPayload] = [
                .fields(token.fields), .fields(upper), .json(Array(token.json.utf8)),
                .json(Array(token.pkPaymentTokenJSON.utf8)),
            ]
            for (number, payload) in replays.enumerated() {
                for key in [nil, "other-\(number)"] {
                    let refusal = try await refusal {
                        _ = try await fixture.authorize(payload, order: "again", key: key)
                    }
                    #expect(kind(of: refusal) == .replayed)
                }
            }
            #expect(await fixture.acquirer.asked.count == 1)
            #expect(try fixture.number("SELECT count(*) FROM payments") == 1)
        }
    }

    @Test("a token stays spent after a decline, and after a restart")
    func staysSpent() async throws {
        try await withEngine { (fixture) async throws in
            await fixture.acquirer.answers { _ in .declined(.doNotHonor, AcquirerChecks()) }
            let token = try fixture.token()
            _ = try await fixture.authorize(.fields(token.fields))
            let next = try await fixture.restarted()
            let refusal = try await refusal { _ = try await next.authorize(.fields(token.fields)) }
            #expect(kind(of: refusal) == .replayed)
            #expect(await fixture.acquirer.asked.count == 1)
            try next.store.close()
        }
    }

    @Test("a token that was opened for its merchant cannot pay, nor be opened again")
    func openedIsSpent() async throws {
        try await withEngine { (fixture) async throws in
            let payload = ApplePayPayload.fields(try fixture.token().fields)
            let open = PaymentCommand.openToken(OpenTokenCommand(payload: payload))
            guard case .opened(let opened) = try await fixture.send(open) else {
                throw UnexpectedResult()
            }
            #expect(opened.amount == (try usd(1000)))
            #expect(opened.card.pan == (try TestCard.visa.pan()))
            #expect(kind(of: try await refusal { _ = try await fixture.send(open) }) == .replayed)
            let paying = try await refusal { _ = try await fixture.authorize(payload) }
            #expect(kind(of: paying) == .replayed)
            #expect(await fixture.acquirer.asked.isEmpty)
        }
    }

    @Test("a token with chip data is not opened, nor spent by that: no reply has a place for it")
    func chipData() async throws {
        try await withEngine { (fixture) async throws in
            var chip = try order(fixture)
            chip.paymentDataType = .emv
            chip.emvData = [0x9F, 0x26, 0x01, 0xFF]
            let payload = ApplePayPayload.fields(try fixture.device.pay(chip).fields)
            await #expect(throws: PaymentRefusal.unsupportedCard) {
                try await fixture.send(.openToken(OpenTokenCommand(payload: payload)))
            }
            #expect(try fixture.number("SELECT count(*) FROM spent_tokens") == 0)
            #expect(try await fixture.authorize(payload).outcome == .approved)
            #expect(await fixture.acquirer.asked.first?.emvData != nil)
        }
    }

    @Test("an invalid token never reaches the acquirer, nor the database", arguments: 0..<8)
    func refused(row: Int) async throws {
        try await withEngine { (fixture) async throws in
            let (payload, expected) = try bad(row, fixture)
            let refusal = try await refusal { _ = try await fixture.authorize(payload) }
            #expect(kind(of: refusal) == expected)
            #expect(await fixture.acquirer.asked.isEmpty)
            #expect(try fixture.number("SELECT count(*) FROM spent_tokens") == 0)
            #expect(try fixture.number("SELECT count(*) FROM payments") == 0)
        }
    }

    private func bad(
        _ row: Int, _ fixture: EngineFixture
    ) throws -> (ApplePayPayload, TokenRefusal.Kind) {
        var token = try fixture.token()
        switch row {
        case 0: return (.json(Array("{}".utf8)), .malformed)
        case 1:
            token.parts.data[0] ^= 1
            return (.fields(token.fields), .badSignature)
        case 2:
            token.parts.transactionID[0] ^= 1
            return (.fields(token.fields), .badSignature)
        case 3:
            fixture.clock.advance(seconds: 3600)
            return (.fields(token.fields), .stale)
        case 4:
            let stranger = try SimulatedApple.create()
            let device = SimulatedDevice(apple: stranger, merchant: fixture.device.merchant)
            return (.fields(try device.pay(order(fixture)).fields), .badSignature)
        case 5:
            let other = try fixture.device.apple.makeMerchant("merchant.coster.other")
            let device = SimulatedDevice(apple: fixture.device.apple, merchant: other)
            return (.fields(try device.pay(order(fixture)).fields), .unknownKey)
        case 6:
            token.parts.version = "EC_v9"
            return (.fields(token.fields), .unsupportedVersion)
        default:
            var recipe = try fixture.device.recipe(for: order(fixture))
            recipe.plaintext = Array("{}".utf8)
            return (.fields(try fixture.device.make(recipe).fields), .badPayload)
        }
    }

    private func order(_ fixture: EngineFixture) throws -> SimulatedOrder {
        SimulatedOrder(amount: try usd(1000), at: fixture.clock.now)
    }

    @Test(
        "the order must be for the amount of the token",
        arguments: [
            (1000, true), (999, false), (1001, false),
        ] as [(Int64, Bool)])
    func amountMatches(asked: Int64, isTaken: Bool) async throws {
        try await withEngine { (fixture) async throws in
            let payload = ApplePayPayload.fields(try fixture.token(1000).fields)
            let refusal = try await refusal {
                let answer = try await fixture.authorize(payload, amount: asked)
                #expect(answer.amountAuthorized == (try usd(asked)))
            }
            #expect(kind(of: refusal) == (isTaken ? nil : .orderMismatch))
            #expect(await fixture.acquirer.asked.count == (isTaken ? 1 : 0))
        }
    }

    @Test("an order in another currency is not the token's")
    func currencyMatches() async throws {
        try await withEngine { (fixture) async throws in
            let euro = try #require(Currency(code: "EUR"))
            let command = AuthorizeCommand(
                source: .applePay(.fields(try fixture.token(1000).fields)), orderReference: "order",
                amount: try Money(minorUnits: 1000, currency: euro))
            let refusal = try await refusal { _ = try await fixture.send(.authorize(command)) }
            #expect(kind(of: refusal) == .orderMismatch)
            #expect(await fixture.acquirer.asked.isEmpty)
        }
    }

    @Test("without an amount the order is for what the cardholder approved")
    func amountOfTheToken() async throws {
        try await withEngine { (fixture) async throws in
            let payload = ApplePayPayload.fields(try fixture.token(4217).fields)
            let answer = try await fixture.authorize(payload, amount: nil)
            #expect(answer.amountAuthorized == (try usd(4217)))
            #expect(await fixture.acquirer.asked.map(\.amount) == [try usd(4217)])
        }
    }

    @Test("an amount of nothing is refused")
    func nothing() async throws {
        try await withEngine { (fixture) async throws in
            let payload = ApplePayPayload.fields(try fixture.token(0).fields)
            let refusal = try await refusal {
                _ = try await fixture.authorize(payload, amount: nil)
            }
            #expect(refusal != nil)
            #expect(await fixture.acquirer.asked.isEmpty)
        }
    }

    private func refusal(
        _ work: () async throws -> Void
    ) async throws -> PaymentRefusal? {
        do {
            try await work()
            return nil
        } catch let refusal as PaymentRefusal {
            return refusal
        }
    }

    private func kind(of refusal: PaymentRefusal?) -> TokenRefusal.Kind? {
        guard case .token(let token) = refusal else {
            #expect(refusal == nil)
            return nil
        }
        return token.kind
    }
}
