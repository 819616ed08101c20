import AppleSimulator
import PaymentDomain

/// One customer's visit to a shop that speaks Radial's XML: authorize, then what the flags ask for.
struct RadialVisit: Sendable {
    let shop: RadialShop
    let wire: ShopWire

    func pay(
        _ token: SimulatedToken, amount: Money, capture: Bool, refund: Money?, void: Bool
    ) async throws {
        let order = String(PaymentID().value.prefix(16))
        let reply = try await send(shop.authorize(token, amount: amount, order: order))
        let code = reply.text("AuthorizationResponseCode") ?? "-"
        guard reply.status == 200, code == "AP01",
            let card = reply.text("PaymentAccountUniqueId"), let tender = reply.text("TenderType")
        else {
            throw refused(reply, code)
        }
        print(
            "authorized  \(amount)  order \(order)  card \(card)  approval \(reply.text("BankAuthorizationCode") ?? "-")"
        )
        if capture {
            try await acknowledge(
                shop.settle("Debit", amount: amount, order: order, card: card, tender: tender),
                "captured    \(amount)")
        }
        if let refund {
            try await acknowledge(
                shop.settle("Credit", amount: refund, order: order, card: card, tender: tender),
                "refunded    \(refund)")
        }
        if void {
            try await acknowledge(
                shop.cancel(amount: amount, order: order, card: card, tender: tender),
                "voided      \(amount)")
        }
    }

    private func acknowledge(_ message: RadialShop.Message, _ line: String) async throws {
        let reply = try await send(message)
        guard reply.isAcknowledged else { throw refused(reply, "-") }
        print(line)
    }

    private func send(_ message: RadialShop.Message) async throws -> RadialReply {
        let (status, body) = try await wire.post(
            message.path, title: message.title,
            headers: [("apikey", shop.apiKey), ("Content-Type", "text/xml")], body: message.body)
        return RadialReply(status: status, body: body)
    }

    private func refused(_ reply: RadialReply, _ code: String) -> CosterFailure {
        if let fault = reply.text("Code") {
            return CosterFailure(
                .doesNotHold, "refused: \(fault): \(reply.text("Description") ?? "")")
        }
        return CosterFailure(
            .doesNotHold,
            "not approved: \(code) \(reply.text("ResponseCode") ?? "") (HTTP \(reply.status))")
    }
}
