import PaymentDomain
import Testing

@Suite(
    "Vantiv over HTTP: a card that is kept, of an Apple Pay token or a number",
    .timeLimit(.minutes(20)), .server())
struct VantivTokenTests {
    private let shop: VantivTestShop

    init() throws {
        shop = VantivTestShop(server: try #require(RunningServer.ofSuite))
    }

    @Test("of Apple Pay, is registered again by who lost the reply, and pays by its token alone")
    func keptAgain() async throws {
        let amount = try dollars("19.00")
        // The card of no other test here: whose token is registered first says 801.
        let wallet = shop.applePay(try shop.server.token(amount, card: .mastercard))
        let registering = "<orderId>\(newName())</orderId>\(wallet)"
        let first = try await shop.answered(
            shop.online("registerTokenRequest", registering), "801")
        let token = try #require(first.reply.element(shop.token), "\(first.reply.text)")
        let again = try await shop.answered(
            shop.online("registerTokenRequest", registering), "802")
        #expect(again.reply.element(shop.token) == token)
        try await shop.answered(
            shop.online("sale", shop.order(newName(), amount) + wallet), "531")
        let stored =
            shop.order(newName(), amount, source: "recurring")
            + "<token><\(shop.token)>\(token)</\(shop.token)><expDate>1249</expDate></token>"
        try await shop.answered(shop.online("sale", stored), "000")
    }

    @Test("that was paid with before is named with its payment, and not where that came to nothing")
    func spentBefore() async throws {
        // The second is declined with 51.
        for (text, isPaid) in [("19.00", true), ("7000.51", false)] {
            let amount = try dollars(text)
            let wallet = shop.applePay(try shop.server.token(amount))
            let id = try await shop.registration(try shop.server.token(amount), order: newName())
            let registration = "<paypageRegistrationId>\(id)</paypageRegistrationId>"
            for (source, registering, code) in [
                (wallet, wallet, "531"), (shop.paypage(id), registration, "877"),
            ] {
                let sale = try await shop.answered(
                    shop.online("sale", shop.order(newName(), amount) + source),
                    isPaid ? "000" : "110")
                let kept = try await shop.answered(
                    shop.online(
                        "registerTokenRequest", "<orderId>\(newName())</orderId>\(registering)"),
                    isPaid ? "251" : code)
                #expect((kept.number == sale.number) == isPaid, "\(kept.reply.text)")
                #expect(kept.reply.element(shop.token) == nil)
            }
        }
    }

    @Test("of a number alone, pays without an expDate, which no one has said")
    func numberAlone() async throws {
        let number = "<accountNumber>4457119922390123</accountNumber>"
        let kept = try await shop.answered(shop.online("registerTokenRequest", number), "801")
        let token = try #require(kept.reply.element(shop.token), "\(kept.reply.text)")
        for transaction in ["sale", "authorization"] {
            let content =
                shop.order(newName(), try dollars("19.00"), source: "ecommerce")
                + "<token><\(shop.token)>\(token)</\(shop.token)></token>"
            try await shop.answered(shop.online(transaction, content), "000")
        }
    }
}
