import PaymentDomain
import ShopSimulator

/// The JSON API: every request has a key, under which it is the same request.
struct NativeTortureShop: TortureShop {
    let name = "JSON API"
    // A void takes back all captures of a payment, so that the torture captures it once.
    let abilities: Set<Ability> = [.sale, .capture, .refund, .refundsOnce, .void]
    let namesOrders = true
    let requestsToPay = 1

    func payment(_ purchase: Purchase) -> ShopRequest {
        // The token is spent under the request's key in one step: who finds it spent by another copy finds that copy's
        // answer too, and what is refused before it is refused to every copy.
        sending(purchase.request, isFinal: true) { shop in
            shop.pay(
                purchase.token, purchase.amount, order: purchase.order,
                captures: purchase.kind == .sale)
        }
    }

    func capture(_ amount: Money, of paid: Paid, request: String) throws -> ShopRequest {
        sending(request) { $0.capture(paid.name, amount) }
    }

    func refund(
        _ amount: Money, of paid: Paid, capture: String, request: String
    ) throws -> ShopRequest {
        sending(request) { $0.refund(paid.name, amount) }
    }

    func release(_ amount: Money, of paid: Paid, request: String) throws -> ShopRequest {
        throw NotAble(ability: .release)
    }

    func void(_ paid: Paid, capture: String?, request: String) throws -> ShopRequest {
        sending(request) { $0.void(paid.name) }
    }

    func voidRefund(_ refund: String, of paid: Paid, request: String) throws -> ShopRequest {
        throw NotAble(ability: .refundVoid)
    }

    /// - Parameter isFinal: Whether a refusal is one of every copy.
    private func sending(
        _ key: String, isFinal: Bool = false,
        _ message: @escaping @Sendable (NativeShop) -> ShopMessage
    ) -> ShopRequest {
        ShopRequest { server in
            let shop = NativeTestShop(server: server)
            let reply = try await shop.send(message(shop.messages), key: key)
            let read = ShopReply(Self.answer(reply), reply, name: reply.member("id"))
            return isFinal ? read.forAllCopies : read
        }
    }

    /// 202 stands, but for an outcome that isn't known. 400 is also said of a request that did not come whole, 409 of what
    /// is still under way.
    private static func answer(_ reply: HTTPReply) -> Answer {
        switch (reply.status, reply.member("state")) {
        case (202, "outcomeUnknown"): reply.member("id") == nil ? .unheard : .undone
        case (201, "declined"), (201, "notSent"), (201, "refused"): .refused
        case (201, .some), (202, .some): .acknowledged
        case (400, _): .unheard
        case (409, _) where reply.member("code") == "in-flight": .unheard
        case (403...422, _): .refused
        default: .unheard
        }
    }
}
