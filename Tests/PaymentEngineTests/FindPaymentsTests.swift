import PaymentDomain
import PaymentEngine
import Testing

@Suite("A merchant's payments", .timeLimit(.minutes(5)))
struct FindPaymentsTests {
    private static func page(
        _ fixture: EngineFixture, _ find: FindPaymentsCommand,
        of merchant: MerchantID = EngineFixture.shop
    ) async throws -> PaymentPage {
        guard case .payments(let page) = try await fixture.send(.findPayments(find), from: merchant)
        else { throw UnexpectedResult() }
        return page
    }

    @Test("are found in pages, newest first, each once, and none of another merchant's")
    func pages() async throws {
        try await withEngine { (fixture) async throws in
            var ids: [PaymentID] = []
            for index in 0..<5 {
                ids.insert(try await fixture.authorize(order: "\(index)").paymentID, at: 0)
                let stranger = LifelongClient(fixture: fixture, merchant: EngineFixture.otherShop)
                _ = try await stranger.pay()
            }
            var seen: [[PaymentID]] = []
            var before: PaymentID?
            repeat {
                let page = try await Self.page(fixture, .newest(limit: 2, before: before))
                seen.append(page.payments.map(\.payment.id))
                before = page.hasMore ? page.payments.last?.payment.id : nil
            } while before != nil
            #expect(seen == [Array(ids[..<2]), Array(ids[2..<4]), [ids[4]]])
        }
    }

    @Test("are no other merchant's: neither by their ID, nor as the start of a page")
    func stranger() async throws {
        try await withEngine { (fixture) async throws in
            let id = try await fixture.authorize().paymentID
            let none = PaymentID()
            for merchant in [EngineFixture.shop, EngineFixture.otherShop] {
                for other in merchant == EngineFixture.shop ? [none] : [none, id] {
                    for find in [FindPaymentsCommand.one(other), .newest(limit: 9, before: other)] {
                        await expectRefusal("payment-not-found") {
                            _ = try await fixture.send(.findPayments(find), from: merchant)
                        }
                    }
                }
            }
        }
    }

    @Test("are shown as they are now, with network and last four digits of the card")
    func current() async throws {
        try await withEngine { (fixture) async throws in
            let id = try await fixture.authorize().paymentID
            _ = try await fixture.capture(400, of: id)
            var found = try #require(try await Self.page(fixture, .one(id)).payments.first)
            #expect(found.payment.amounts.captured == 400 && found.network == .visa)
            #expect(found.lastFour.utf8.count == 4 && found.declineReason == nil)
            await fixture.acquirer.answers { _ in .declined(.doNotHonor, AcquirerChecks()) }
            let declined = try await fixture.authorize(order: "other").paymentID
            found = try #require(try await Self.page(fixture, .one(declined)).payments.first)
            #expect(found.payment.state == .declined && found.declineReason == .doNotHonor)
        }
    }
}

@Suite("A check of a token", .timeLimit(.minutes(5)))
struct CheckTokenTests {
    private static func checks(
        _ fixture: EngineFixture, _ payload: ApplePayPayload, _ cents: Int64? = 1000
    ) async throws -> [String] {
        let command = CheckTokenCommand(payload: payload, amount: try cents.map(usd))
        guard case .checked(let checks) = try await fixture.send(.checkToken(command)) else {
            throw UnexpectedResult()
        }
        #expect(checks.map(\.name) == TokenCheck.Name.allCases)
        return checks.map { check in
            switch check.verdict {
            case .passed: "+"
            case .failed(let refusal): refusal.kind.rawValue
            case .notChecked: "-"
            }
        }
    }

    @Test("spends and asks nothing: the token pays afterwards, and is then seen to be spent")
    func nothingSpent() async throws {
        try await withEngine { (fixture) async throws in
            let payload = ApplePayPayload.fields(try fixture.token().fields)
            for _ in 0..<2 {
                #expect(try await Self.checks(fixture, payload) == ["+", "+", "+", "+", "+"])
            }
            #expect(await fixture.acquirer.asked.isEmpty)
            #expect(try fixture.number("SELECT count(*) FROM spent_tokens") == 0)
            #expect(try await fixture.authorize(payload).outcome == .approved)
            #expect(try await Self.checks(fixture, payload) == ["+", "+", "+", "+", "replayed"])
        }
    }

    @Test("reports the first check that fails, and makes no other")
    func failures() async throws {
        try await withEngine { (fixture) async throws in
            let fields = try fixture.token().fields
            let payload = ApplePayPayload.fields(fields)
            #expect(try await Self.checks(fixture, payload, nil) == ["+", "+", "+", "-", "+"])
            #expect(
                try await Self.checks(fixture, payload, 1001)
                    == ["+", "+", "+", "orderMismatch", "-"])
            #expect(
                try await Self.checks(fixture, .json(Array("{}".utf8)))
                    == ["malformed", "-", "-", "-", "-"])
            fixture.clock.advance(seconds: 3_600)
            #expect(try await Self.checks(fixture, payload) == ["+", "stale", "-", "-", "-"])
        }
    }
}
