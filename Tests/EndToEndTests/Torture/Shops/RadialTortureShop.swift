import PaymentDomain

/// Radial's XML: every request has a name, under which it is the same request.
struct RadialTortureShop: TortureShop {
    let name = "Radial"
    let abilities: Set<Ability> = [
        .capture, .captureParts, .release, .refund, .refundsOnce, .renewal,
    ]
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
            // The token is spent under the request's name in one step: who finds it spent by another copy finds that
            // copy's answer too, and what is refused before it is refused to every copy.
            return ShopReply(
                answer, reply, name: reply.element("PaymentAccountUniqueId"),
                tender: reply.element("TenderType")
            ).forAllCopies
        }
    }

    func capture(_ amount: Money, of paid: Paid, request: String) throws -> ShopRequest {
        // What has no room once never has: no capture is taken back here, unless the acquirer refuses one, of which the
        // checker knows.
        try settle("Debit", amount, paid, request, isFinal: true)
    }

    func lastCapture(_ amount: Money, of paid: Paid, request: String) throws -> ShopRequest {
        try settle("Debit", amount, paid, request, isFinal: true, isLast: true)
    }

    func confirm(_ amount: Money, of paid: Paid, request: String) throws -> ShopRequest {
        ShopRequest { server in
            let shop = RadialShop(server: server)
            let message = Self.named(request, shop.confirmFunds(amount, Self.approved(paid)))
            let reply = try await shop.send(message)
            let answer: Answer =
                switch reply.element("FundsAvailable") {
                case "Success": .acknowledged
                case "Fail": .refused
                // Nothing is known to be held.
                case .some: .unheard
                case nil: Self.fault(reply)
                }
            return ShopReply(answer, reply)
        }
    }

    func refund(
        _ amount: Money, of paid: Paid, capture: String, request: String
    ) throws -> ShopRequest {
        // What has no room may have some later: where the acquirer takes a capture that was acknowledged before.
        try settle("Credit", amount, paid, request, isFinal: false)
    }

    func release(_ amount: Money, of paid: Paid, request: String) throws -> ShopRequest {
        sending(isFinal: true) { shop in
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
        _ kind: String, _ amount: Money, _ paid: Paid, _ request: String, isFinal: Bool,
        isLast: Bool = false
    ) throws -> ShopRequest {
        sending(isFinal: isFinal) { shop in
            Self.named(
                request, try shop.settle(kind, amount, Self.approved(paid), isFinal: isLast))
        }
    }

    /// - Parameter isFinal: Whether a refusal is one of every copy.
    private func sending(
        isFinal: Bool, _ message: @escaping @Sendable (RadialShop) throws -> RadialMessage
    ) -> ShopRequest {
        ShopRequest { server in
            let shop = RadialShop(server: server)
            let reply = try await shop.send(try message(shop))
            let read = ShopReply(
                reply.isAcknowledged ? .acknowledged : Self.fault(reply), reply)
            return isFinal ? read.forAllCopies : read
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

    /// 409 is also said of what is still under way, and 400 of a request that did not come whole.
    private static func fault(_ reply: HTTPReply) -> Answer {
        switch reply.faultCode {
        case "RequestInProgressException", "MalformedRequestException", nil: .unheard
        case .some: .refused
        }
    }
}
