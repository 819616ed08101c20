import DialectKit
import PaymentDomain
import Testing

@testable import Vantiv

@Suite("A golden exchange with eProtect")
struct EProtectExchangeTests {
    private let dialect = EProtectDialect()

    private static let refusals: [String: PaymentRefusal] = [
        "store-unavailable": .storeUnavailable, "unsupported-card": .unsupportedCard,
        "stale-signing-time": token(.stale, "stale-signing-time", "Apple signed it too long ago."),
        "bad-signature": token(.badSignature, "bad-signature", "Apple did not sign this token."),
        "unknown-key": token(.unknownKey, "unknown-key", "The token is for another key."),
        "token-replayed": token(.replayed, "token-replayed", "This token was used before."),
    ]

    private static func token(
        _ kind: TokenRefusal.Kind, _ code: String, _ sentence: String
    ) -> PaymentRefusal {
        .token(TokenRefusal(kind: kind, code: code, sentence: sentence))
    }

    @Test("gives the command and the reply, byte for byte", arguments: EProtectExchangeFile.all)
    func exchange(_ file: EProtectExchangeFile) throws {
        let words: String
        let reply: DialectReply
        switch dialect.decode(file.dialectRequest) {
        case .reply(let answer):
            words = "none"
            reply = answer
            #expect(file.result == "none")
        case .command(let command, let name, let credential, let exchange):
            guard case .register(let register) = command else {
                Issue.record("another command")
                return
            }
            words = eProtectWords(register, name, credential)
            if file.result == "unauthorized" {
                reply = dialect.refuse(
                    .unauthorized, on: file.dialectRequest.head, exchange: exchange)
            } else if file.result == "registered" {
                reply = dialect.encode(EProtectSamples.registered(register), for: exchange)
            } else {
                let refusal = try #require(Self.refusals[file.result])
                reply = dialect.encode(.failure(refusal), for: exchange)
            }
        }
        guard EProtectExchangeFile.isRecording else {
            #expect(words == file.command)
            #expect(eProtectWritten(reply) == file.reply)
            return
        }
        try file.record(command: words, reply: eProtectWritten(reply))
    }

    @Test("exists for every path")
    func paths() {
        let seen = Set(EProtectExchangeFile.all.map { $0.dialectRequest.head.route })
        #expect(seen == Set(dialect.routes))
    }

    @Test("shows no card number and no security code", arguments: EProtectExchangeFile.all)
    func noCardData(_ file: EProtectExchangeFile) {
        for secret in ["4111111111111111", "\"987\"", "GcUsL3Zg"] {
            #expect(!file.reply.contains(secret))
        }
    }

    @Test("has the status 200, whatever eProtect says", arguments: EProtectExchangeFile.all)
    func status(_ file: EProtectExchangeFile) {
        #expect(file.reply.hasPrefix("HTTP 200\n"))
    }
}
