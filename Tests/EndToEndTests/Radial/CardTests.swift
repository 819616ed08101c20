import AppleSimulator
import Foundation
import PaymentDomain
import Testing

@Suite("Radial over HTTP: cards and opened tokens", .timeLimit(.minutes(20)), .server())
struct CardTests {
    private let shop: RadialShop

    init() throws {
        shop = RadialShop(server: try #require(RunningServer.ofSuite))
    }

    @Test(
        "a card that is not present is approved, and its code checked",
        arguments: [
            ("4111111111111111", "123", "VC", "M", "APPROVED"),
            ("378282246310005", "1234", "AM", "M", "APPROVED"),
            ("5204242750270044", "901", "MC", "N", "CSC"),
        ])
    func keyed(
        number: String, code: String, tender: String, check: String, response: String
    ) async throws {
        let order = newName()
        let reply = try await shop.send(
            shop.card(number, try dollars("14.99"), order: order, code: code, tender: tender))
        #expect(reply.element("AuthorizationResponseCode") == "AP01")
        #expect(reply.element("ResponseCode") == response)
        #expect(reply.element("CVV2ResponseCode") == check)
        #expect(reply.element("AVSResponseCode") == "Y")
        #expect(reply.element("TenderType") == tender)
        #expect(!reply.text.contains(number))
        let handle = try #require(reply.element("PaymentAccountUniqueId"))
        #expect(handle.utf8.count == number.utf8.count)
        #expect(handle.hasPrefix(number.prefix(6)) && handle.hasSuffix(number.suffix(4)))
    }

    @Test("a stored card pays again by its handle, and an unknown handle does not")
    func stored() async throws {
        let first = try await shop.approved(try dollars("10.00"), card: .discover)
        let again = try await shop.send(
            shop.card(
                first.handle, isToken: true, try dollars("5.00"), order: newName(), tender: "DC"))
        #expect(again.element("AuthorizationResponseCode") == "AP01")
        #expect(again.element("PaymentAccountUniqueId") == first.handle)
        let unknown = try await shop.send(
            shop.card("4111110PASeK1112", isToken: true, try dollars("5.00"), order: newName()))
        #expect(unknown.status == 404 && unknown.faultCode == "TokenNotFoundException")
    }

    @Test("a mistyped number is refused, and not repeated")
    func luhn() async throws {
        let reply = try await shop.send(
            shop.card("4111111111111112", try dollars("5.00"), order: newName()))
        #expect(reply.faultCode == "PanFailsLuhnCheckException")
        #expect(!reply.text.contains("4111111111111112"))
    }

    @Test("the two-request flow: the token is opened, and its contents pay")
    func twoRequests() async throws {
        let amount = try dollars("14.99")
        let cryptogram = [UInt8](0..<20)
        let token = try shop.token(amount, card: .mastercard, cryptogram: cryptogram)
        let opened = try await shop.send(shop.decryptBlob(token))
        #expect(opened.status == 200)
        let number = try #require(opened.element("PaymentAccountUniqueId"))
        #expect(number == (try digits(of: .mastercard)))
        #expect(opened.element("Amount") == "14.99")
        let proof = try #require(opened.element("OnlinePaymentCryptogram"))
        #expect(Data(base64Encoded: proof) == Data(cryptogram))
        #expect(opened.element("TransactionId") == token.fields.transactionId)

        let order = newName()
        let paid = try await shop.send(
            shop.card(
                number, amount, order: order, proof: RadialXML.proof(proof, indicator: "07"),
                tender: "MC"))
        #expect(paid.element("AuthorizationResponseCode") == "AP01")

        // Opened means spent: the same token neither opens nor pays again.
        let again = try await shop.send(shop.decryptBlob(token))
        #expect(again.status == 409 && again.faultCode == "DuplicateWalletPaymentException")
        let wallet = try await shop.send(shop.wallet(token, amount, order: newName()))
        #expect(wallet.faultCode == "DuplicateWalletPaymentException")
    }

    @Test("an unsupported element is named, and nothing is done")
    func unsupported() async throws {
        let amount = try dollars("5.00")
        let order = newName()
        let plain = shop.card("4111111111111111", amount, order: order, code: "123")
        let stored = try await shop.approved(amount)
        let messages = [
            plain.replacing("CardSecurityCode", with: "EncryptedCardSecurityCode"),
            plain.replacing("PaymentAccountUniqueId", with: "EncryptedPaymentAccountUniqueId")
                .replacing(" isToken=\"false\"", with: ""),
            plain.with(
                body: RadialXML.root(
                    "CreditCardAuthRequest", request: newName(),
                    "<OrderId>\(order)</OrderId><CardPresentEncryptedBlob/>")),
            shop.card(
                stored.handle, isToken: true, amount, order: order,
                proof: RadialXML.proof("AgAAAAAABk4DWZ4C28yUQAAAAAA=", indicator: "07")),
        ]
        for message in messages {
            let reply = try await shop.send(message)
            #expect(reply.status == 400 && reply.faultCode == "UnsupportedFeatureException")
        }
        #expect(try await EachDatabase.read(shop.server.folder).payments(of: order).isEmpty)
    }

    @Test("a card number in place of a handle cancels and settles nothing")
    func numberInPlaceOfHandle() async throws {
        let amount = try dollars("5.00")
        let paid = try await shop.approved(amount)
        let number = try digits(of: .visa)
        for message in [
            shop.cancel(amount, paid), try shop.settle("Debit", amount, paid),
        ] {
            let named = message.replacing(
                "isToken=\"true\">\(paid.handle)", with: "isToken=\"false\">\(number)")
            let reply = try await shop.send(named)
            #expect(reply.status == 400 && reply.faultReason == "card-number-not-allowed")
            try expectNoCardData(reply, .visa)
        }
    }

    @Test("a token of the RSA version is opened too")
    func opensRSA() async throws {
        let token = try shop.server.device.pay(
            SimulatedOrder(
                amount: try dollars("7.00"), card: .visa, version: .rsaV1, at: presentTime()))
        let opened = try await shop.send(shop.decryptBlob(token))
        #expect(opened.element("PaymentAccountUniqueId") == (try digits(of: .visa)))
        #expect(opened.element("Amount") == "7.00")
    }

    @Test("a token that has paid is not opened")
    func paidIsNotOpened() async throws {
        let amount = try dollars("14.99")
        let token = try shop.token(amount)
        let paid = try await shop.send(shop.wallet(token, amount, order: newName()))
        #expect(paid.element("AuthorizationResponseCode") == "AP01")
        let opened = try await shop.send(shop.decryptBlob(token))
        #expect(opened.status == 409)
        try expectNoCardData(opened, .visa)
    }
}
