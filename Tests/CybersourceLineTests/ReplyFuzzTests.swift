import AcquirerKit
import LineContract
import PaymentDomain
import PaymentEngine
import SeededRandom
import Testing

@testable import CybersourceLine

@Suite("Cybersource's replies, damaged", .timeLimit(.minutes(5)))
struct ReplyFuzzTests {
    private static let pieces = [
        "{", "}", "[", "\"", "\\", "\u{0}", "null", "\"status\":\"AUTHORIZED\",",
        "\"id\":\"1\",", "\"authorizedAmount\":\"99999999999999999999\",",
        "\"authorizedAmount\":\"15.00\",", "\"code\":\"\",", "-1", "1e9",
    ].map { Array($0.utf8) }

    @Test(
        "never trap, and are never an approval of more than was asked for",
        arguments: ["authorized", "authorized-in-part", "declined-account", "invalid-request"])
    func damage(_ name: String) async throws {
        var generator = SeededGenerator.printed()
        let seed = generator.seed
        let good = Array(try Samples.file("Replies/\(name).json").utf8)
        let request = try Samples.authorization()
        var readable = 0
        for _ in 0..<20_000 {
            let bytes = generator.damaged(good, with: Self.pieces)
            guard let reply = try? CybersourceReply(reading: bytes) else { continue }
            readable += 1
            guard case .approved(let approval)? = AcquirerAnswer(success: reply, to: request)
            else { continue }
            #expect(approval.amount.minorUnits <= 1_499, "seed \(seed)")
        }
        #expect(readable > 0, "seed \(seed)")
    }

    @Test("of every shorter length are no answer")
    func cut() throws {
        let text = try Samples.file("Replies/authorized.json")
        let good = Array(text.utf8.dropLast())
        for length in 0..<good.count {
            #expect(throws: CybersourceReplyError.self) {
                try CybersourceReply(reading: Array(good[..<length]))
            }
        }
    }
}
