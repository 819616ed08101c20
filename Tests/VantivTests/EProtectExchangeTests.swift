import DialectKit
import GoldenExchanges
import PaymentDomain
import Testing

@testable import Vantiv

@Suite("A golden exchange with eProtect", .timeLimit(.minutes(5)))
struct EProtectExchangeTests {
    private let dialect = EProtectDialect()

    private static let refusals: [String: PaymentRefusal] = [
        "store-unavailable": .storeUnavailable, "unsupported-card": .unsupportedCard,
        "stale-signing-time": token(.stale, "stale-signing-time", "Apple signed it too long ago."),
        "bad-signature": token(.badSignature, "bad-signature", "Apple did not sign this token."),
        "unknown-key": token(.unknownKey, "unknown-key", "The token is for another key."),
        "token-replayed": token(
            .replayed, "token-replayed", "This token was used before. Look for its payment."),
    ]

    private static func token(
        _ kind: TokenRefusal.Kind, _ code: String, _ sentence: String
    ) -> PaymentRefusal {
        .token(TokenRefusal(kind: kind, code: code, sentence: sentence))
    }

    @Test("gives the command and the reply, byte for byte", arguments: GoldenExchange.eProtect)
    func exchange(_ file: GoldenExchange) throws {
        let words: String
        let reply: DialectReply
        switch dialect.decode(file.eProtectRequest) {
        case .reply(let answer):
            words = "none"
            reply = answer
            #expect(file.result == "none")
        case .question, .answer, .proof:
            Issue.record("a question")
            return
        case .command(let command, let name, let credential, let exchange):
            guard case .register(let register) = command else {
                Issue.record("another command")
                return
            }
            words = eProtectWords(register, name, credential)
            if file.result == "unauthorized" {
                reply = dialect.refuse(
                    .unauthorized, on: file.eProtectRequest.head, exchange: exchange)
            } else if file.result == "registered" {
                reply = dialect.encode(EProtectSamples.registered(register), for: exchange)
            } else {
                let refusal = try #require(Self.refusals[file.result])
                reply = dialect.encode(.failure(refusal), for: exchange)
            }
        }
        guard GoldenExchange.isRecording else {
            #expect(words == file.command)
            #expect(reply.written == file.reply)
            return
        }
        try file.record(command: words, reply: reply)
    }

    @Test("exists for every path")
    func paths() {
        let seen = Set(GoldenExchange.eProtect.map { $0.eProtectRequest.head.route })
        #expect(seen == Set(dialect.routes))
    }

    @Test("shows no card number and no security code", arguments: GoldenExchange.eProtect)
    func noCardData(_ file: GoldenExchange) {
        for secret in ["4111111111111111", "\"987\"", "GcUsL3Zg"] {
            #expect(!file.reply.contains(secret))
        }
    }

    @Test("has the status 200, whatever eProtect says", arguments: GoldenExchange.eProtect)
    func status(_ file: GoldenExchange) {
        #expect(file.reply.hasPrefix("HTTP 200\n"))
    }
}
