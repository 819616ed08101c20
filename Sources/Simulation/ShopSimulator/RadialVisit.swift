import AppleSimulator
import PaymentDomain

/// One customer's visit to a shop that speaks Radial's XML: authorize, then what the plan says.
package struct RadialVisit: ShopVisit {
    package let shop: RadialShop
    package let wire: ShopWire

    package init(shop: RadialShop, wire: ShopWire) {
        self.shop = shop
        self.wire = wire
    }

    package func objection(to plan: ShopPlan) -> String? {
        if plan.refundOf != nil { return Self.hasNoReference }
        return plan.void && plan.capture != nil
            ? "Radial's cancel gives up the hold; it does not go with a capture or a refund." : nil
    }

    private static let hasNoReference =
        "Radial names a payment by order and card; refund it in the visit that pays, with --refund."

    package func refund(_ amount: Money, of reference: String) async throws(ShopError) {
        throw ShopError.notPossible(
            Self.hasNoReference)
    }

    package func pay(_ token: SimulatedToken, _ plan: ShopPlan) async throws(ShopError) {
        let amount = plan.amount
        let order = String(PaymentID().value.prefix(16))
        let reply = try await wire.send(shop.authorize(token, amount: amount, order: order))
        let code = reply.text("AuthorizationResponseCode") ?? "-"
        guard reply.status == 200, code == "AP01",
            let card = reply.text("PaymentAccountUniqueId"), let tender = reply.text("TenderType")
        else {
            throw refused(reply, code)
        }
        wire.report.add(
            "authorized", amount,
            ["order": order, "card": card, "approval": reply.text("BankAuthorizationCode")])
        if let capture = plan.capture {
            try await acknowledge(
                shop.settle(
                    "Debit", amount: capture, order: order, card: card, tender: tender,
                    isFinal: !plan.isPartialCapture),
                "captured", capture)
        }
        if let refund = plan.refund {
            try await acknowledge(
                shop.settle("Credit", amount: refund, order: order, card: card, tender: tender),
                "refunded", refund)
        }
        if plan.void {
            try await acknowledge(
                shop.cancel(amount: amount, order: order, card: card, tender: tender),
                "voided", amount)
        }
    }

    private func acknowledge(
        _ message: ShopMessage, _ step: String, _ amount: Money
    ) async throws(ShopError) {
        let reply = try await wire.send(message)
        guard reply.isRadialAcknowledgement else { throw refused(reply, "-") }
        wire.report.add(step, amount)
    }

    private func refused(_ reply: ShopReply, _ code: String) -> ShopError {
        if let fault = reply.text("Code") {
            let text = "\(fault): \(reply.text("Description") ?? "")"
            // Source: docs/protocols/radial.md: 422 is the acquirer's refusal of a step.
            return reply.status == 422 ? .declined("declined: \(text)") : reply.failure(text)
        }
        let response = reply.text("ResponseCode")
        guard response != nil || code != "-" else { return reply.stranger }
        let text = "\(code) \(response ?? "") (HTTP \(reply.status))"
        // Source: Radial, Payment Service, AuthorizationResponseCode: TO01 is a timeout, NR01 was never sent.
        return switch code {
        case "TO01": .unknown("unknown: \(text)")
        case "-", "NR01": .refused("refused: \(text)")
        default: .declined("declined: \(text)")
        }
    }
}
