import AppleSimulator
import Foundation
import PaymentDomain
import Synchronization
import Testing

/// Payments of all kinds, in every dialect, with card data that can be looked for afterwards.
struct EveryWayToPay: Sendable {
    /// What all cryptograms of devices begin with: 18 bytes, so that their base64 begins with its base64 too.
    static let cryptogram: [UInt8] = Array("coster-proof-bytes".utf8)
    static let otherCryptogram: [UInt8] = Array("coster-proof-bytes-2".utf8)
    static let keyedNumbers = ["4012888888881881", "371449635398431"]
    static let mistypedNumber = "4012888888881882"
    static let securityCode = "7391"

    private static let made = Mutex<UInt8>(0)

    let server: RunningServer

    /// Another cryptogram for each token, as devices make them: one that was spent pays no more.
    private static func nextCryptogram() -> [UInt8] {
        let number = made.withLock { made in
            made &+= 1
            return made
        }
        return cryptogram + [number, 0]
    }

    /// Pays; gives the replies that may not hold card data.
    func pay() async throws -> [HTTPReply] {
        try await payByRadial() + payByVantiv() + payByCardConnect() + payByInstaMed()
            + payByNative()
    }

    private func payByRadial() async throws -> [HTTPReply] {
        let shop = RadialShop(server: server)
        var replies: [HTTPReply] = []
        for card in TestCard.allCases {
            for amount in ["14.99", "7000.05", "7100.01"] {
                let amount = try dollars(amount)
                let token = try shop.token(amount, card: card, cryptogram: Self.nextCryptogram())
                let message = shop.wallet(token, amount, order: newName())
                replies.append(try await shop.send(message))
                replies.append(try await shop.send(shop.wallet(token, amount, order: newName())))
            }
        }
        let amount = try dollars("14.99")
        for number in Self.keyedNumbers + [Self.mistypedNumber] {
            let proof = RadialXML.proof(
                Data(Self.otherCryptogram).base64EncodedString(), indicator: "05")
            let message = shop.card(
                number, amount, order: newName(), code: Self.securityCode, proof: proof)
            replies.append(try await shop.send(message))
            for damaged in [
                message.replacing("</OrderId>", with: ""), message.replacing("14.99", with: number),
                message.replacing("CreditCardAuthRequest", with: "Request\(number)"),
                message.replacing("Philadelphia", with: "\(number)\(number)\(number)"),
                message.replacing("xmlns=\"", with: "xmlns:n=\"\(number)\" xmlns=\""),
            ] { replies.append(try await shop.send(damaged)) }
            var elsewhere = message
            elsewhere.path = "creditcard/auth/\(number).xml"
            elsewhere.headers.append(("x-number", number))
            replies.append(try await shop.send(elsewhere))
        }
        let payment = try await shop.approved(amount)
        for step in [
            try shop.settle("Debit", amount, payment), try shop.settle("Credit", amount, payment),
        ] {
            replies.append(try await shop.send(step))
        }
        return replies + (try await payInTwoRequests(shop))
    }

    private func payInTwoRequests(_ shop: RadialShop) async throws -> [HTTPReply] {
        let amount = try dollars("14.99")
        let token = try shop.token(amount, card: .visa, cryptogram: Self.nextCryptogram())
        // The merchant asked for its own card data: this reply alone holds them.
        let opened = try await shop.send(shop.decryptBlob(token))
        #expect(opened.element("PaymentAccountUniqueId") == (try digits(of: .visa)))
        let paid = try await shop.send(
            shop.card(
                try digits(of: .visa), amount, order: newName(),
                proof: RadialXML.proof(
                    opened.element("OnlinePaymentCryptogram") ?? "", indicator: "07")))
        #expect(paid.element("AuthorizationResponseCode") == "AP01")
        return [paid, try await shop.send(shop.decryptBlob(token))]
    }

    private func payByVantiv() async throws -> [HTTPReply] {
        let shop = VantivTestShop(server: server)
        let amount = try dollars("14.99")
        var replies: [HTTPReply] = []
        for card in TestCard.allCases {
            let token = try server.token(amount, card: card, cryptogram: Self.nextCryptogram())
            let order = newName()
            let id = try await shop.registration(token, order: order)
            replies.append(
                try await shop.send(
                    shop.online("authorization", shop.order(order, amount) + shop.paypage(id))))
            let direct = try server.token(amount, card: card, cryptogram: Self.nextCryptogram())
            replies.append(
                try await shop.send(
                    shop.online("sale", shop.order(newName(), amount) + shop.applePay(direct))))
        }
        for number in Self.keyedNumbers + [Self.mistypedNumber] {
            replies.append(
                try await shop.send(
                    shop.online(
                        "sale",
                        shop.order(newName(), amount, source: "ecommerce")
                            + shop.card(number, code: Self.securityCode))))
        }
        let held = try await shop.approved(amount)
        let captured = try await shop.answered(
            shop.online("capture", shop.referenced(held.number, amount)), "000")
        let refunded = try await shop.answered(
            shop.online("credit", shop.referenced(captured.number, amount)), "000")
        return replies + [held.reply, captured.reply, refunded.reply]
    }

    private func payByCardConnect() async throws -> [HTTPReply] {
        let shop = CardConnectTestShop(server: server)
        let amount = try dollars("14.99")
        var replies: [HTTPReply] = []
        for card in TestCard.allCases {
            let token = try server.token(amount, card: card, cryptogram: Self.nextCryptogram())
            let wallet = try await shop.walletToken(token)
            replies.append(
                try await shop.put("auth", [("account", wallet), ("amount", amount.decimal)]))
        }
        for number in Self.keyedNumbers + [Self.mistypedNumber] {
            replies.append(
                try await shop.tokenize(CardConnectTestShop.object([("account", number)])))
            replies.append(
                try await shop.put(
                    "auth",
                    [
                        ("account", number), ("expiry", "1249"), ("amount", amount.decimal),
                        ("cvv2", Self.securityCode), ("capture", "Y"),
                    ]))
        }
        let retref = try await shop.approved(amount)
        for step in ["capture", "inquire", "void"] {
            replies.append(
                step == "inquire"
                    ? try await shop.inquire(retref)
                    : try await shop.put(step, [("retref", retref)]))
        }
        return replies
    }

    private func payByInstaMed() async throws -> [HTTPReply] {
        let shop = InstaMedTestShop(server: server)
        let amount = try dollars("14.99")
        var replies: [HTTPReply] = []
        for card in TestCard.allCases {
            let token = try server.token(amount, card: card, cryptogram: Self.nextCryptogram())
            let id = try await shop.tokenID(token)
            replies.append(try await shop.send(shop.paying(id, amount)))
        }
        let transaction = try await shop.approved(amount)
        replies.append(try await shop.send(shop.referenced("Void", transaction)))
        return replies
    }

    private func payByNative() async throws -> [HTTPReply] {
        let shop = NativeTestShop(server: server)
        let amount = try dollars("14.99")
        var replies: [HTTPReply] = []
        for card in TestCard.allCases {
            let token = try server.token(amount, card: card, cryptogram: Self.nextCryptogram())
            let message = shop.messages.pay(token, amount, order: newName(), captures: true)
            replies.append(try await shop.send(message))
            for name in ["orderReference", "amount", "USD"] {
                let body = message.body.replacing(name, with: Self.keyedNumbers[0])
                replies.append(try await shop.send(message, body: body))
            }
        }
        let token = try server.token(amount, cryptogram: Self.nextCryptogram())
        // The merchant asked for its own card data: this reply alone holds them.
        let opened = try await shop.decrypt(token)
        #expect(opened.member("dpan") == (try digits(of: .visa)))
        return replies + [
            try await shop.decrypt(token), try await shop.get("/v1/events?limit=100"),
            try await shop.get("/v1/payments?limit=100"),
        ]
    }
}
