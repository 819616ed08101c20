import PaymentDomain

/// A shop that speaks CardPointe.
struct CardPointeCardShop: CardShop {
    let shop: CardConnectTestShop
    let name = "cardconnect"
    /// Source: CardPointe Gateway API: until it is settled, a capture takes an earlier one's place.
    let captures = ["3.00", "4.00"]

    init(_ server: RunningServer) {
        var shop = CardConnectTestShop(server: server)
        (shop.user, shop.password, shop.merchid) = ("flowers", cardShopSecret, "820000000001")
        self.shop = shop
    }

    func pay(_ amount: Money, order: String, with card: KeyedCard) async throws -> PaidByCard {
        try await send(
            "auth",
            [
                ("account", card.number), ("expiry", "1249"), ("amount", amount.decimal),
                ("orderid", order),
            ] + card.fields(postalCode: "postal", securityCode: "cvv2"), order, amount)
    }

    func capture(_ amount: Money, of payment: PaidByCard) async throws -> PaidByCard {
        try await send(
            "capture", [("retref", payment.name), ("amount", amount.decimal)], payment.order,
            amount)
    }

    func giveUp(_ payment: PaidByCard) async throws -> PaidByCard {
        try await send("void", [("retref", payment.name)], payment.order, payment.amount)
    }

    func refund(_ amount: Money, of capture: PaidByCard) async throws -> PaidByCard {
        try await send(
            "refund", [("retref", capture.name), ("amount", amount.decimal)], capture.order,
            amount)
    }

    private func send(
        _ endpoint: String, _ fields: [(String, String)], _ order: String, _ amount: Money
    ) async throws -> PaidByCard {
        let reply = try await shop.put(endpoint, fields)
        return PaidByCard(
            isApproved: reply.member("respstat") == "A", order: order, amount: amount,
            name: reply.member("retref") ?? "", text: reply.text)
    }
}
