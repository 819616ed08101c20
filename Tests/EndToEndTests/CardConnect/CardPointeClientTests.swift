import AppleSimulator
import Foundation
import PaymentDomain
import Testing

/// CardPointe's API client for Python against the real program. It raises for every answer that is no approval.
///
/// One after the other: the batch is closed in between, for all payments.
@Suite(
    "CardPointe's client, unchanged", .timeLimit(.minutes(20)), .server(), .serialized,
    .enabled(
        if: CardPointeClient.isInstalled, "scripts/install-clients installs it, as make test does"))
struct CardPointeClientTests {
    private let shop: CardConnectTestShop
    private var client: CardPointeClient { CardPointeClient(shop: shop) }

    init() throws {
        shop = CardConnectTestShop(server: try #require(RunningServer.ofSuite))
    }

    private func tokenize(_ amount: String) throws -> String {
        let data = shop.deviceData(try shop.server.token(try dollars(amount)))
        return client.call(
            "cardsecure", "tokenize",
            [("devicedata", data), ("encryptionhandler", "EC_APPLE_PAY")])
    }

    private func gateway(
        _ resource: String, call: String = "create", _ arguments: [(String, String)]
    ) -> String {
        client.call("gateway", resource, call: call, arguments)
    }

    @Test("tokenizes an Apple Pay token, authorizes, captures and voids")
    func wallet() async throws {
        let told = try await client.run([
            tokenize("12.50"),
            gateway("authorization", [("account", "@0.token"), ("amount", "12.50")]),
            gateway("capture", [("retref", "@1.retref"), ("amount", "10.00")]),
            gateway("inquire", call: "get", [("retref", "@1.retref")]),
            gateway("void", [("retref", "@1.retref")]),
            gateway("inquire", call: "get", [("retref", "@1.retref")]),
            gateway("authorization", [("account", "@0.token"), ("amount", "12.50")]),
        ])
        try #require(told.count == 7)
        #expect(told[0]["errorcode"] as? Int == 0)
        #expect(told[1]["entrymode"] as? String == "DigitalWallet")
        #expect(told[2]["setlstat"] as? String == "Queued for Capture")
        #expect(told[3]["setlstat"] as? String == "Queued for Capture")
        #expect(told[4]["authcode"] as? String == "REVERS")
        #expect(told[4]["amount"] as? String == "0.00")
        #expect(told[5]["setlstat"] as? String == "Voided")
        #expect(told[6]["error"] as? String == "Invalid token")
    }

    @Test("that sends an authorization again whose reply was lost hears of no decline")
    func sentAgain() async throws {
        let order = newName()
        let sale = gateway(
            "authorization",
            [("account", "@0.token"), ("amount", "12.50"), ("orderid", order), ("capture", "Y")])
        let told = try await client.run([
            tokenize("12.50"), sale, sale,
            gateway("inquireByOrderId", call: "get", [("orderid", order)]),
            gateway("void", [("retref", "@1.retref")]), sale,
        ])
        try #require(told.count == 6)
        #expect(told[1]["respstat"] as? String == "A")
        #expect(told[2]["error"] as? String == "Timed out")
        #expect(told[3]["retref"] as? String == told[1]["retref"] as? String)
        #expect(told[4]["authcode"] as? String == "REVERS")
        #expect(told[5]["error"] as? String == "Invalid token")
    }

    @Test("tokenizes a card number, and the token pays again")
    func card() async throws {
        let order = newName()
        let told = try await client.run([
            client.call("cardsecure", "tokenize", [("account", "4788 2500 0012 1443")]),
            client.call("cardsecure", "tokenize", [("account", "4788250000121443")]),
            gateway(
                "authorization",
                [
                    ("account", "@0.token"), ("amount", "7.00"), ("expiry", "1249"),
                    ("orderid", order), ("capture", "Y"), ("tokenize", "Y"),
                ]),
            gateway("voidByOrderId", [("orderid", order)]),
            gateway(
                "authorization",
                [("account", "@0.token"), ("amount", "8.00"), ("expiry", "1249")]),
            gateway(
                "authorization",
                [("account", "4387751111111038"), ("amount", "8.00"), ("expiry", "1249")]),
            client.call("cardsecure", "tokenize", [("account", "4788250000121444")]),
        ])
        try #require(told.count == 7)
        #expect(told[0]["token"] as? String == told[1]["token"] as? String)
        #expect(told[2]["authcode"] as? String == "PPS009")
        #expect(told[2]["account"] as? String == "47XXXXXXXXXX1443")
        #expect(told[3]["authcode"] as? String == "REVERS")
        #expect(told[4]["respstat"] as? String == "A")
        #expect(told[5]["error"] as? String == "Do not honor")
        #expect(told[6]["status"] as? Int == 400)
    }

    @Test("refunds what is settled, and nothing before")
    func settlement() async throws {
        let order = newName()
        let first = try await client.run([
            tokenize("20.00"),
            gateway(
                "authorization",
                [
                    ("account", "@0.token"), ("amount", "20.00"), ("capture", "Y"),
                    ("orderid", order),
                ]),
            gateway("refund", [("retref", "@1.retref"), ("amount", "5.00")]),
        ])
        let retref = try #require(first.dropFirst().first?["retref"] as? String)
        #expect(first.last?["error"] as? String == "Txn not settled")
        try await shop.server.closeBatch()
        let told = try await client.run([
            gateway("inquire", call: "get", [("retref", retref)]),
            gateway("refund", [("retref", retref), ("amount", "5.00")]),
            gateway("refund", [("retref", retref), ("amount", "15.01")]),
            gateway("void", [("retref", retref)]),
            gateway("inquireByOrderId", call: "get", [("orderid", order)]),
        ])
        try #require(told.count == 5)
        #expect(told[0]["setlstat"] as? String == "Accepted")
        #expect(told[0]["refundable"] as? String == "Y")
        #expect(told[1]["amount"] as? String == "5.00")
        #expect(told[2]["error"] as? String == "Invalid amount")
        #expect(told[3]["error"] as? String == "Txn Batched")
        #expect(told[4]["error"] == nil, "\(told[4])")
    }

    @Test("a wrong password is an error of the client")
    func wrongPassword() async throws {
        var shop = shop
        shop.password = "testing124"
        let client = CardPointeClient(shop: shop)
        let told = try await client.run([client.call("gateway", "inquireMerchant", call: "get", [])]
        )
        #expect(told.first?["status"] as? Int == 401)
        let right = try await self.client.run([gateway("inquireMerchant", call: "get", [])])
        #expect(right.first?["merchid"] as? String == CardConnectTestShop.merchid)
    }
}

/// The client in its virtual environment.
struct CardPointeClient: Sendable {
    let shop: CardConnectTestShop

    private static let python =
        Places.repository.appending(path: ".build/clients/bin/python").path
    private static let script =
        Places.repository.appending(path: "Tests/EndToEndTests/Clients/cardpointe_client.py").path
    private static let library =
        Places.repository.appending(path: ".build/clients/lib").path

    static var isInstalled: Bool {
        let files = FileManager.default.enumerator(atPath: library)
        while let file = files?.nextObject() as? String {
            if file.hasSuffix("/cardpointe/client.py") { return true }
        }
        return false
    }

    /// One line of JSON.
    func call(
        _ api: String, _ resource: String, call: String = "create", _ arguments: [(String, String)]
    ) -> String {
        "[\"\(api)\", \"\(resource)\", \"\(call)\", \(CardConnectTestShop.object(arguments))]"
    }

    /// Makes calls one after the other; what the client made of each reply.
    func run(_ calls: [String]) async throws -> [[String: Any]] {
        let url = "http://127.0.0.1:\(shop.server.port)"
        let run = try await CommandRun.run(
            Self.python,
            [Self.script, url, "testing", shop.password, CardConnectTestShop.merchid],
            input: calls.joined(separator: "\n") + "\n")
        #expect(run.ending == .exited(0), "\(run.errors)")
        return run.output.split(separator: "\n").map { line in
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8))
            return object as? [String: Any] ?? [:]
        }
    }
}
