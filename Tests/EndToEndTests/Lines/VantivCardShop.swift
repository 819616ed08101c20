import PaymentDomain

/// A shop that speaks Worldpay's cnpAPI.
struct VantivCardShop: CardShop {
    let shop: VantivTestShop
    let name = "vantiv"
    let captures = ["3.00", "4.00"]

    init(_ server: RunningServer) {
        var shop = VantivTestShop(server: server)
        (shop.user, shop.password, shop.merchantID) = ("flowers", cardShopSecret, "0271")
        self.shop = shop
    }

    func pay(_ amount: Money, order: String, with card: KeyedCard) async throws -> PaidByCard {
        let proof =
            "<cardholderAuthentication><authenticationValue>\(cryptogram())</authenticationValue></cardholderAuthentication>"
        let address = card.postalCode.map { "<billToAddress><zip>\($0)</zip></billToAddress>" }
        return try await send(
            "authorization",
            shop.order(order, amount) + (address ?? "")
                + shop.card(card.number, code: card.securityCode) + proof
                + "<allowPartialAuth>true</allowPartialAuth>", order, amount)
    }

    func capture(_ amount: Money, of payment: PaidByCard) async throws -> PaidByCard {
        try await send(
            "capture", shop.referenced(payment.name, amount), payment.order, amount,
            attributes: " partial=\"true\"")
    }

    func giveUp(_ payment: PaidByCard) async throws -> PaidByCard {
        try await send(
            "authReversal", shop.referenced(payment.name), payment.order, payment.amount)
    }

    func takeBack(_ capture: PaidByCard) async throws -> PaidByCard {
        try await send("void", shop.referenced(capture.name), capture.order, capture.amount)
    }

    func refund(_ amount: Money, of capture: PaidByCard) async throws -> PaidByCard {
        try await send("credit", shop.referenced(capture.name, amount), capture.order, amount)
    }

    private func send(
        _ transaction: String, _ content: String, _ order: String, _ amount: Money,
        attributes: String = ""
    ) async throws -> PaidByCard {
        let reply = try await shop.send(
            shop.online(transaction, content, attributes: attributes))
        return PaidByCard(
            isApproved: reply.element("response") == "000", order: order, amount: amount,
            name: reply.element(shop.number) ?? "", text: reply.text)
    }
}
