import PaymentDomain
import SeededRandom
import Testing

@testable import WorldpayLine

@Suite("Damaged replies", .timeLimit(.minutes(5)))
struct ReplyFuzzTests {
    private static let pieces = [
        "<", ">", "&", "<response>000</response>", "</response>", "<!DOCTYPE a>", "&a;", "\u{0}",
        "<cnpTxnId>", "xmlns=''", "<approvedAmount>99999999999999999999</approvedAmount>",
        "response='1'", "-1",
    ].map { Array($0.utf8) }

    @Test(
        "never trap, and are never an approval of more than was asked for",
        arguments: ["approved", "approved-in-part", "approved-unknown-fields", "found"])
    func damage(_ name: String) throws {
        var generator = SeededGenerator.printed()
        let seed = generator.seed
        let good = Array(try Samples.file("Replies/\(name).xml").utf8)
        let request = try message(name)
        var readable = 0
        for _ in 0..<20_000 {
            let bytes = generator.damaged(good, with: Self.pieces)
            guard case .transaction(let answer) = try? CNPReply.read(bytes, to: request) else {
                continue
            }
            readable += 1
            guard let verdict = AcquirerAnswer(answer, to: try Samples.authorization()) else {
                continue
            }
            guard case .approved(let approval) = verdict else { continue }
            #expect(approval.amount.minorUnits <= 1_499, "seed \(seed)")
        }
        #expect(readable > 0, "seed \(seed)")
    }

    @Test("of every shorter length are no answer")
    func cut() throws {
        let good = Array(try Samples.file("Replies/approved.xml").trimmingSuffix.utf8)
        let request = try message("approved")
        for length in 0..<good.count {
            #expect(throws: CNPReplyError.self) {
                try CNPReply.read(Array(good[..<length]), to: request)
            }
        }
    }

    private func message(_ name: String) throws -> CNPRequest {
        let account = try #require(Samples.account)
        guard name == "found" else {
            return CNPRequest(authorization: try Samples.authorization(), by: account)
        }
        return CNPRequest(
            query: Samples.authorizationID, .authorization,
            for: try Samples.advice(.reversal, reference: nil), by: account)
    }
}

extension String {
    /// Without line ends behind the document.
    fileprivate var trimmingSuffix: String {
        var text = self
        while text.last == "\n" { text.removeLast() }
        return text
    }
}
