import DialectKit
import GoldenExchanges
import Testing

@testable import InstaMed

@Suite("A golden exchange with InstaMed", .timeLimit(.minutes(5)))
struct ExchangeTests {
    @Test("gives the command and the reply, byte for byte", arguments: GoldenExchange.all)
    func exchange(_ file: GoldenExchange) throws {
        let (command, reply) = try #require(file.run(), "the result does not fit the request")
        guard GoldenExchange.isRecording else {
            #expect(command == file.command)
            #expect(reply.written == file.reply)
            return
        }
        try file.record(command: command, reply: reply)
    }

    @Test("exists for every action, done and not done", arguments: InstaMedAction.allCases)
    func actions(_ action: InstaMedAction) {
        let seen = GoldenExchange.all.filter {
            let decoded = Samples.dialect.decode($0.dialectRequest)
            return decoded.commanded?.exchange.action == action
        }.map(\.result)
        #expect(seen.contains("done") && seen.contains { $0 != "done" })
    }

    @Test("shows no card number and no security code", arguments: GoldenExchange.all)
    func noCardData(_ file: GoldenExchange) {
        for secret in ["4111111111111111", "=987", "QIoR"] {
            #expect(!file.reply.contains(secret))
        }
    }

    @Test("has one form that can be read in one way only", arguments: GoldenExchange.all)
    func form(_ file: GoldenExchange) {
        #expect(StrictForm(Array(file.replyBody.utf8)) != nil)
    }

    @Test("is an error, or has a status, never both", arguments: GoldenExchange.all)
    func errorOrStatus(_ file: GoldenExchange) throws {
        let form = try #require(StrictForm(Array(file.replyBody.utf8)))
        if form["errorCode"] != nil {
            #expect(form["transactionStatus"] == nil && form["responseCode"] == nil)
            #expect(form.names.starts(with: ["errorCode", "errorMessage"]))
        } else {
            #expect(form["transactionStatus"] != nil || form.names == ["applePayTokenID"])
        }
    }
}
