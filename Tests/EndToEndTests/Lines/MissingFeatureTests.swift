import PaymentDomain
import Testing

@Suite("What no line of a merchant can do", .timeLimit(.minutes(20)))
struct MissingFeatureTests {
    /// The words with which each protocol refuses what no line takes.
    private static let words = [
        "vantiv": "<response>322</response>",
        "cardconnect": #""respcode":"34""#,
        "instamed": "acquirer does not take this transaction",
        "radial": "TenderGatewayConfigurationException",
    ]

    /// A request that needs what a line to Worldpay lacks. InstaMed has none.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let shop: String
        let send: @Sendable (RunningServer) async throws -> HTTPReply
    }

    private static let rows = [
        Row(testDescription: "a capture of an approval that was given elsewhere", shop: "vantiv") {
            try await VantivCardShop($0).sendGivenApproval(
                "captureGivenAuth",
                "<authInformation><authDate>2026-11-20</authDate>"
                    + "<authCode>543216</authCode></authInformation>")
        },
        Row(testDescription: "a forced capture", shop: "vantiv") {
            try await VantivCardShop($0).sendGivenApproval("forceCapture", "")
        },
        Row(
            testDescription: "an authorization with a code that was given elsewhere",
            shop: "cardconnect"
        ) {
            try await CardPointeCardShop($0).shop.put(
                "auth",
                [
                    ("account", KeyedCard().number), ("expiry", "1249"), ("amount", "5.00"),
                    ("authcode", "543216"),
                ])
        },
        Row(testDescription: "another currency than the line's", shop: "radial") {
            let euros = try Money(decimal: "5.00", currency: try #require(Currency(code: "EUR")))
            return try await RadialCardShop($0).reply(
                to: RadialCardShop($0).shop.card(
                    KeyedCard().number, euros, order: newName()))
        },
    ]

    @Test(
        "a payment that no route takes is refused in the words of each protocol, and nothing is written"
    )
    func noRoute() async throws {
        try await ProductionServer.lend(on: .sqlite, rule: #""network": "visa", "#) { production in
            for shop in production.shops {
                let paid = try await shop.pay(
                    try dollars("5.00"), order: newName(),
                    with: KeyedCard(number: "5112010000000003"))
                #expect(try paid.text.contains(#require(Self.words[shop.name])), "\(paid.text)")
            }
            try await expectNothing(of: production)
        }
    }

    @Test("what the line can't do is refused in the words of each protocol, and nothing is written")
    func lacking() async throws {
        try await ProductionServer.lend(on: .sqlite) { production in
            for row in Self.rows {
                let reply = try await row.send(production.server)
                let words = try #require(Self.words[row.shop])
                #expect(reply.text.contains(words), "\(row.testDescription): \(reply.text)")
            }
            try await expectNothing(of: production)
        }
    }

    @Test("a refund of more than any one capture is refused: a line to Worldpay refunds a capture")
    func severalCaptures() async throws {
        try await ProductionServer.lend(on: .sqlite) { production in
            let shop = RadialCardShop(production.server)
            let payment = try await shop.pay(try dollars("10.00"), order: newName())
            for amount in shop.captures {
                let capture = try await shop.capture(try dollars(amount), of: payment)
                #expect(capture.isApproved, "\(capture.text)")
            }
            try await production.settled()
            try await production.run(["settle"])
            let refused = try await shop.refund(try dollars("6.50"), of: payment)
            let words = try #require(Self.words[shop.name])
            #expect(refused.text.contains(words), "\(refused.text)")
            let refunded = try await shop.refund(try dollars("3.50"), of: payment)
            #expect(refunded.isApproved, "\(refunded.text)")
            try await production.settled()
            #expect(try await production.disagreements() == [])
            #expect(try await production.host.state().refunded == 350)
        }
    }

    private func expectNothing(of production: ProductionServer) async throws {
        #expect(try await production.host.state().requests == 0)
        #expect(try await production.database.payments() == [])
    }
}

extension VantivCardShop {
    /// Sends a capture whose approval was given elsewhere.
    fileprivate func sendGivenApproval(
        _ transaction: String, _ information: String
    ) async throws -> HTTPReply {
        try await shop.send(
            shop.online(
                transaction,
                "<orderId>\(newName())</orderId>\(information)<amount>500</amount>"
                    + "<orderSource>ecommerce</orderSource>" + shop.card(KeyedCard().number)))
    }
}
