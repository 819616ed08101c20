import PaymentDomain
import Testing

@Suite("Radial over HTTP: repetitions", .timeLimit(.minutes(20)), .server())
struct RepetitionTests {
    private let shop: RadialShop

    init() throws {
        shop = RadialShop(server: try #require(RunningServer.ofSuite))
    }

    @Test(
        "the same request again is the same reply, byte for byte", arguments: ["10.00", "7000.05"])
    func sameAgain(_ amount: String) async throws {
        let message = try shop.wallet(try dollars(amount), order: newName())
        let first = try await shop.send(message)
        let second = try await shop.send(message)
        #expect(first.status == 200 && second.status == 200)
        #expect(first.body == second.body)
    }

    @Test("the same requestId on another request is a Fault, and changes nothing")
    func otherBody() async throws {
        let order = newName()
        let message = try shop.wallet(try dollars("10.00"), order: order)
        #expect(try await shop.send(message).element("AuthorizationResponseCode") == "AP01")
        let other = message.replacing("<BillingFirstName>John", with: "<BillingFirstName>Jane")
        var elsewhere = message
        elsewhere.path = "creditcard/auth/VC.xml"
        for message in [other, elsewhere] {
            let reply = try await shop.send(message)
            #expect(reply.status == 409)
            #expect(reply.faultCode == "DuplicateRequestException")
        }
        _ = try await EachDatabase.read(shop.server.folder).payment(of: order)
    }

    @Test("sixty-four identical requests at once are one payment and one reply")
    func atOnce() async throws {
        let order = newName()
        let message = try shop.wallet(try dollars("10.00"), order: order)
        let port = shop.server.port
        let replies = try await onThreads(64) { _ in
            try HTTPConnection(port: port).send(message)
        }
        #expect(Set(replies.map(\.body)).count == 1)
        #expect(replies.allSatisfy { $0.element("AuthorizationResponseCode") == "AP01" })
        let both = try await EachDatabase.read(shop.server.folder)
        #expect(try both.payment(of: order).amounts.authorized == 1000)
        #expect(both.agree(on: order))
    }

    @Test("a capture, a refund and a cancel are done once, however often they are sent")
    func operationsAgain() async throws {
        let payment = try await shop.approved(try dollars("10.00"))
        let port = shop.server.port
        for message in [
            try shop.settle("Debit", try dollars("6.00"), payment),
            try shop.settle("Credit", try dollars("2.00"), payment),
            shop.cancel(try dollars("1.00"), payment),
        ] {
            let replies = try await onThreads(8) { _ in
                try HTTPConnection(port: port).send(message)
            }
            #expect(replies.allSatisfy { $0.isAcknowledged })
            #expect(Set(replies.map(\.body)).count == 1)
        }
        let both = try await EachDatabase.read(shop.server.folder)
        let amounts = try both.payment(of: payment.order).amounts
        #expect(amounts.captured == 600 && amounts.refunded == 200 && amounts.released == 100)
        #expect(both.agree(on: payment.order))
    }

    @Test("a request that was refused may come again under the same requestId, mended")
    func refusedLeavesTheNameFree() async throws {
        let amount = try dollars("10.00")
        let order = newName()
        let request = newName()
        let wrong = shop.wallet(
            try shop.token(amount), try dollars("11.00"), order: order, request: request)
        #expect(try await shop.send(wrong).faultReason == "amount-mismatch")
        let right = shop.wallet(try shop.token(amount), amount, order: order, request: request)
        #expect(try await shop.send(right).element("AuthorizationResponseCode") == "AP01")
    }
}
