import PaymentDomain

/// A shop that speaks InstaMed's forms.
struct InstaMedCardShop: CardShop {
    let shop: InstaMedTestShop
    let name = "instamed"
    /// InstaMed captures once; the rest is released.
    let captures = ["4.00"]

    init(_ server: RunningServer) {
        var shop = InstaMedTestShop(server: server)
        (shop.user, shop.password) = ("flowers@shop", cardShopSecret)
        shop.outlet = [("merchantID", "FLOWERS"), ("storeID", "1"), ("terminalID", "1")]
        self.shop = shop
    }

    func pay(_ amount: Money, order: String, with card: KeyedCard) async throws -> PaidByCard {
        let fields = [
            ("transactionType", "CreditCard"), ("cardNumber", card.number),
            ("cardExpDate", "12-49"), ("amount", amount.decimal),
            ("cardPresentStatus", "PresentManualKey"), ("allowPartialPayment", "true"),
        ]
        let more = card.fields(postalCode: "zip", securityCode: "cardVerificationNumber")
        return try await send(shop.form("Auth", fields + more), amount)
    }

    func capture(_ amount: Money, of payment: PaidByCard) async throws -> PaidByCard {
        try await send(shop.referenced("Capture", payment.name, amount), amount)
    }

    func giveUp(_ payment: PaidByCard) async throws -> PaidByCard {
        try await send(shop.referenced("Void", payment.name), payment.amount)
    }

    func refund(_ amount: Money, of capture: PaidByCard) async throws -> PaidByCard {
        try await send(shop.referenced("SimpleRefund", capture.name, amount), amount)
    }

    private func send(_ form: String, _ amount: Money) async throws -> PaidByCard {
        let reply = try await shop.send(form)
        return PaidByCard(
            isApproved: reply.field("errorCode") == nil
                && reply.field("transactionStatus") != "D",
            order: "", amount: amount, name: reply.field("transactionID") ?? "", text: reply.text)
    }
}
