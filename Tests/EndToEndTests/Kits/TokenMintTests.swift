import MerchantStorage
import StrictCoding
import AppleSimulator
import ApplePayToken
import CardVault
import Crypto
import DialectKit
import Foundation
import PaymentDomain
import SeededRandom
import PaymentStorage
import Testing

@testable import CosterServer

@Suite("The sandbox's tokens for Apple's iOS simulator", .timeLimit(.minutes(20)))
struct TokenMintTests {
    private static let good = MintRefusalRow.good

    @Test("a request names an amount, a currency and a merchant, and perhaps applicationData")
    func order() throws {
        let order = try TokenMintOrder(Array(Self.good.utf8))
        #expect(order.amount == (try dollars("14.99")))
        #expect(order.merchant == "merchant.coster.sandbox")
        #expect(order.applicationData == Array(SHA256.hash(data: Data("order 7".utf8))))
        let short = Self.good.replacing(#""applicationData":"b3JkZXIgNw==","#, with: "")
        #expect(try TokenMintOrder(Array(short.utf8)).applicationData == nil)
    }

    @Test("a token is the outer one, for the amount and the applicationData that were asked for")
    func token() async throws {
        try await TemporaryFolder.lend { folder in
            let reply = Self.reply(to: Self.good, folder.path)
            #expect(reply.status == 200 && reply.headers["Cache-Control"] == "no-store")
            let outer = try #require(try JSONValue(reading: reply.body).object)
            #expect(outer["paymentMethod"]?.object?["network"]?.text == "Visa")
            let header = outer["paymentData"]?.object?["header"]?.object
            let digest = SHA256.hash(data: Data("order 7".utf8))
                .map { String(format: "%02x", $0) }.joined()
            #expect(header?["applicationData"]?.text == digest)
        }
    }

    @Test("only a sandbox has the path; any server has the relay's")
    func onlySandbox() async throws {
        try await TemporaryFolder.lend { folder in
            let keys = try VaultKeys.bootstrap(
                master: MasterKey.made(), existing: [], at: presentTime())
            let directory = MerchantDirectory(
                MerchantRecords(), vault: CardVault(keys: keys.keys),
                options: MerchantOptions(allowsRefundBeyondCapture: false))
            func paths(_ isSandbox: Bool) -> [String] {
                Server.appDialects(
                    CurrentDirectory(directory), isSandbox: isSandbox, data: folder.path
                ).flatMap(\.routes).map { "\($0.method) \($0.path)" }
            }
            let relay = ["POST /relay/instamed", "POST /relay/radial"]
            #expect(paths(false) == relay)
            #expect(paths(true) == relay + ["POST /sandbox/apple-pay/token"])
        }
    }

    @Test("random damage to a request never traps, and what is read keeps the limits")
    func damage() {
        var generator = SeededGenerator.printed()
        let seed = generator.seed
        let pieces = ["\"", "{", "[", "\\u0000", ",", "null", "99", "é", "=", "\u{0}"]
            .map { Array($0.utf8) }
        var readable = 0
        for _ in 0..<20_000 {
            let bytes = generator.damaged(Array(Self.good.utf8), with: pieces)
            guard let order = try? TokenMintOrder(bytes) else { continue }
            readable += 1
            #expect(order.amount.minorUnits >= 0, "seed \(seed)")
            #expect(order.merchant.utf8.count <= TokenMintLimits.json.valueBytes, "seed \(seed)")
            #expect(order.applicationData.map { $0.count == 32 } ?? true, "seed \(seed)")
        }
        #expect(readable > 0, "seed \(seed)")
    }

    private static func reply(to body: String, _ folder: String) -> DialectReply {
        let mint = TokenMint(data: folder)
        let head = RequestHead(
            route: mint.routes[0], parameters: [:], query: "", headers: [],
            receivedAt: presentTime())
        switch mint.decode(DialectRequest(head: head, body: Array(body.utf8))) {
        case .reply(let reply): return reply
        case .question, .answer, .proof:
            return DialectReply(status: 500, contentType: "", body: [], outcomeCode: "question")
        }
    }
}
