import PaymentDomain

/// cnpAPI, with the token in the XML or by eProtect.
struct VantivTortureShop: TortureShop {
    let usesEProtect: Bool
    var name: String { usesEProtect ? "Vantiv by eProtect" : "Vantiv" }
    var abilities: Set<Ability> {
        let all: Set<Ability> = [
            .sale, .capture, .captureParts, .release, .refund, .refundsOnce, .void, .refundVoid,
        ]
        // No schema has a token straight in a credit.
        return usesEProtect ? all.union([.credit]) : all
    }
    let namesOrders = true
    var requestsToPay: Int { usesEProtect ? 2 : 1 }

    func payment(_ purchase: Purchase) -> ShopRequest {
        ShopRequest { server in
            let shop = VantivTestShop(server: server)
            let source: String
            if usesEProtect {
                let reply = try await shop.register(
                    shop.form(purchase.token, order: purchase.order))
                guard let id = reply.member("paypageRegistrationId") else {
                    // 889 is also said of trouble of the server's own.
                    let isTrouble = reply.member("response") == "889"
                    return ShopReply(isTrouble ? .unheard : .refused, reply)
                }
                source = shop.paypage(id)
            } else {
                source = shop.applePay(purchase.token)
            }
            let reply = try await shop.send(
                shop.online(
                    transaction(purchase.kind),
                    shop.order(purchase.order, purchase.amount) + source, id: purchase.request))
            return Self.readPayment(reply, shop)
        }
    }

    func capture(_ amount: Money, of paid: Paid, request: String) throws -> ShopRequest {
        sending("capture", request, attributes: " partial=\"true\"") {
            $0.referenced(paid.name, amount)
        }
    }

    func refund(
        _ amount: Money, of paid: Paid, capture: String, request: String
    ) throws -> ShopRequest {
        sending("credit", request) { $0.referenced(capture, amount) }
    }

    func release(_ amount: Money, of paid: Paid, request: String) throws -> ShopRequest {
        sending("authReversal", request) { $0.referenced(paid.name, amount) }
    }

    /// A capture or a sale; where there is none, the hold.
    func void(_ paid: Paid, capture: String?, request: String) throws -> ShopRequest {
        guard let capture else {
            return sending("authReversal", request) { $0.referenced(paid.name) }
        }
        return sending("void", request) { $0.referenced(capture) }
    }

    func voidRefund(_ refund: String, of paid: Paid, request: String) throws -> ShopRequest {
        sending("void", request) { $0.referenced(refund) }
    }

    private func transaction(_ kind: Purchase.Kind) -> String {
        switch kind {
        case .authorize: "authorization"
        case .sale: "sale"
        case .credit: "credit"
        }
    }

    private func sending(
        _ transaction: String, _ request: String, attributes: String = "",
        _ content: @escaping @Sendable (VantivTestShop) -> String
    ) -> ShopRequest {
        ShopRequest { server in
            let shop = VantivTestShop(server: server)
            let reply = try await shop.send(
                shop.online(transaction, content(shop), id: request, attributes: attributes))
            // A duplicate of what is approved: the first one stands.
            if reply.element("response") == "251" {
                return ShopReply(.acknowledged, reply, name: reply.element(shop.number))
            }
            return Self.read(reply, shop)
        }
    }

    /// No request is kept under a name, but the token is spent once: what is refused because it was not sent or was
    /// declined, and what is refused because the token was spent in vain, is refused for good. That the token was spent,
    /// or the registration, says nothing of by which copy; 251, though, says that what was paid with it stands.
    private static func readPayment(_ reply: HTTPReply, _ shop: VantivTestShop) -> ShopReply {
        var read = Self.read(reply, shop)
        let response = reply.element("response")
        read.isFinal = read.answer == .refused && !["251", "877", "878"].contains(response)
        read.saysPaid = response == "251"
        return read
    }

    /// 370 is also said of what is still under way, and 108 of books that cannot be written.
    private static func read(_ reply: HTTPReply, _ shop: VantivTestShop) -> ShopReply {
        let answer: Answer =
            switch reply.element("response") {
            case "000", "010": .acknowledged
            case "370", "108", nil: .unheard
            case .some: .refused
            }
        return ShopReply(answer, reply, name: reply.element(shop.number))
    }
}
