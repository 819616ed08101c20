import PaymentDomain
import Testing

@Suite("Many requests at once", .timeLimit(.minutes(20)), .server(), .serialized)
struct ConcurrencyTests {
    private static let connections = 64

    private let shop: RadialShop

    init() throws {
        shop = RadialShop(server: try #require(RunningServer.ofSuite))
    }

    /// Sends messages, each on a connection of its own, all at once.
    private func sendAtOnce(_ messages: [RadialMessage]) async throws -> [HTTPReply] {
        let port = shop.server.port
        return try await onThreads(messages.count) { index in
            try HTTPConnection(port: port).send(messages[index])
        }
    }

    @Test("captures at once never take more than the hold, nor refunds more than was captured")
    func neverMore() async throws {
        let payment = try await shop.approved(try dollars("64.00"))
        for (kind, part) in [("Debit", "2.00"), ("Credit", "2.00")] {
            let messages = try (0..<Self.connections).map { _ in
                try shop.settle(kind, try dollars(part), payment)
            }
            let replies = try await sendAtOnce(messages)
            #expect(replies.count(where: \.isAcknowledged) == 32)
            // What is at the acquirer may be refused, so that some are to be asked again.
            let refusals = ["amount-exceeded", "depleted", "in-flight"]
            #expect(replies.count { refusals.contains($0.faultReason ?? "") } == 32)
        }
        let both = try await EachDatabase.read(shop.server.folder)
        let amounts = try both.payment(of: payment.order).amounts
        #expect(amounts.captured == 6400 && amounts.refunded == 6400)
        #expect(both.disagreements.isEmpty)
    }

    @Test("captures, refunds and cancels of one payment, all at once, keep it sound")
    func allKinds() async throws {
        let payment = try await shop.approved(try dollars("30.00"))
        let messages = try (0..<Self.connections).map { index in
            switch index % 3 {
            case 0: try shop.settle("Debit", try dollars("2.00"), payment)
            case 1: try shop.settle("Credit", try dollars("1.00"), payment)
            default: shop.cancel(try dollars("1.50"), payment)
            }
        }
        let replies = try await sendAtOnce(messages)
        #expect(replies.allSatisfy { $0.isAcknowledged || $0.faultCode != nil })
        let both = try await EachDatabase.settled(shop.server)
        let done = try both.payment(of: payment.order)
        #expect(done.amounts.isSound)
        let acknowledged = (0..<3).map { kind in
            replies.indices.count { $0 % 3 == kind && replies[$0].isAcknowledged }
        }
        #expect(done.amounts.captured == Int64(acknowledged[0]) * 200)
        #expect(done.amounts.refunded == Int64(acknowledged[1]) * 100)
        #expect(done.amounts.released == Int64(acknowledged[2]) * 150)
        #expect(both.disagreements.isEmpty)
    }

    @Test("a thousand replays of one token from sixty-four connections are one charge")
    func replays() async throws {
        let amount = try dollars("9.99")
        let token = try shop.token(amount)
        let shop = shop
        let orders = (0..<1000).map { "R\($0)-\(newName().prefix(8))" }
        let port = shop.server.port
        let replies = try await onThreads(Self.connections) { connection in
            let wire = try HTTPConnection(port: port)
            return try stride(from: connection, to: orders.count, by: Self.connections).map {
                try wire.send(shop.wallet(token, amount, order: orders[$0]))
            }
        }.flatMap { $0 }
        #expect(replies.count == orders.count)
        #expect(replies.count { $0.element("AuthorizationResponseCode") == "AP01" } == 1)
        #expect(
            replies.count { $0.status == 409 && $0.faultReason == "replayed" }
                == orders.count - 1)
        let both = try await EachDatabase.read(shop.server.folder)
        let names = Set(orders)
        let charged = both.ours.filter { names.contains($0.payment.orderReference) }
        #expect(charged.map(\.payment.amounts.authorized) == [999])
        #expect(both.disagreements.isEmpty)
    }
}
