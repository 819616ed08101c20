import Foundation
import PaymentDomain
import Testing

@testable import CosterCommands
@testable import CosterServer
@testable import ShopSimulator

@Suite("coster pay --verbose", .timeLimit(.minutes(20)))
struct PayVerboseTests {
    private static let dialects = ["radial", "vantiv", "instamed", "cardconnect", "native"]
    private static let secret = "5ec12e7-of-the-shop"

    private static func client(
        store: String = "ROSES", user: String = "roses", merchantID: String = "1", secret: String
    ) -> ShopClient {
        ShopClient(
            appleMerchantID: "merchant.roses", store: store, user: user, merchantID: merchantID,
            storeID: "1", terminalID: "1", paypageID: "p", merchid: "8200", site: nil,
            secret: secret)
    }

    @Test("a shop's settings are escaped for XML and for a path, and hidden as sent")
    func escaped() throws {
        let client = Self.client(
            store: "R/S %", user: "r<s", merchantID: "1\"2", secret: "five&six>seven")
        let amount = try dollars("14.99")
        let sale = VantivShop(client: client).authorize("r", amount: amount, order: "o")
        #expect(sale.body.contains("merchantId=\"1&quot;2\""))
        #expect(sale.body.contains("<user>r&lt;s</user>"))
        #expect(sale.body.contains("<password>five&amp;six&gt;seven</password>"))
        #expect(sale.shown.contains("<password>***</password>"))
        #expect(!sale.shown.contains("six"))
        let void = ShopSimulator.RadialShop(client: client).cancel(
            amount: amount, order: "o", card: "c", tender: "VC")
        #expect(void.path == "/v1.0/stores/R%2FS%20%25/payments/auth/cancel/VC.xml")
    }

    @Test(
        "messages are shown with their head lines, and no secret",
        arguments: dialects)
    func noSecret(_ name: String) throws {
        let dialect = try #require(ShopProtocol(rawValue: name))
        let client = Self.client(secret: Self.secret)
        let amount = try dollars("14.99")
        let message =
            switch dialect {
            case .radial:
                ShopSimulator.RadialShop(client: client).cancel(
                    amount: amount, order: "o", card: "c", tender: "VC")
            case .vantiv: VantivShop(client: client).authorize("r", amount: amount, order: "o")
            case .instamed: InstaMedShop(client: client).void("t")
            case .cardconnect: CardConnectShop(client: client).void("r")
            case .native: NativeShop(client: client).void("p")
            }
        let basic = Data("roses:\(Self.secret)".utf8).base64EncodedString()
        let sent = message.body + message.headers.map { $0.value }.joined()
        #expect(sent.contains(Self.secret) || sent.contains(basic))
        #expect(!message.shown.contains(Self.secret) && !message.shown.contains(basic))
        #expect(message.shown.contains("***"))
        #expect(message.shown.contains("\(message.method.rawValue) \(message.path)\n"))
        #expect(message.shown.contains("Content-Type: "))
    }

    @Test("a reply is shown with its header fields, and no secret of the sandbox is printed")
    func replies() async throws {
        try await RunningServer.lend { server in
            let secrets = SandboxMerchant.credentials.map(\.secret).filter { !$0.isEmpty }
            for dialect in Self.dialects {
                let run = try await expect(
                    0,
                    [
                        "pay", dialect, "--verbose", "--data", server.folder, "--url",
                        "http://127.0.0.1:\(server.port)",
                    ])
                let status = dialect == "native" ? "HTTP 201" : "HTTP 200"
                #expect(run.output.contains("\(status)\n"))
                #expect(!run.output.contains("\(status)\n\n"), "fields follow")
                for secret in secrets { #expect(!run.output.contains(secret), "\(dialect)") }
            }
        }
    }
}
