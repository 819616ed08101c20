import DialectKit
import Testing

@testable import InstaMed

@Suite("A golden exchange with InstaMed")
struct ExchangeTests {
    @Test("gives the command and the reply, byte for byte", arguments: ExchangeFile.all)
    func exchange(_ file: ExchangeFile) throws {
        let (command, reply) = try #require(file.run(), "the result does not fit the request")
        guard ExchangeFile.isRecording else {
            #expect(command == file.command)
            #expect(written(reply) == file.reply)
            return
        }
        try file.record(command: command, reply: written(reply))
    }

    @Test("exists for every action, done and not done", arguments: InstaMedAction.allCases)
    func actions(_ action: InstaMedAction) {
        let seen = ExchangeFile.all.filter {
            let decoded = Samples.dialect.decode($0.dialectRequest)
            return decoded.commanded?.exchange.action == action
        }.map(\.result)
        #expect(seen.contains("done") && seen.contains { $0 != "done" })
    }

    @Test("shows no card number and no security code", arguments: ExchangeFile.all)
    func noCardData(_ file: ExchangeFile) {
        for secret in ["4111111111111111", "=987", "QIoR"] {
            #expect(!file.reply.contains(secret))
        }
    }

    @Test("has one form that can be read in one way only", arguments: ExchangeFile.all)
    func form(_ file: ExchangeFile) {
        #expect(StrictForm(Array(file.replyBody.utf8)) != nil)
    }

    @Test("is an error, or tells a status, never both", arguments: ExchangeFile.all)
    func errorOrStatus(_ file: ExchangeFile) throws {
        let form = try #require(StrictForm(Array(file.replyBody.utf8)))
        if form["errorCode"] != nil {
            #expect(form["transactionStatus"] == nil && form["responseCode"] == nil)
            #expect(form.names.starts(with: ["errorCode", "errorMessage"]))
        } else {
            #expect(form["transactionStatus"] != nil || form.names == ["applePayTokenID"])
        }
    }
}
