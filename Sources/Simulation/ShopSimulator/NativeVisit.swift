import AppleSimulator
import Foundation
import PaymentDomain

/// One customer's visit to a shop that uses the JSON API: a payment, then what the plan says.
package struct NativeVisit: ShopVisit {
    package let shop: NativeShop
    package let wire: ShopWire

    package init(shop: NativeShop, wire: ShopWire) {
        self.shop = shop
        self.wire = wire
    }

    package func objection(to plan: ShopPlan) -> String? {
        plan.void && plan.refund != nil
            ? "The JSON API voids payments, and no refunds. Omit --void, or pay with vantiv." : nil
    }

    package func pay(_ token: SimulatedToken, _ plan: ShopPlan) async throws(ShopError) {
        let isSale = plan.capture != nil && !plan.isPartialCapture
        let order = "shop-\(UUID().uuidString.prefix(8))"
        let reply = try await done(
            shop.pay(token, plan.amount, order: order, captures: isSale), "authorized", "captured")
        guard let payment = reply.member("id") else { throw reply.stranger }
        wire.report.add(
            isSale ? "paid" : "authorized", plan.amount,
            [
                "payment": payment, "card": reply.member("lastFour"),
                "approval": reply.member("approvalCode"),
            ])
        if let capture = plan.capture, !isSale {
            _ = try await done(shop.capture(payment, capture), "done")
            wire.report.add("captured", capture, ["payment": payment])
        }
        if let refund = plan.refund { try await self.refund(refund, of: payment) }
        if plan.void {
            _ = try await done(shop.void(payment), "done")
            wire.report.add("voided", nil, ["payment": payment])
        }
    }

    package func refund(_ amount: Money, of reference: String) async throws(ShopError) {
        let reply = try await done(shop.refund(reference, amount), "done")
        wire.report.add("refunded", amount, ["refund": reply.member("id")])
    }

    /// Sends a request, which must end in one of these states.
    private func done(
        _ message: ShopMessage, _ states: String...
    ) async throws(ShopError) -> ShopReply {
        let reply = try await wire.send(message)
        if let code = reply.member("code"), reply.member("title") != nil {
            throw reply.failure(
                "\(code): \(reply.member("detail") ?? "") (HTTP \(reply.status))")
        }
        guard let state = reply.member("state") else { throw reply.stranger }
        if states.contains(state) { return reply }
        switch state {
        case "declined", "refused":
            throw .declined(
                "declined: \(reply.member("code") ?? "-") \(reply.member("reason") ?? "")")
        case "notSent":
            throw .refused("refused: Coster sent nothing to the acquirer. Nothing was charged.")
        default: throw .unknown("unknown: \(state) (HTTP \(reply.status))")
        }
    }
}
