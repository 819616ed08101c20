import PaymentDomain

/// CardSecure and the CardPointe Gateway: a capture that is sent again is the same capture.
struct CardConnectTortureShop: TortureShop {
    let name = "CardConnect"
    let abilities: Set<Ability> = [.sale, .capture, .refund, .void, .credit, .refundVoid]
    let namesOrders = true
    let requestsToPay = 2

    func payment(_ purchase: Purchase) -> ShopRequest {
        ShopRequest { server in
            let shop = CardConnectTestShop(server: server)
            let reply = try await shop.tokenize(shop.tokenization(purchase.token))
            guard reply.status == 200, let wallet = reply.member("token") else {
                return ShopReply(.refused, reply)
            }
            // A credit is an authorization of less than nothing.
            let sign = purchase.kind == .credit ? "-" : ""
            return Self.read(
                try await shop.put(
                    "auth",
                    [
                        ("account", wallet), ("amount", sign + purchase.amount.decimal),
                        ("orderid", purchase.order),
                        ("capture", purchase.kind == .sale ? "Y" : "N"),
                    ]))
        }
    }

    func capture(_ amount: Money, of paid: Paid, request: String) throws -> ShopRequest {
        sending("capture", [("retref", paid.name), ("amount", amount.decimal)])
    }

    func refund(
        _ amount: Money, of paid: Paid, capture: String, request: String
    ) throws -> ShopRequest {
        sending("refund", [("retref", paid.name), ("amount", amount.decimal)])
    }

    func release(_ amount: Money, of paid: Paid, request: String) throws -> ShopRequest {
        sending("void", [("retref", paid.name), ("amount", amount.decimal)])
    }

    func void(_ paid: Paid, capture: String?, request: String) throws -> ShopRequest {
        sending("void", [("retref", paid.name)])
    }

    func voidRefund(_ refund: String, of paid: Paid, request: String) throws -> ShopRequest {
        sending("void", [("retref", refund)])
    }

    private func sending(_ endpoint: String, _ fields: [(String, String)]) -> ShopRequest {
        ShopRequest { server in
            Self.read(try await CardConnectTestShop(server: server).put(endpoint, fields))
        }
    }

    /// B is said of what is not known, and of what is still under way.
    private static func read(_ reply: HTTPReply) -> ShopReply {
        let isDecided = reply.member("respproc") != "PPS"
        let answer: Answer =
            switch reply.member("respstat") {
            case "A": .acknowledged
            case "B": isDecided ? .refused : .unheard
            case "C": .refused
            default: .unheard
            }
        return ShopReply(answer, reply, name: reply.member("retref"))
    }
}
