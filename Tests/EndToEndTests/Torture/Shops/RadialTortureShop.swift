import PaymentDomain

/// Radial's XML: every request has a name, under which it is the same request.
struct RadialTortureShop: TortureShop {
    let name = "Radial"
    let abilities: Set<Ability> = [.capture, .captureParts, .release, .refund, .refundsOnce]
    let namesOrders = true
    let requestsToPay = 1

    func payment(_ purchase: Purchase) -> ShopRequest {
        ShopRequest { server in
            let shop = RadialShop(server: server)
            let reply = try await shop.send(
                shop.wallet(
                    purchase.token, purchase.amount, order: purchase.order,
                    request: purchase.request))
            let answer: Answer =
                switch reply.element("AuthorizationResponseCode") {
                case "AP01": .acknowledged
                case "TO01": .undone
                case .some: .refused
                case nil: Self.fault(reply)
                }
            return ShopReply(
                answer, reply, name: reply.element("PaymentAccountUniqueId"),
                tender: reply.element("TenderType"))
        }
    }

    func capture(_ amount: Money, of paid: Paid, request: String) throws -> ShopRequest {
        try settle("Debit", amount, paid, request)
    }

    func refund(
        _ amount: Money, of paid: Paid, capture: String, request: String
    ) throws -> ShopRequest {
        try settle("Credit", amount, paid, request)
    }

    func release(_ amount: Money, of paid: Paid, request: String) throws -> ShopRequest {
        sending { shop in
            Self.named(request, shop.cancel(amount, Self.approved(paid)))
        }
    }

    func void(_ paid: Paid, capture: String?, request: String) throws -> ShopRequest {
        try release(paid.purchase.amount, of: paid, request: request)
    }

    func voidRefund(_ refund: String, of paid: Paid, request: String) throws -> ShopRequest {
        throw NotAble(ability: .refundVoid)
    }

    private func settle(
        _ kind: String, _ amount: Money, _ paid: Paid, _ request: String
    ) throws -> ShopRequest {
        sending { shop in
            Self.named(request, try shop.settle(kind, amount, Self.approved(paid)))
        }
    }

    private func sending(
        _ message: @escaping @Sendable (RadialShop) throws -> RadialMessage
    ) -> ShopRequest {
        ShopRequest { server in
            let shop = RadialShop(server: server)
            let reply = try await shop.send(try message(shop))
            return ShopReply(reply.isAcknowledged ? .acknowledged : Self.fault(reply), reply)
        }
    }

    /// The same message under a name of the torture's.
    private static func named(_ request: String, _ message: RadialMessage) -> RadialMessage {
        message.with(
            body: message.body.replacing(
                /requestId="[^"]*"/, with: "requestId=\"\(request)\"", maxReplacements: 1))
    }

    private static func approved(_ paid: Paid) -> ApprovedPayment {
        ApprovedPayment(order: paid.purchase.order, handle: paid.name, tender: paid.tender)
    }

    /// 409 is also said of what is still under way.
    private static func fault(_ reply: HTTPReply) -> Answer {
        let isUnderWay = reply.faultCode == "RequestInProgressException"
        return isUnderWay || reply.faultCode == nil ? .unheard : .refused
    }
}
