import PaymentDomain

/// A shop that speaks Radial's XML.
struct RadialCardShop: CardShop {
    let shop: RadialShop
    let name = "radial"
    let captures = ["3.00", "4.00"]

    init(_ server: RunningServer) {
        shop = RadialShop(server: server)
    }

    func pay(_ amount: Money, order: String, with card: KeyedCard) async throws -> PaidByCard {
        let proof = RadialXML.proof(cryptogram(), indicator: "07")
        let tender = card.number.hasPrefix("4") ? "VC" : "MC"
        let message = shop.card(
            card.number, amount, order: order, code: card.securityCode, proof: proof,
            tender: tender)
        let postalCode = card.postalCode ?? RadialXML.postalCode
        return try await send(
            message.replacing(RadialXML.postalCode, with: postalCode), order, amount)
    }

    func capture(_ amount: Money, of payment: PaidByCard) async throws -> PaidByCard {
        try await send(
            try shop.settle("Debit", amount, approved(payment)), payment.order, amount,
            named: payment.name)
    }

    func giveUp(_ payment: PaidByCard) async throws -> PaidByCard {
        try await send(
            shop.cancel(payment.amount, approved(payment)), payment.order, payment.amount,
            named: payment.name)
    }

    func refund(_ amount: Money, of capture: PaidByCard) async throws -> PaidByCard {
        try await send(
            try shop.settle("Credit", amount, approved(capture)), capture.order, amount,
            named: capture.name)
    }

    private func approved(_ payment: PaidByCard) -> ApprovedPayment {
        ApprovedPayment(order: payment.order, handle: payment.name, tender: "VC")
    }

    private func send(
        _ message: RadialMessage, _ order: String, _ amount: Money, named name: String? = nil
    ) async throws -> PaidByCard {
        let reply = try await reply(to: message)
        let isApproved =
            reply.isAcknowledged || ["APPROVED", "SUCCESS"].contains(reply.element("ResponseCode"))
        return PaidByCard(
            isApproved: isApproved, order: order, amount: amount,
            name: name ?? reply.element("PaymentAccountUniqueId") ?? "", text: reply.text)
    }

    /// Sends a message as the shop, whatever store it was written for.
    func reply(to message: RadialMessage) async throws -> HTTPReply {
        var message = message
        (message.store, message.key) = ("FLOWERS", ("apikey", cardShopSecret))
        return try await shop.send(message)
    }
}
