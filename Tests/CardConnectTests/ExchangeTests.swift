import StrictCoding
import DialectKit
import GoldenExchanges
import PaymentDomain
import Testing

@testable import CardConnect

@Suite("A golden exchange", .timeLimit(.minutes(5)))
struct ExchangeTests {
    @Test(
        "with CardSecure gives the command and the reply, byte for byte",
        arguments: GoldenExchange.ofCardSecure)
    func cardSecure(_ file: GoldenExchange) throws {
        try exchange(file, with: Samples.cardSecure)
    }

    @Test(
        "with the gateway gives the command and the reply, byte for byte",
        arguments: GoldenExchange.ofGateway)
    func gateway(_ file: GoldenExchange) throws {
        if file.name.contains("rpct") {
            try exchange(file, with: CardPointeDialect(isSandbox: true, processors: [:]))
        } else if file.name.contains("live") {
            try exchange(file, with: Samples.live)
        } else {
            try exchange(file, with: Samples.sandbox)
        }
    }

    private func exchange(_ file: GoldenExchange, with dialect: some Dialect) throws {
        let request = file.dialectRequest(dialect.routes)
        let words: String
        let reply: DialectReply
        switch dialect.decode(request) {
        case .reply(let answer):
            words = "none"
            reply = answer
            #expect(file.result == "none")
        case .question, .answer, .proof:
            Issue.record("a question")
            return
        case .command(let command, let name, let credential, let exchange):
            words = commandWords(command, name, credential)
            if file.result == "unauthorized" {
                reply = dialect.refuse(.unauthorized, on: request.head, exchange: exchange)
            } else {
                let result = try #require(
                    ScriptedResults.named(file.result, command, name), "\(file.result)")
                reply = dialect.encode(result, for: exchange)
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
        let secure = GoldenExchange.ofCardSecure.map {
            $0.dialectRequest(Samples.cardSecure.routes).head.route
        }
        let gateway = GoldenExchange.ofGateway.map {
            $0.dialectRequest(Samples.sandbox.routes).head.route
        }
        #expect(Set(secure) == Set(Samples.cardSecure.routes))
        let seen = Set(gateway.map(\.operation))
        #expect(seen == Set(Samples.sandbox.routes.map(\.operation)))
    }

    @Test("shows no card number and no security code", arguments: GoldenExchange.all)
    func noCardData(_ file: GoldenExchange) {
        for secret in [
            "4111111111111111", "4788250000121443", "\"987\"", "GcUsL3Zg", "testing123",
        ] {
            #expect(!file.reply.contains(secret))
        }
    }

    @Test("has texts only, but for what the server before the gateway says")
    func texts() throws {
        for file in GoldenExchange.ofGateway where file.reply.hasPrefix("HTTP 200\n") {
            let body = file.reply.components(separatedBy: "\n\n").dropFirst().joined()
            guard body.hasPrefix("{"), !file.name.contains("merchant") else { continue }
            let object = try #require(JSONValue(reading: Array(body.utf8)).object)
            for key in object.keys where key != "binInfo" && key != "receiptObj" {
                #expect(object[key]?.text != nil, "\(file.name) \(key)")
            }
            #expect(["respstat", "product", "errormsg"].contains { object[$0] != nil })
        }
    }
}
