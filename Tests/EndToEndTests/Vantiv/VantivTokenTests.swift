import PaymentDomain
import Testing

@Suite("Vantiv over HTTP: an Apple Pay token whose card is kept", .server())
struct VantivTokenTests {
    private let shop: VantivTestShop

    init() throws {
        shop = VantivTestShop(server: try #require(RunningServer.ofSuite))
    }

    @Test("is registered again by who lost the reply, and pays through its token alone")
    func keptAgain() async throws {
        let amount = try dollars("19.00")
        let wallet = shop.applePay(try shop.server.token(amount))
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
}
