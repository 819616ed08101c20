import LineHosts
import PaymentDomain
import Testing

/// An event as a receiver has it, without what differs from run to run.
private struct Notice: Hashable, CustomStringConvertible {
    let order: String
    /// The element's words: SettlementType and SettlementStatus, or ResponseCode.
    let words: String
    let amount: String

    var description: String { "\(order) \(words) \(amount)" }

    init(_ order: String, _ words: String, _ amount: String) {
        self.order = order
        self.words = words
        self.amount = amount
    }

    init(_ request: WebhookReceiver.Request) {
        let reply = HTTPReply(status: 200, headers: [:], body: Array(request.body.utf8))
        let words = ["SettlementType", "SettlementStatus", "ResponseCode", "ClientContext"]
        self.init(
            reply.element("OrderId") ?? "",
            words.compactMap { reply.element($0) }.joined(separator: " "),
            reply.element("Amount") ?? "")
    }
}

@Suite("Radial over HTTP: the events that end requests", .timeLimit(.minutes(20)), .server())
struct RadialEventTests {
    private let shop: RadialShop

    init() throws {
        shop = RadialShop(server: try #require(RunningServer.ofSuite))
    }

    /// The login of a new endpoint: a user name, a colon and a password.
    private func endpoint(_ url: String) async throws -> String {
        let options = ["--merchant", "sandbox", "--url", url, "--format", "radial"]
        let run = try await CommandRun.coster(
            ["webhook", "create"] + options + ["--data", shop.server.folder])
        #expect(run.ending == .exited(0), "\(run.errors)")
        return String(try #require(run.output.split(separator: "\n").last))
    }

    private func acknowledged(_ message: RadialMessage) async throws {
        let reply = try await shop.send(message)
        #expect(reply.isAcknowledged, "\(reply.text)")
    }

    /// Settles an order in parts, gives some of it back, and releases what is left.
    private func settled() async throws -> [Notice] {
        let payment = try await shop.approved(try dollars("30.00"))
        let debit = try shop.settle("Debit", try dollars("10.00"), payment)
        try await acknowledged(
            debit.replacing(
                "<FinalDebit>", with: "<ClientContext>part 1</ClientContext><FinalDebit>"))
        try await acknowledged(shop.settle("Credit", try dollars("4.00"), payment))
        try await acknowledged(shop.cancel(try dollars("5.00"), payment))
        try await acknowledged(shop.settle("Debit", .zero(.usd), payment, isFinal: true))
        return [
            Notice(payment.order, "Debit S part 1", "10.00"),
            Notice(payment.order, "Credit S", "4.00"), Notice(payment.order, "Success", "5.00"),
            Notice(payment.order, "Debit S", "0.00"),
        ]
    }

    /// A last debit, whose remainder nobody asked to release.
    private func shipped() async throws -> [Notice] {
        let payment = try await shop.approved(try dollars("30.00"))
        try await acknowledged(
            shop.settle("Debit", try dollars("12.00"), payment, isFinal: true))
        return [Notice(payment.order, "Debit S", "12.00")]
    }

    /// A cancel of all, and one of an order that was never sent.
    private func cancelled() async throws -> [Notice] {
        let payment = try await shop.approved(try dollars("30.00"))
        try await acknowledged(shop.cancel(try dollars("30.00"), payment))
        let order = newName()
        let amount = try dollars("7100.04")
        let reply = try await shop.send(try shop.wallet(amount, order: order))
        #expect(reply.element("AuthorizationResponseCode") == "NR01")
        try await acknowledged(
            shop.cancel(amount, ApprovedPayment(order: order, handle: "", tender: "VC")))
        return [
            Notice(payment.order, "Success", "30.00"), Notice(order, "Success", "7100.04"),
        ]
    }

    /// A debit that the acquirer refuses.
    private func refused() async throws -> [Notice] {
        let payment = try await shop.approved(try dollars("7500.00"))
        let reply = try await shop.send(
            try shop.settle("Debit", try dollars("7200.05"), payment))
        #expect(reply.status == 422)
        return [Notice(payment.order, "Debit R", "7200.05")]
    }

    @Test("each settlement and each cancel ends in the event that Radial names, and nothing else")
    func events() async throws {
        let receiver = try await WebhookReceiver.start()
        let login = try await endpoint(receiver.url("/status/200"))
        let expected = try await Set(settled() + shipped() + cancelled() + refused())
        let allCame = try await TortureClock.until(within: .seconds(60)) {
            try await receiver.received().count >= expected.count
        }
        let received = try await receiver.received()
        #expect(allCame)
        #expect(Set(received.map { Notice($0) }) == expected)
        for request in received {
            #expect(
                "\(request.headers["username"] ?? ""):\(request.headers["password"] ?? "")"
                    == login)
            #expect(request.body.contains("<StoreId>\(RunningServer.store)</StoreId>"))
        }
    }
}
