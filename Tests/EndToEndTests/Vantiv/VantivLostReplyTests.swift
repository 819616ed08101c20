import PaymentDomain
import Testing

@Suite(
    "Vantiv over HTTP: what is said of a payment whose reply was lost", .timeLimit(.minutes(20)),
    .server())
struct VantivLostReplyTests {
    private let shop: VantivTestShop

    init() throws {
        shop = VantivTestShop(server: try #require(RunningServer.ofSuite))
    }

    /// A card that was keyed into the shop's page, as what pays with it.
    private func registeredCard() async throws -> String {
        let form = shop.form([
            ("paypageId", shop.paypageID), ("reportGroup", "tests"), ("id", newName()),
            ("orderId", newName()), ("accountNumber", "4457010000000009"), ("cvv", "123"),
        ])
        let reply = try await shop.register(form)
        let id = try #require(reply.member("paypageRegistrationId"), "\(reply.text)")
        return shop.paypage(id, expiry: "1249")
    }

    private func body(
        _ transaction: String, _ amount: String, _ card: String, order: String = newName()
    ) throws -> String {
        let order = shop.order(order, try dollars(amount), source: "ecommerce")
        return shop.online(transaction, order + card)
    }

    @Test(
        "a registration that was only checked pays, once, for its order and amount, and what has paid refunds nothing"
    )
    func checked() async throws {
        let card = try await registeredCard()
        for _ in 0..<2 { try await shop.answered(body("authorization", "0.00", card), "000") }
        let order = newName()
        let sale = try body("sale", "19.00", card, order: order)
        let paid = try await shop.answered(sale, "000").number
        let again = try body("sale", "19.00", card, order: order)
        #expect(try await shop.answered(again, "251").number == paid)
        for other in [
            try body("sale", "19.00", card), try body("sale", "1900.00", card, order: order),
        ] {
            let told = try await shop.answered(other, "877")
            #expect(told.number != paid)
        }
        try await shop.answered(body("credit", "19.00", card), "877")
    }

    @Test("a registration that was credited has not paid")
    func credited() async throws {
        let card = try await registeredCard()
        try await shop.answered(body("credit", "19.00", card), "000")
        try await shop.answered(body("sale", "19.00", card), "877")
    }

    @Test("a sale that was approved in part is reported so to a repetition, and to a query")
    func approvedInPart() async throws {
        let id = newName()
        let sale = shop.online(
            "sale",
            shop.order(newName(), try dollars("7000.10"), source: "ecommerce")
                + shop.card("4457010000000009") + "<allowPartialAuth>true</allowPartialAuth>",
            id: id)
        let first = try await shop.answered(sale, "010")
        let part = try #require(first.reply.element("approvedAmount"), "\(first.reply.text)")
        let again = try await shop.answered(sale, "251")
        #expect(again.number == first.number)
        #expect(again.reply.element("approvedAmount") == part, "\(again.reply.text)")
        let query = shop.online(
            "queryTransaction", "<origId>\(id)</origId><origActionType>S</origActionType>")
        let found = try await shop.answered(query, "150")
        #expect(found.number == first.number)
        #expect(found.reply.text.contains("<response>010</response>"), "\(found.reply.text)")
        #expect(found.reply.element("approvedAmount") == part, "\(found.reply.text)")
    }
}
