import AppleSimulator
import PaymentDomain

/// Radial's XML, in one request.
struct ConformingRadial: ConformingShop {
    let server: RunningServer
    private var shop: RadialShop { RadialShop(server: server) }

    func pay(
        _ token: SimulatedToken, _ amount: Money, order: String, damage: Damage?
    ) async throws -> ShopAnswer {
        var message = shop.wallet(token, amount, order: order)
        if let damage {
            message.body = damage.body(message.body) ?? message.body
            if damage == .wrongCredential { message.key = ("apikey", "sandbox-radiak") }
        }
        let reply = try await shop.send(message)
        return ShopAnswer(
            verdict: verdict(reply), reply: reply, order: order,
            name: reply.element("PaymentAccountUniqueId") ?? "")
    }

    func capture(_ amount: Money, of payment: ShopAnswer) async throws -> ShopAnswer {
        try await settle("Debit", amount, payment)
    }

    func refund(_ amount: Money, of capture: ShopAnswer) async throws -> ShopAnswer {
        try await settle("Credit", amount, capture)
    }

    private func settle(
        _ kind: String, _ amount: Money, _ payment: ShopAnswer
    ) async throws -> ShopAnswer {
        let approved = ApprovedPayment(order: payment.order, handle: payment.name, tender: "VC")
        let reply = try await shop.send(try shop.settle(kind, amount, approved))
        return ShopAnswer(
            verdict: reply.isAcknowledged ? .approved : verdict(reply), reply: reply,
            order: payment.order, name: payment.name)
    }

    private func verdict(_ reply: HTTPReply) -> ShopVerdict {
        if reply.faultCode != nil {
            switch reply.status {
            case 401: return .unauthorized
            case 413: return .tooLarge
            default: return .refused
            }
        }
        switch reply.element("ResponseCode") {
        case "APPROVED": return .approved
        case "TIMEOUT": return .unknown
        default: return .declined
        }
    }
}
