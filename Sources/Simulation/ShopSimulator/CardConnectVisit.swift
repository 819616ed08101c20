import AppleSimulator
import PaymentDomain

/// One customer's visit to a shop that uses CardConnect: tokenize, authorize, what the plan says, and a last look.
package struct CardConnectVisit: ShopVisit {
    package let shop: CardConnectShop
    package let wire: ShopWire
    /// Opens the database, whose batch is closed before a refund: only settled captures are refunded.
    let settlement: @Sendable () async throws -> CloseBatch

    package init(
        shop: CardConnectShop, wire: ShopWire,
        settlement: @escaping @Sendable () async throws -> CloseBatch
    ) {
        self.shop = shop
        self.wire = wire
        self.settlement = settlement
    }

    /// Closes the open batch, and returns its number.
    package typealias CloseBatch = @Sendable () async throws -> Int64

    package func objection(to plan: ShopPlan) -> String? {
        // Source: CardPointe Gateway API: a merchid has one currency; the sandbox's is the default.
        guard plan.amount.currency.code == "USD" else {
            return "CardConnect takes US dollars only. Omit --currency, or pay with radial."
        }
        // Source: CardPointe Gateway API: what is settled is refunded, what is not is voided.
        guard plan.refund == nil || !plan.void else {
            return
                "CardPointe refunds what is settled, which cannot be voided: give one of the two."
        }
        return nil
    }

    package func pay(_ token: SimulatedToken, _ plan: ShopPlan) async throws(ShopError) {
        // Before anything is sent: if the batch can't be closed, nothing should be captured for a refund.
        let closeBatch = try await plan.refund == nil ? nil : other { try await settlement() }
        let order = String(PaymentID().value.prefix(16))
        let reply = try await approved(
            shop.authorize(try await walletToken(token), amount: plan.amount, order: order))
        guard let retref = reply.member("retref") else { throw unreadable(reply) }
        wire.report.add(
            "authorized", reply.dollars("amount"),
            [
                "order": order, "retref": retref, "entrymode": reply.member("entrymode"),
                "approval": reply.member("authcode"),
            ])
        if let capture = plan.capture {
            let reply = try await approved(shop.capture(retref, amount: capture))
            wire.report.add(
                "captured", reply.dollars("amount"), ["setlstat": reply.member("setlstat")])
        }
        if let amount = plan.refund, let closeBatch {
            let number = try await other { try await closeBatch() }
            wire.report.add("settled", nil, ["batch": "\(number)"])
            return try await refund(amount, of: retref)
        }
        if plan.void {
            let reply = try await approved(shop.void(retref))
            wire.report.add("voided", nil, ["retref": retref, "left": reply.member("amount")])
        }
        try await look(at: retref)
    }

    package func refund(_ amount: Money, of reference: String) async throws(ShopError) {
        let reply = try await approved(shop.refund(reference, amount: amount))
        guard let retref = reply.member("retref") else { throw unreadable(reply) }
        wire.report.add("refunded", reply.dollars("amount"), ["retref": retref])
        try await look(at: reference)
    }

    private func other<Value: Sendable>(
        _ step: @Sendable () async throws -> Value
    ) async throws(ShopError) -> Value {
        do {
            return try await step()
        } catch {
            throw .other(error)
        }
    }

    private func walletToken(_ token: SimulatedToken) async throws(ShopError) -> String {
        let reply = try await wire.send(shop.tokenize(token))
        guard reply.status == 200, let wallet = reply.member("token") else {
            guard let message = reply.member("message") else { throw reply.stranger }
            throw reply.failure("\(message) (HTTP \(reply.status))")
        }
        // The token and the shop's password together can pay once, so only the token's ends are shown.
        wire.report.add("tokenized", nil, ["token": "\(wallet.prefix(3))…\(wallet.suffix(4))"])
        return wallet
    }

    private func look(at retref: String) async throws(ShopError) {
        let reply = try await approved(shop.inquire(retref))
        wire.report.add(
            "inquired", nil,
            [
                "setlstat": reply.member("setlstat"), "voidable": reply.member("voidable"),
                "refundable": reply.member("refundable"),
            ])
    }

    /// Sends a request, which must be approved.
    private func approved(_ message: ShopMessage) async throws(ShopError) -> ShopReply {
        let reply = try await wire.send(message)
        guard reply.status == 200, let status = reply.member("respstat") else {
            throw unreadable(reply)
        }
        guard status == "A" else {
            throw CardConnectVisit.error(status, reply)
        }
        return reply
    }

    /// The error of a reply that isn't A.
    ///
    /// Source: CardPointe Gateway API: respproc PPS is the gateway itself; its 62 says that no answer came.
    private static func error(_ status: String, _ reply: ShopReply) -> ShopError {
        let processor = reply.member("respproc") ?? "-"
        let code = reply.member("respcode") ?? "-"
        let text = "\(processor) \(code) \(reply.member("resptext") ?? "")"
        if processor == "PPS", code == "62" { return .unknown("unknown: \(text)") }
        return status == "C" && processor != "PPS"
            ? .declined("declined: \(text)") : .refused("refused: \(text)")
    }

    private func unreadable(_ reply: ShopReply) -> ShopError {
        guard let error = reply.member("error") else { return reply.stranger }
        return reply.failure("\(error) (HTTP \(reply.status))")
    }
}
