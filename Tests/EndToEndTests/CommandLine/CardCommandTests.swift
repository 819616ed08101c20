import Foundation
import Testing

@testable import CosterCommands
@testable import CosterOperations
@testable import CosterServer
@testable import ShopSimulator

@Suite("coster card", .timeLimit(.minutes(20)))
struct CardCommandTests {
    private static let account = "4111111111111111"

    @Test("an erased card pays nothing, its payment can be refunded, and its token comes again")
    func erase() async throws {
        try await RunningServer.lend { server in
            let shop = CardConnectTestShop(server: server)
            func tokenize() async throws -> String {
                let fields = [("account", Self.account), ("expiry", "1230")]
                let reply = try await shop.tokenize(CardConnectTestShop.object(fields))
                return try #require(reply.member("token"), "\(reply.text)")
            }
            func pay(_ token: String) async throws -> HTTPReply {
                try await shop.put(
                    "auth",
                    [
                        ("account", token), ("amount", "10.00"), ("expiry", "1230"),
                        ("capture", "Y"), ("orderid", newName()),
                    ])
            }
            let token = try await tokenize()
            let paid = try await pay(token)
            let retref = try #require(paid.member("retref"), "\(paid.text)")
            let erase = ["card", "erase", "sandbox", token, "--data", server.folder]
            #expect(
                try await expect(0, erase).output == "Erased the card with the token \(token).\n")
            let refused = try await expect(65, erase)
            #expect(refused.errors.contains("refused: card-unknown: "), "\(refused.errors)")
            let unknown = try await pay(token)
            #expect(unknown.member("respcode") == "98", "\(unknown.text)")
            let voided = try await shop.put("void", [("retref", retref)])
            #expect(voided.member("respstat") == "A", "\(voided.text)")
            let acts = try await expect(0, ["audit-log", "--data", server.folder])
            #expect(acts.output.contains("card-erased\tsandbox \(token)\tdone"))
            #expect(try await tokenize() == token)
            #expect(try await pay(token).member("respstat") == "A")
            try await expect(0, ["audit", "--data", server.folder])
        }
    }
}
