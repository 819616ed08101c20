import PaymentDomain
import Testing

@Suite("Vantiv over HTTP: a card with a cryptogram beside it", .timeLimit(.minutes(20)), .server())
struct VantivThreeDSecureTests {
    private let shop: VantivTestShop

    init() throws {
        shop = VantivTestShop(server: try #require(RunningServer.ofSuite))
    }

    /// A payment, of an order of its own unless one is named.
    private func payment(
        _ source: String, _ cents: Int64, _ value: String, order: String = newName()
    ) throws -> String {
        let amount = try Money(minorUnits: cents, currency: .usd)
        return shop.order(order, amount, source: source)
            + shop.card("4012888888881881") + proof(value)
    }

    private func proof(_ value: String) -> String {
        "<cardholderAuthentication><authenticationValue>\(value)</authenticationValue>"
            + "</cardholderAuthentication>"
    }

    @Test(
        "of 3-D Secure, it is good after a decline, for a second shipment and after a reversal",
        arguments: ["3dsAuthenticated", "3dsAttempted"])
    func threeDSecure(_ source: String) async throws {
        let value = "AAABBWcSNIdjeWMmlxI0AAAAAAA="
        func authorize(_ cents: Int64, _ code: String) async throws -> String {
            let content = try payment(source, cents, value)
            return try await shop.answered(shop.online("authorization", content), code).number
        }
        _ = try await authorize(0, "000")
        _ = try await authorize(700_051, "110")
        let first = try await authorize(2000, "000")
        let second = try await authorize(2000, "000")
        #expect(second != first)
        try await shop.answered(shop.online("authReversal", shop.referenced(first)), "000")
        _ = try await authorize(2000, "000")
        let sale = shop.online("sale", try payment(source, 2000, value))
        let sold = try await shop.answered(sale, "000").number
        let again = try await shop.answered(sale, "251").number
        #expect(again == sold, "the same id on the same card")
    }

    @Test("of a device, it pays once, and a check of the card does not use it up")
    func device() async throws {
        let value = "AgAAAAAABk4DWZ4C28yUQAAAAAA="
        let check = try payment("applepay", 0, value)
        try await shop.answered(shop.online("authorization", check), "000")
        let order = newName()
        let paid = try payment("applepay", 2000, value, order: order)
        let first = try await shop.answered(shop.online("authorization", paid), "000").number
        for source in ["applepay", "androidpay"] {
            let again = try payment(source, 2000, value, order: order)
            let told = try await shop.answered(shop.online("authorization", again), "251")
            #expect(told.number == first)
            let other = try payment(source, 2000, value)
            try await shop.answered(shop.online("authorization", other), "531")
        }
        try await shop.answered(shop.online("authorization", check), "000")
    }

    @Test(
        "of the certification's order 5, it comes with the authorization, the check and the sale",
        arguments: ["9.14", "12.34"])
    func certification(_ version: String) async throws {
        var shop = shop
        shop.version = version
        let card =
            shop.card("4457010200000007", expiry: "0512", code: "463")
            + proof("BwABBJQ1AgAAAAAgJDUCAAAAAAA=")
        for (transaction, amount) in [
            ("authorization", try dollars("500.50")), ("authorization", Money.zero(.usd)),
            ("sale", try dollars("500.50")),
        ] {
            let start = shop.order("5", amount, source: "ecommerce")
            let reply = try await shop.answered(shop.online(transaction, start + card), "000").reply
            #expect(reply.element("authCode") == "55555 ")
            #expect(reply.element("avsResult") == "32")
            #expect(reply.element("cardValidationResult") == "M")
        }
    }
}
