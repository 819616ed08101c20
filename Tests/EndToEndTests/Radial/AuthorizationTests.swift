import AppleSimulator
import PaymentDomain
import Testing

@Suite("Radial over HTTP: authorizations", .timeLimit(.minutes(20)), .server())
struct AuthorizationTests {
    private let shop: RadialShop

    init() throws {
        shop = RadialShop(server: try #require(RunningServer.ofSuite))
    }

    /// A card, and the tender that its network has at Radial.
    private static let tenders: [(TestCard, String)] = [
        (.visa, "VC"), (.mastercard, "MC"), (.amex, "AM"), (.discover, "DC"),
    ]

    @Test(
        "a wallet of each network is approved, with its tender and its last digits",
        arguments: tenders)
    func approved(card: TestCard, tender: String) async throws {
        let amount = try dollars("14.99")
        let order = newName()
        let reply = try await shop.send(
            shop.wallet(try shop.token(amount, card: card), amount, order: order))
        #expect(reply.status == 200)
        #expect(reply.headers["content-type"] == "application/xml; charset=UTF-8")
        #expect(reply.element("OrderId") == order)
        #expect(reply.element("AuthorizationResponseCode") == "AP01")
        #expect(reply.element("ResponseCode") == "APPROVED")
        #expect(reply.element("TenderType") == tender)
        #expect(reply.element("AmountAuthorized") == "14.99")
        #expect(reply.element("BankAuthorizationCode")?.utf8.count == 6)
        #expect(reply.element("PanSuffix") == card.lastFour)
        let handle = try #require(reply.element("PaymentAccountUniqueId"))
        #expect(handle.hasSuffix(card.lastFour))
        #expect(reply.element("BinPrefix") == String(handle.prefix(6)))
        #expect(reply.text.contains("isToken=\"true\""))
        #expect(handle.contains { $0.isLetter }, "a handle is never a card number")
        try expectNoCardData(reply, card)
    }

    @Test("the same card has the same handle in every payment, and another card another")
    func handles() async throws {
        let first = try await shop.approved(try dollars("1.00"))
        let second = try await shop.approved(try dollars("2.00"))
        let other = try await shop.approved(try dollars("2.00"), card: .mastercard)
        #expect(first.handle == second.handle)
        #expect(first.handle != other.handle)
    }

    /// The issuer's answer (the cents), Radial's two codes for it.
    private static let declines = [
        ("7000.05", "ND01", "DECL"), ("7000.51", "ND02", "DECLF"), ("7000.91", "NR03", "DECL"),
        ("7000.54", "NR09", "DECL"), ("7000.41", "NC02", "DECLR"), ("7000.43", "NC03", "DECLR"),
        ("7000.61", "ND07", "DECLF"), ("7000.99", "ND01", "DECL"), ("7000.10", "ND02", "DECLF"),
    ]

    @Test("a decline is a reply with the issuer's reason, and holds nothing", arguments: declines)
    func declined(amount: String, code: String, response: String) async throws {
        let order = newName()
        let reply = try await shop.send(try shop.wallet(try dollars(amount), order: order))
        #expect(reply.status == 200)
        #expect(reply.element("AuthorizationResponseCode") == code)
        #expect(reply.element("ResponseCode") == response)
        #expect(reply.element("AmountAuthorized") == "0.00")
        #expect(reply.element("BankAuthorizationCode") == "")
        let payment = try await EachDatabase.read(shop.server.folder).payment(of: order)
        #expect(payment.state == .declined && payment.amounts.authorized == 0)
        try expectNoCardData(reply, .visa)
    }

    @Test("a declined payment can be neither captured nor cancelled")
    func declinedStays() async throws {
        let order = newName()
        let amount = try dollars("7000.05")
        let reply = try await shop.send(try shop.wallet(amount, order: order))
        let payment = ApprovedPayment(
            order: order, handle: try #require(reply.element("PaymentAccountUniqueId")),
            tender: "VC")
        for message in [
            try shop.settle("Debit", amount, payment), shop.cancel(amount, payment),
        ] {
            #expect(try await shop.send(message).faultCode == "InvalidPaymentStateException")
        }
    }

    @Test("without Amount the payment is what the customer approved")
    func amountOfTheToken() async throws {
        let order = newName()
        let token = try shop.token(try dollars("23.45"))
        let reply = try await shop.send(shop.wallet(token, nil, order: order))
        #expect(reply.element("AmountAuthorized") == "23.45")
    }

    @Test("an amount or a currency that the customer did not approve is refused")
    func amountMismatch() async throws {
        let orders = [
            ("10.01", Currency.usd, "amount-mismatch"), ("9.99", .usd, "amount-mismatch"),
            ("10.00", try #require(Currency(code: "EUR")), "currency-mismatch"),
        ]
        for (amount, currency, reason) in orders {
            let order = newName()
            let reply = try await shop.send(
                shop.wallet(
                    try shop.token(try dollars("10.00")),
                    try Money(decimal: amount, currency: currency), order: order))
            #expect(reply.status == 400)
            #expect(reply.faultCode == "InvalidWalletPaymentException")
            #expect(reply.faultReason == reason)
            #expect(try await EachDatabase.read(shop.server.folder).payments(of: order).isEmpty)
        }
    }

    @Test("the tender of the path has no case", arguments: ["DW", "dw", "Dw", "VC", "vc"])
    func tenderCase(_ tender: String) async throws {
        let amount = try dollars("3.00")
        let reply = try await shop.send(
            shop.wallet(try shop.token(amount), amount, order: newName(), tender: tender))
        #expect(reply.element("AuthorizationResponseCode") == "AP01")
    }

    @Test(
        "the header with the key has no case",
        arguments: ["apikey", "apiKey", "ApiKey", "APIKEY"])
    func headerCase(_ name: String) async throws {
        var message = try shop.wallet(try dollars("3.00"), order: newName())
        message.key = (name, RunningServer.apiKey)
        #expect(try await shop.send(message).element("AuthorizationResponseCode") == "AP01")
    }

    @Test("account data come only on request; a wallet's codes come always")
    func features() async throws {
        let amount = try dollars("3.00")
        let reply = try await shop.send(
            shop.wallet(try shop.token(amount), amount, order: newName(), tail: ""))
        #expect(reply.element("ResponseCode") == "APPROVED")
        #expect(reply.element("TenderType") == "VC")
        #expect(reply.element("PaymentAccountInformation") == nil)
    }

    @Test("base64 may be broken over lines and lack its last sign of equality")
    func looseBase64() async throws {
        let amount = try dollars("3.00")
        var message = shop.wallet(try shop.token(amount), amount, order: newName())
        let data = try #require(message.body.split(separator: "<Data>").last)
            .prefix { $0 != "<" }
        let lines = data.enumerated().map {
            $0.offset % 64 == 63 ? "\($0.element)\n      " : "\($0.element)"
        }
        let loose = lines.joined().replacing("=", with: "")
        message = message.replacing(String(data), with: loose)
        #expect(try await shop.send(message).element("AuthorizationResponseCode") == "AP01")
    }
}

/// Expects that a reply shows nothing of a card but its first six and last four digits.
func expectNoCardData(
    _ reply: HTTPReply, _ card: TestCard, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let scan = SecretScan(Secret.card(try digits(of: card)))
    #expect(
        scan.findings(in: .init(reply.body), named: "the reply").isEmpty,
        sourceLocation: sourceLocation)
}
