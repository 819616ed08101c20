import PaymentDomain

/// InstaMed's page: no request has a name, so what is sent again is done again.
struct InstaMedTortureShop: TortureShop {
    let name = "InstaMed"
    let abilities: Set<Ability> = [.sale, .capture, .refund, .void, .refundVoid]
    let namesOrders = false
    let requestsToPay = 2

    func payment(_ purchase: Purchase) -> ShopRequest {
        ShopRequest { server in
            let shop = InstaMedTestShop(server: server)
            let reply = try await shop.send(shop.saving(purchase.token))
            guard let id = reply.field("applePayTokenID") else {
                let isTrouble = Self.read(reply).answer == .unheard
                return ShopReply(isTrouble ? .unheard : .refused, reply)
            }
            return Self.read(
                try await shop.send(
                    shop.paying(
                        id, purchase.amount, action: purchase.kind == .sale ? "AuthCapt" : "Auth")))
        }
    }

    func capture(_ amount: Money, of paid: Paid, request: String) throws -> ShopRequest {
        sending("Capture", paid.name, amount)
    }

    func refund(
        _ amount: Money, of paid: Paid, capture: String, request: String
    ) throws -> ShopRequest {
        sending("SimpleRefund", paid.name, amount)
    }

    func release(_ amount: Money, of paid: Paid, request: String) throws -> ShopRequest {
        sending("Void", paid.name, amount)
    }

    func void(_ paid: Paid, capture: String?, request: String) throws -> ShopRequest {
        sending("Void", paid.name, nil)
    }

    func voidRefund(_ refund: String, of paid: Paid, request: String) throws -> ShopRequest {
        sending("Void", refund, nil)
    }

    private func sending(_ action: String, _ transaction: String, _ amount: Money?) -> ShopRequest {
        ShopRequest { server in
            let shop = InstaMedTestShop(server: server)
            return Self.read(try await shop.send(shop.referenced(action, transaction, amount)))
        }
    }

    /// 503 is also said of what is still under way, and 504 of an outcome that could not be written. Under another HTTP
    /// status than 200 the request did not come as far as the page.
    private static func read(_ reply: HTTPReply) -> ShopReply {
        let answer: Answer =
            switch reply.field("errorCode") {
            case "504": reply.text.contains("(outcome-unknown)") ? .undone : .unheard
            case "400" where reply.status == 200: .refused
            case "401": .refused
            case .some: .unheard
            case nil: reply.field("transactionStatus") == "D" ? .refused : .acknowledged
            }
        return ShopReply(answer, reply, name: reply.field("transactionID"))
    }
}
