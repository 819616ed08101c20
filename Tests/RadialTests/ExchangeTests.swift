import DialectKit
import GoldenExchanges
import PaymentDomain
import Testing

@testable import Radial

@Suite("A golden exchange", .timeLimit(.minutes(5)))
struct ExchangeTests {
    private let dialect = RadialDialect()

    @Test("gives the command and the reply, byte for byte", arguments: GoldenExchange.all)
    func exchange(_ file: GoldenExchange) throws {
        let request = try #require(file.dialectRequest(dialect), "no route fits")
        let words: String
        let reply: DialectReply
        switch dialect.decode(request) {
        case .reply(let fault):
            words = "none"
            reply = fault
            #expect(file.result == "none")
        case .question, .answer, .proof:
            Issue.record("a question")
            return
        case .command(let command, let name, let credential, let exchange):
            let asked = name.askedAs.map { "\nasked as \($0)" } ?? ""
            words = """
                key=\(name.repetition.value ?? "none")\(asked)
                \(RadialTests.words(command))
                """
            #expect(credential == nil)
            let order = exchange.context?.orderID ?? ""
            let result = try #require(ScriptedResults.named(file.result, order: order))
            reply = dialect.encode(result, for: exchange)
        }
        guard GoldenExchange.isRecording else {
            #expect(words == file.command)
            #expect(reply.written == file.reply)
            return
        }
        try file.record(command: words, reply: reply)
    }

    @Test("exists for every operation and carries its credential in the head")
    func operations() throws {
        var seen: Set<String> = []
        for file in GoldenExchange.all {
            let request = try #require(file.dialectRequest(dialect))
            seen.insert(request.head.route.operation)
            guard case .head(let credential) = dialect.credential(in: request.head) else {
                Issue.record("no credential in \(file.name)")
                continue
            }
            #expect(credential.identity == "SANDBOX")
            #expect(credential.secret == "sandbox-radial")
        }
        #expect(seen == Set(RadialOperation.allCases.map(\.rawValue)))
    }

    @Test(
        "answers with a status of 2xx only if the operation was carried out",
        arguments: GoldenExchange.all)
    func status(_ file: GoldenExchange) {
        let isFault = file.replyBody.contains("<Fault ")
        #expect(isFault != file.reply.hasPrefix("HTTP 200\n"))
    }

    @Test(
        "shows a whole card number only to a merchant that opens its own token",
        arguments: GoldenExchange.all)
    func noCardData(_ file: GoldenExchange) {
        guard !file.replyBody.contains("<DecryptBlobReply") else { return }
        for secret in ["4111111111111111", "378282246310005", "5204242750270044", "AgAAAAAABk4"] {
            #expect(!file.reply.contains(secret))
        }
    }
}
