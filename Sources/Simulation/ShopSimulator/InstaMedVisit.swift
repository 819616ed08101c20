import AppleSimulator
import PaymentDomain

/// One customer's visit to a shop that uses InstaMed: SaveApplePayToken, a sale or a hold, then what the plan says.
package struct InstaMedVisit: ShopVisit {
    package let shop: InstaMedShop
    package let wire: ShopWire

    package init(shop: InstaMedShop, wire: ShopWire) {
        self.shop = shop
        self.wire = wire
    }

    package func objection(to plan: ShopPlan) -> String? {
        // Source: InstaMed's portal: amounts have no currency.
        plan.amount.currency.code == "USD"
            ? nil : "InstaMed takes US dollars only. Omit --currency, or pay with radial."
    }

    package func pay(_ token: SimulatedToken, _ plan: ShopPlan) async throws(ShopError) {
        let isSale = plan.capture != nil && !plan.isPartialCapture
        let reply = try await approved(
            shop.pay(try await save(token), amount: plan.amount, captures: isSale), "AC")
        guard var last = reply.field("transactionID") else { throw refused(reply) }
        wire.report.add(
            isSale ? "paid" : "authorized", plan.amount,
            [
                "transaction": last, "card": reply.field("lastFourDigits"),
                "approval": reply.field("authorizationNumber"),
            ])
        if let capture = plan.capture, !isSale {
            _ = try await approved(shop.capture(last, amount: capture), "C")
            wire.report.add("captured", capture, ["transaction": last])
        }
        if let refund = plan.refund { last = try await simpleRefund(refund, of: last) }
        if plan.void {
            _ = try await approved(shop.void(last), "C")
            wire.report.add("voided", nil, ["transaction": last])
        }
    }

    package func refund(_ amount: Money, of reference: String) async throws(ShopError) {
        _ = try await simpleRefund(amount, of: reference)
    }

    private func simpleRefund(
        _ amount: Money, of transaction: String
    ) async throws(ShopError) -> String {
        let reply = try await approved(shop.refund(transaction, amount: amount), "C")
        guard let number = reply.field("transactionID") else { throw refused(reply) }
        wire.report.add("refunded", amount, ["transaction": number])
        return number
    }

    private func save(_ token: SimulatedToken) async throws(ShopError) -> String {
        let reply = try await wire.send(shop.save(token))
        guard reply.status == 200, let id = reply.field("applePayTokenID") else {
            throw refused(reply)
        }
        // The id and the shop's password together can pay once, so only the id's end is shown.
        wire.report.add("saved", nil, ["applePayTokenID": "…\(id.suffix(4))"])
        return id
    }

    /// Sends a request, which must end in one of these values of transactionStatus.
    ///
    /// Source: InstaMed's portal: transactionStatus decides, not responseCode.
    private func approved(
        _ message: ShopMessage, _ statuses: String
    ) async throws(ShopError) -> ShopReply {
        let reply = try await wire.send(message)
        guard reply.status == 200, let status = reply.field("transactionStatus") else {
            throw refused(reply)
        }
        guard statuses.contains(status) else {
            throw ShopError.declined(
                "declined: \(reply.field("responseCode") ?? "-") \(reply.field("responseMessage") ?? "")"
            )
        }
        return reply
    }

    private func refused(_ reply: ShopReply) -> ShopError {
        guard let code = reply.field("errorCode") else { return reply.stranger }
        let text = "\(code) \(reply.field("errorMessage") ?? "") (HTTP \(reply.status))"
        // Source: InstaMed's error codes are those of HTTP, in a reply with the status 200.
        return ShopReply(status: Int(code) ?? reply.status, body: reply.body).failure(text)
    }
}
