import AppleSimulator
import PaymentDomain

/// Vantiv, with the token in the XML, or in two requests by eProtect; what is damaged is the first.
struct ConformingVantiv: ConformingShop {
    let server: RunningServer
    let usesEProtect: Bool

    private var shop: VantivTestShop { VantivTestShop(server: server) }

    /// Answers that a payment gets where it was not carried out.
    ///
    /// Source: Vantiv, response codes; docs/protocols/vantiv.md has the table.
    private static let refusals: Set<String> = [
        "111", "251", "340", "360", "365", "530", "531", "835", "877", "878",
    ]

    func pay(
        _ token: SimulatedToken, _ amount: Money, order: String, damage: Damage?
    ) async throws -> ShopAnswer {
        guard usesEProtect else {
            return try await authorize(shop.applePay(token), amount, order, damage)
        }
        var shop = shop
        if damage == .wrongCredential { shop.paypageID = "anotherPaypage" }
        let form = shop.form(token, order: order)
        let reply = try await shop.register(damage?.body(form) ?? form)
        guard let id = reply.member("paypageRegistrationId") else {
            // Who asks lies in the form: one that cannot be read has no one in it, and gets the same code.
            let isStranger = reply.member("response") == "879" && damage == .wrongCredential
            let verdict: ShopVerdict =
                reply.status == 413 ? .tooLarge : isStranger ? .unauthorized : .refused
            return ShopAnswer(verdict: verdict, reply: reply, order: order, name: "")
        }
        return try await authorize(shop.paypage(id), amount, order, nil)
    }

    func capture(_ amount: Money, of payment: ShopAnswer) async throws -> ShopAnswer {
        try await send(
            shop.online(
                "capture", shop.referenced(payment.name, amount), attributes: " partial=\"true\""),
            order: payment.order)
    }

    func refund(_ amount: Money, of capture: ShopAnswer) async throws -> ShopAnswer {
        try await send(
            shop.online("credit", shop.referenced(capture.name, amount)), order: capture.order)
    }

    private func authorize(
        _ source: String, _ amount: Money, _ order: String, _ damage: Damage?
    ) async throws -> ShopAnswer {
        var shop = shop
        if damage == .wrongCredential { shop.password = "sandbox-vantiw" }
        let body = shop.online("authorization", shop.order(order, amount) + source)
        return try await send(damage?.body(body) ?? body, order: order)
    }

    private func send(_ body: String, order: String) async throws -> ShopAnswer {
        let reply = try await shop.send(body)
        return ShopAnswer(
            verdict: verdict(reply), reply: reply, order: order,
            name: reply.element(shop.number) ?? "")
    }

    private func verdict(_ reply: HTTPReply) -> ShopVerdict {
        if reply.status == 413 { return .tooLarge }
        guard reply.attribute("response") == "0" else {
            let message = reply.attribute("message") ?? ""
            return message.hasPrefix("System Error") ? .unauthorized : .refused
        }
        switch reply.element("response") {
        case "000", "010": return .approved
        case "370": return .unknown
        case .some(let code) where Self.refusals.contains(code): return .refused
        case .some, nil: return .declined
        }
    }
}
