import PaymentDomain
import Testing

@Suite(
    "Radial over HTTP: no answer from the acquirer", .timeLimit(.minutes(20)),
    .server(["COSTER_ACQUIRER_TIMEOUT_SECONDS": "2"]))
struct UnknownOutcomeTests {
    private let shop: RadialShop

    init() throws {
        shop = RadialShop(server: try #require(RunningServer.ofSuite))
    }

    @Test(
        "silence is a timeout, never a decline, and is reversed until both ledgers are equal",
        arguments: ["7100.01", "7100.02", "7100.03"])
    func silence(_ amount: String) async throws {
        let order = newName()
        let message = try shop.wallet(try dollars(amount), order: order)
        let reply = try await shop.send(message)
        #expect(reply.status == 200)
        #expect(reply.element("AuthorizationResponseCode") == "TO01")
        #expect(reply.element("ResponseCode") == "TIMEOUT")
        #expect(reply.element("AmountAuthorized") == "0.00")
        let both = try await EachDatabase.settled(shop.server)
        #expect(try both.payment(of: order).state == .reversed)
        #expect(both.agree(on: order))
        // A repetition learns the same, and holds nothing again.
        #expect(try await shop.send(message).body == reply.body)
        #expect(try await EachDatabase.settled(shop.server).payment(of: order).state == .reversed)
    }

    @Test("if the acquirer can't be reached at all, nothing is held and nothing is reversed")
    func notSent() async throws {
        let order = newName()
        let reply = try await shop.send(try shop.wallet(try dollars("7100.04"), order: order))
        #expect(reply.element("AuthorizationResponseCode") == "NR01")
        let both = try await EachDatabase.read(shop.server.folder)
        #expect(try both.payment(of: order).state == .notSent)
    }

    @Test(
        "an unanswered capture is final, and is sent until it is answered",
        arguments: ["7200.01", "7200.02"])
    func captureIsTold(_ amount: String) async throws {
        let payment = try await shop.approved(try dollars("7500.00"))
        let message = try shop.settle("Debit", try dollars(amount), payment)
        let reply = try await shop.send(message)
        #expect(reply.isAcknowledged)
        let both = try await EachDatabase.settled(shop.server)
        let captured = try dollars(amount).minorUnits
        #expect(try both.payment(of: payment.order).amounts.captured == captured)
        #expect(both.agree(on: payment.order))
        #expect(try await shop.send(message).body == reply.body)
    }

    @Test("a payment whose outcome is unknown cannot be captured; its cancellation is acknowledged")
    func unknownStays() async throws {
        let order = newName()
        let amount = try dollars("7100.01")
        let reply = try await shop.send(try shop.wallet(amount, order: order))
        let payment = ApprovedPayment(
            order: order, handle: try #require(reply.element("PaymentAccountUniqueId")),
            tender: "VC")
        let capture = try await shop.send(try shop.settle("Debit", amount, payment))
        #expect(capture.faultCode == "InvalidPaymentStateException")
        #expect(try await shop.send(shop.cancel(amount, payment)).isAcknowledged)
    }
}
