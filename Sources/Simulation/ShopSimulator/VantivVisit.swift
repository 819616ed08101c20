import AppleSimulator
import PaymentDomain

/// One customer's visit to a shop that uses Vantiv: eProtect, authorize, then what the plan says.
package struct VantivVisit: ShopVisit {
    package let shop: VantivShop
    package let wire: ShopWire

    package init(shop: VantivShop, wire: ShopWire) {
        self.shop = shop
        self.wire = wire
    }

    package func objection(to plan: ShopPlan) -> String? {
        // Source: Vantiv, Sandbox FAQ: a merchantId has one currency; the sandbox's is the default.
        plan.amount.currency.code == "USD"
            ? nil : "Vantiv takes US dollars only. Omit --currency, or pay with radial."
    }

    package func pay(_ token: SimulatedToken, _ plan: ShopPlan) async throws(ShopError) {
        let order = String(PaymentID().value.prefix(16))
        let registration = try await register(token, order)
        let reply = try await approved(
            shop.authorize(registration, amount: plan.amount, order: order))
        var last = reply.number
        wire.report.add(
            "authorized", plan.amount,
            [
                "order": order, "transaction": last, "card": reply.text("cnpToken"),
                "approval": reply.text("authCode"),
            ])
        if let capture = plan.capture {
            last = try await approved(
                shop.capture(last, amount: capture, isPartial: plan.isPartialCapture)
            ).number
            wire.report.add("captured", capture, ["transaction": last])
        }
        if let refund = plan.refund { last = try await credit(refund, of: last) }
        guard plan.void else { return }
        if plan.capture == nil {
            let number = try await approved(shop.reverse(last)).number
            wire.report.add("reversed", plan.amount, ["transaction": number])
        } else {
            let number = try await approved(shop.void(last)).number
            wire.report.add("voided", nil, ["transaction": last, "by": number])
        }
    }

    package func refund(_ amount: Money, of reference: String) async throws(ShopError) {
        _ = try await credit(amount, of: reference)
    }

    private func credit(
        _ amount: Money, of capture: String
    ) async throws(ShopError) -> String {
        let number = try await approved(shop.credit(capture, amount: amount)).number
        wire.report.add("refunded", amount, ["transaction": number])
        return number
    }

    private func register(
        _ token: SimulatedToken, _ order: String
    ) async throws(ShopError) -> String {
        let reply = try await wire.send(shop.register(token, order: order))
        guard reply.status == 200, reply.member("response") == "870",
            let registration = reply.member("paypageRegistrationId")
        else {
            guard let response = reply.member("response") else { throw reply.stranger }
            let message = reply.member("message") ?? ""
            let detail = reply.member("detail").map { ": \($0)" } ?? ""
            throw reply.failure("\(response) \(message)\(detail)")
        }
        // The id alone can pay once, so only its end is shown.
        wire.report.add(
            "registered", nil,
            [
                "registration": "…\(registration.suffix(4))", "type": reply.member("type"),
                "bin": reply.member("bin"), "expires": reply.member("expDate"),
            ])
        return registration
    }

    /// Sends a transaction, which must be approved.
    private func approved(_ message: ShopMessage) async throws(ShopError) -> VantivReply {
        let reply = try await wire.send(message)
        guard reply.status == 200, reply.attribute("response") == "0" else {
            guard let message = reply.attribute("message") else { throw reply.stranger }
            throw reply.failure("\(message) (HTTP \(reply.status))")
        }
        let code = reply.text("response") ?? "-"
        guard code == "000", let number = reply.text("cnpTxnId") else {
            throw VantivVisit.error(code, reply.text("message") ?? "")
        }
        return VantivReply(number: number, reply: reply)
    }
}

extension VantivVisit {
    /// The error of a response that isn't 000.
    ///
    /// Source: Vantiv, LitleXML reference guide, payment transaction response codes: which of them an issuer gives.
    private static func error(_ code: String, _ message: String) -> ShopError {
        switch code {
        case "370": .unknown("unknown: \(code) \(message)")
        case "-", "100", "108", "111", "251", "320", "322", "330", "336", "340", "352", "354",
            "360", "362", "365",
            "530", "531", "820", "822", "823", "835", "877", "878":
            .refused("refused: \(code) \(message)")
        default: .declined("declined: \(code) \(message)")
        }
    }
}

/// An approved transaction.
private struct VantivReply {
    /// Its own number.
    let number: String
    let reply: ShopReply

    func text(_ element: String) -> String? { reply.text(element) }
}
