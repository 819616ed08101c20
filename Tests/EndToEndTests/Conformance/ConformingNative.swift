import AppleSimulator
import PaymentDomain

/// The JSON API, in one request.
struct ConformingNative: ConformingShop {
    let server: RunningServer
    private var shop: NativeTestShop { NativeTestShop(server: server) }

    func pay(
        _ token: SimulatedToken, _ amount: Money, order: String, damage: Damage?
    ) async throws -> ShopAnswer {
        var shop = shop
        if damage == .wrongCredential { shop.key = "csk_sandbox_wrong" }
        let message = shop.messages.pay(token, amount, order: order, captures: false)
        let reply = try await shop.send(message, body: damage?.body(message.body))
        return answer(reply, order: order, payment: reply.member("id") ?? "")
    }

    func capture(_ amount: Money, of payment: ShopAnswer) async throws -> ShopAnswer {
        let reply = try await shop.send(shop.messages.capture(payment.name, amount))
        return answer(reply, order: payment.order, payment: payment.name)
    }

    func refund(_ amount: Money, of capture: ShopAnswer) async throws -> ShopAnswer {
        let reply = try await shop.send(shop.messages.refund(capture.name, amount))
        return answer(reply, order: capture.order, payment: capture.name)
    }

    private func answer(_ reply: HTTPReply, order: String, payment: String) -> ShopAnswer {
        ShopAnswer(verdict: verdict(reply), reply: reply, order: order, name: payment)
    }

    private func verdict(_ reply: HTTPReply) -> ShopVerdict {
        switch (reply.status, reply.member("state")) {
        case (201, "authorized"), (201, "done"): .approved
        case (201, "declined"), (201, "refused"): .declined
        case (202, _): .unknown
        case (401, _): .unauthorized
        case (413, _): .tooLarge
        default: .refused
        }
    }
}
