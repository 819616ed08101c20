import Foundation
import PaymentDomain
import Testing

@testable import coster

@Suite("coster pay --verbose")
struct PayVerboseTests {
    private static let dialects = ["radial", "vantiv", "instamed", "cardconnect"]
    private static let secret = "5ec12e7-of-the-shop"

    @Test(
        "what goes over the wire is shown with its head lines, and no secret",
        arguments: dialects)
    func noSecret(_ name: String) throws {
        let dialect = try #require(PayCommand.DialectName(rawValue: name))
        let client = ShopClient(
            appleMerchantID: "merchant.roses", store: "ROSES", user: "roses", merchantID: "1",
            storeID: "1", terminalID: "1", paypageID: "p", merchid: "8200", site: nil,
            secret: Self.secret)
        let amount = try dollars("14.99")
        let message =
            switch dialect {
            case .radial:
                coster.RadialShop(client: client).cancel(
                    amount: amount, order: "o", card: "c", tender: "VC")
            case .vantiv: VantivShop(client: client).authorize("r", amount: amount, order: "o")
            case .instamed: InstaMedShop(client: client).void("t")
            case .cardconnect: CardConnectShop(client: client).void("r")
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
                #expect(run.output.contains("HTTP 200\n"))
                #expect(!run.output.contains("HTTP 200\n\n"), "fields follow")
                for secret in secrets { #expect(!run.output.contains(secret), "\(dialect)") }
            }
        }
    }
}
