import AppleSimulator
import Foundation
import PaymentDomain
import Testing

/// A dialect on the list.
struct ConformingDialect: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The protocol's own code of an expired card, as its reply has it.
    let expiredCard: String
    let shop: @Sendable (RunningServer) -> any ConformingShop

    static let all = [
        ConformingDialect(testDescription: "Radial", expiredCard: "NR09") {
            ConformingRadial(server: $0)
        },
        ConformingDialect(
            testDescription: "Vantiv, by eProtect", expiredCard: "<response>305</response>"
        ) {
            ConformingVantiv(server: $0, usesEProtect: true)
        },
        ConformingDialect(
            testDescription: "Vantiv, in the XML", expiredCard: "<response>305</response>"
        ) {
            ConformingVantiv(server: $0, usesEProtect: false)
        },
        ConformingDialect(testDescription: "CardConnect", expiredCard: #""respcode":"54""#) {
            ConformingCardConnect(server: $0)
        },
        ConformingDialect(testDescription: "InstaMed", expiredCard: "responseCode=001") {
            ConformingInstaMed(server: $0)
        },
        ConformingDialect(testDescription: "JSON API", expiredCard: #""code":"54""#) {
            ConformingNative(server: $0)
        },
    ]
}

/// The list that every dialect passes, over HTTP and with the real program.
@Suite("Every dialect", .timeLimit(.minutes(20)), .server(["COSTER_ACQUIRER_TIMEOUT_SECONDS": "2"]))
struct DialectConformance {
    private let server: RunningServer

    init() throws {
        server = try #require(RunningServer.ofSuite)
    }

    private func pay(
        _ dialect: ConformingDialect, _ amount: String, order: String = newName()
    ) async throws -> ShopAnswer {
        let amount = try dollars(amount)
        return try await dialect.shop(server).pay(
            try server.token(amount), amount, order: order, damage: nil)
    }

    private func expectNothing(
        of order: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let both = try await EachDatabase.read(server.folder)
        #expect(both.payments(of: order).isEmpty, sourceLocation: sourceLocation)
    }

    @Test("approves, and both ledgers agree", arguments: ConformingDialect.all)
    func approved(_ dialect: ConformingDialect) async throws {
        let answer = try await pay(dialect, "14.99")
        #expect(answer.verdict == .approved, "\(answer.text)")
        let both = try await EachDatabase.read(server.folder)
        #expect(try both.payment(of: answer.order).amounts.authorized == 1499)
        #expect(both.agree(on: answer.order))
    }

    @Test("declines what the issuer declines, and holds nothing", arguments: ConformingDialect.all)
    func declined(_ dialect: ConformingDialect) async throws {
        for amount in ["7000.05", "7000.51", "7000.54", "7000.91"] {
            let answer = try await pay(dialect, amount)
            #expect(answer.verdict == .declined, "\(answer.text)")
            let payment = try await EachDatabase.read(server.folder).payment(of: answer.order)
            #expect(payment.state == .declined && payment.amounts.authorized == 0)
        }
    }

    @Test(
        "declines a genuine token of an expired card, and spends it",
        arguments: ConformingDialect.all)
    func expired(_ dialect: ConformingDialect) async throws {
        let amount = try dollars("14.99")
        let token = try server.token(amount, expiring: "200131")
        let shop = dialect.shop(server)
        let answer = try await shop.pay(token, amount, order: newName(), damage: nil)
        #expect(answer.verdict == .declined, "\(answer.text)")
        #expect(answer.text.contains(dialect.expiredCard), "\(answer.text)")
        let payment = try await EachDatabase.read(server.folder).payment(of: answer.order)
        #expect(payment.state == .declined && payment.amounts.authorized == 0)
        let again = try await shop.pay(token, amount, order: newName(), damage: nil)
        #expect(again.verdict == .refused, "\(again.text)")
    }

    @Test(
        "never calls silence a decline, and undoes what may be held",
        arguments: ConformingDialect.all)
    func unknown(_ dialect: ConformingDialect) async throws {
        for amount in ["7100.01", "7100.02", "7100.03"] {
            let answer = try await pay(dialect, amount)
            #expect(answer.verdict == .unknown, "\(answer.text)")
            let both = try await EachDatabase.settled(server)
            #expect(try both.payment(of: answer.order).state == .reversed)
            #expect(both.agree(on: answer.order))
        }
    }

    @Test(
        "refuses a damaged request with one clear answer, and does nothing",
        arguments: ConformingDialect.all, Damage.allCases)
    func damaged(_ dialect: ConformingDialect, _ damage: Damage) async throws {
        let order = newName()
        let amount = try dollars("14.99")
        let token = try server.token(amount)
        let shop = dialect.shop(server)
        let answer = try await shop.pay(token, amount, order: order, damage: damage)
        #expect(answer.verdict == damage.verdict, "\(answer.text)")
        #expect(!answer.reply.body.isEmpty)
        try await expectNothing(of: answer.order)
        // The token was not spent by that.
        #expect(
            try await shop.pay(token, amount, order: order, damage: nil).verdict == .approved)
    }

    @Test("takes a token once", arguments: ConformingDialect.all)
    func replayed(_ dialect: ConformingDialect) async throws {
        let amount = try dollars("14.99")
        let token = try server.token(amount)
        let shop = dialect.shop(server)
        #expect(
            try await shop.pay(token, amount, order: newName(), damage: nil).verdict == .approved)
        let order = newName()
        let again = try await shop.pay(token, amount, order: order, damage: nil)
        #expect(again.verdict == .refused, "\(again.text)")
        try await expectNothing(of: again.order)
    }

    @Test(
        "takes a token from another dialect no second time", arguments: ConformingDialect.all)
    func replayedElsewhere(_ dialect: ConformingDialect) async throws {
        let amount = try dollars("14.99")
        let token = try server.token(amount)
        _ = try await dialect.shop(server).pay(token, amount, order: newName(), damage: nil)
        for other in ConformingDialect.all {
            let order = newName()
            let again = try await other.shop(server).pay(
                token, amount, order: order, damage: nil)
            #expect(again.verdict == .refused, "\(other.testDescription): \(again.text)")
            try await expectNothing(of: again.order)
        }
    }

    @Test(
        "refuses a token that is stale, someone else's, or for another amount",
        arguments: ConformingDialect.all)
    func untrusted(_ dialect: ConformingDialect) async throws {
        let amount = try dollars("14.99")
        let store = SimulatedAppleStore(directory: server.folder)
        let elsewhere = SimulatedDevice(
            apple: try store.apple(), merchant: try store.merchant("merchant.another.shop"))
        let forger = SimulatedDevice(
            apple: try SimulatedApple.create(), merchant: server.device.merchant)
        let now = presentTime()
        let tokens = [
            try server.token(amount, at: now.adding(seconds: -3_600)),
            try elsewhere.pay(SimulatedOrder(amount: amount, at: now)),
            try forger.pay(SimulatedOrder(amount: amount, at: now)),
            try server.token(try dollars("1.00")),
        ]
        for token in tokens {
            let order = newName()
            let answer = try await dialect.shop(server).pay(
                token, amount, order: order, damage: nil)
            #expect(answer.verdict == .refused, "\(answer.text)")
            try await expectNothing(of: answer.order)
        }
    }

    @Test(
        "never captures more than is held, nor refunds more than was captured",
        arguments: ConformingDialect.all)
    func limits(_ dialect: ConformingDialect) async throws {
        let shop = dialect.shop(server)
        let payment = try await pay(dialect, "10.00")
        #expect(
            try await shop.capture(try dollars("10.01"), of: payment).verdict == .refused)
        let captured = try await shop.capture(try dollars("6.00"), of: payment)
        #expect(captured.verdict == .approved, "\(captured.text)")
        let tooMuch = try dollars(shop.replacesCaptures ? "10.01" : "4.01")
        #expect(try await shop.capture(tooMuch, of: payment).verdict == .refused)
        try await shop.untilRefundable()
        #expect(try await shop.refund(try dollars("6.01"), of: captured).verdict == .refused)
        let refunded = try await shop.refund(try dollars("2.00"), of: captured)
        #expect(refunded.verdict == .approved, "\(refunded.text)")
        #expect(try await shop.refund(try dollars("4.01"), of: captured).verdict == .refused)
        let both = try await EachDatabase.read(server.folder)
        let amounts = try both.payment(of: payment.order).amounts
        #expect([amounts.captured, amounts.refunded] == [600, 200])
        #expect(both.agree(on: payment.order))
    }

    @Test(
        "shows no card data, in replies, files or logs", arguments: ConformingDialect.all)
    func nothingLeaks(_ dialect: ConformingDialect) async throws {
        // 18 bytes, so that the base64 of the whole begins with theirs.
        let cryptogram = Array("conforming-cryptog".utf8)
        let shop = dialect.shop(server)
        var replies: [HTTPReply] = []
        for (index, amount) in ["14.99", "7000.05", "7100.01"].enumerated() {
            let amount = try dollars(amount)
            let token = try server.token(amount, cryptogram: cryptogram + [UInt8(index), 0])
            for _ in 0..<2 {
                replies.append(
                    try await shop.pay(token, amount, order: newName(), damage: nil).reply)
            }
        }
        let scan = SecretScan(
            Secret.card(try digits(of: .visa)) + [Secret("the cryptogram", cryptogram)])
        var findings: [String] = []
        for (index, reply) in replies.enumerated() {
            findings += scan.findings(in: Data(reply.body), named: "reply \(index)")
        }
        findings += try scan.findings(inFilesOf: server.folder)
        findings += scan.findings(in: Data(server.output), named: "standard output")
        #expect(findings.isEmpty)
    }
}
