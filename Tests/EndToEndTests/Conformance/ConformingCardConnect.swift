import AppleSimulator
import PaymentDomain
import Synchronization

/// CardConnect, in two requests: what is damaged is the first, but for the credential, which only the second has.
final class ConformingCardConnect: ConformingShop {
    let server: RunningServer
    /// Wallet tokens whose authorization was not carried out for a wrong password: the shop has them still.
    private let unspent = Mutex<[String: String]>([:])

    init(server: RunningServer) {
        self.server = server
    }

    private var shop: CardConnectTestShop { CardConnectTestShop(server: server) }

    /// Source: CardPointe Gateway API: until it is settled, a capture takes an earlier one's place.
    var replacesCaptures: Bool { true }

    func pay(
        _ token: SimulatedToken, _ amount: Money, order: String, damage: Damage?
    ) async throws -> ShopAnswer {
        var shop = shop
        if damage == .wrongCredential { shop.password = "testing124" }
        let wallet: String
        if let known = unspent.withLock({ $0.removeValue(forKey: token.fields.data) }) {
            wallet = known
        } else {
            let body = shop.tokenization(token)
            let reply = try await shop.tokenize(damage?.body(body) ?? body)
            guard reply.status == 200, let given = reply.member("token") else {
                return ShopAnswer(
                    verdict: reply.status == 413 ? .tooLarge : .refused, reply: reply,
                    order: order, name: "")
            }
            wallet = given
        }
        let answer = try await answer(
            shop, "auth", [("account", wallet), ("amount", amount.decimal), ("orderid", order)],
            order: order)
        if answer.verdict == .unauthorized {
            unspent.withLock { $0[token.fields.data] = wallet }
        }
        return answer
    }

    func capture(_ amount: Money, of payment: ShopAnswer) async throws -> ShopAnswer {
        try await answer(
            shop, "capture", [("retref", payment.name), ("amount", amount.decimal)],
            order: payment.order)
    }

    /// Source: CardPointe Gateway API, refund: settled transactions only.
    func untilRefundable() async throws { try await server.closeBatch() }

    func refund(_ amount: Money, of capture: ShopAnswer) async throws -> ShopAnswer {
        try await answer(
            shop, "refund", [("retref", capture.name), ("amount", amount.decimal)],
            order: capture.order)
    }

    private func answer(
        _ shop: CardConnectTestShop, _ endpoint: String, _ fields: [(String, String)],
        order: String
    ) async throws -> ShopAnswer {
        let reply = try await shop.put(endpoint, fields)
        return ShopAnswer(
            verdict: verdict(reply), reply: reply, order: order,
            name: reply.member("retref") ?? "")
    }

    private func verdict(_ reply: HTTPReply) -> ShopVerdict {
        switch reply.status {
        case 401: return .unauthorized
        case 413: return .tooLarge
        case 200: break
        default: return .refused
        }
        // What a processor says was decided, though B may be tried again; the gateway itself knows nothing of it.
        let isDecided = reply.member("respproc") != "PPS"
        switch reply.member("respstat") {
        case "A": return .approved
        case "B": return isDecided ? .declined : .unknown
        default: return isDecided ? .declined : .refused
        }
    }
}
