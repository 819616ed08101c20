import PaymentDomain
import Testing

@Suite(
    "Vantiv over HTTP: a merchant that may refund more than was captured", .timeLimit(.minutes(20)),
    .server(["COSTER_REFUND_BEYOND_CAPTURE": "true"]))
struct VantivCreditTests {
    private let shop: VantivTestShop

    init() throws {
        shop = VantivTestShop(server: try #require(RunningServer.ofSuite))
    }

    @Test("an amount above the capture is a credit to the card, and the payment stays as it was")
    func beyond() async throws {
        let sold = try await shop.approved(try dollars("20.00"), "sale").number
        let credited = try await shop.answered(
            shop.online("credit", shop.referenced(sold, try dollars("25.00"))), "000"
        ).number
        let both = try await EachDatabase.read(shop.server.folder)
        let payment = try #require(
            both.ours.map(\.payment).first { $0.amounts.captured == 2000 })
        #expect(payment.amounts.refunded == 0)
        #expect(both.ours.contains { $0.payment.state == .credited })
        try await shop.answered(shop.online("void", shop.referenced(credited)), "000")
    }

    @Test("if nothing was captured there is nothing to refund more of")
    func nothingCaptured() async throws {
        let hold = try await shop.approved(try dollars("20.00")).number
        try await shop.answered(
            shop.online("credit", shop.referenced(hold, try dollars("25.00"))), "360")
    }
}
