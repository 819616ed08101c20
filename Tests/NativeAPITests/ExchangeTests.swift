import DialectKit
import GoldenExchanges
import Testing

@testable import NativeAPI

@Suite("A golden exchange of the JSON API", .timeLimit(.minutes(5)))
struct ExchangeTests {
    @Test("gives the command and the reply, byte for byte", arguments: GoldenExchange.all)
    func exchange(_ file: GoldenExchange) async throws {
        let request = try #require(file.dialectRequest, "no route fits")
        let (words, reply) = try #require(await file.run(request), "\(file.result)")
        guard GoldenExchange.isRecording else {
            #expect(words == file.command)
            #expect(reply.written == file.reply)
            return
        }
        try file.record(command: words, reply: reply)
    }

    @Test(
        "exists for every path but the description, for every refusal of the gateway, and for every status"
    )
    func whole() {
        let requests = GoldenExchange.all.compactMap(\.dialectRequest)
        #expect(
            Set(requests.map(\.head.route.operation))
                == Set(NativeOperation.allCases.map(\.rawValue)).subtracting(["openapi"]))
        let results = Set(GoldenExchange.all.map(\.result))
        #expect(results.isSuperset(of: GatewayRefusal.allCases.map(\.rawValue)))
        #expect(results.isSuperset(of: ScriptedResults.names))
        let statuses = Set(GoldenExchange.all.map { String($0.reply.prefix(8).suffix(3)) })
        #expect(
            statuses == [
                "200", "201", "202", "400", "401", "403", "404", "409", "413", "422", "429", "500",
                "503",
            ])
    }

    @Test("shows a card number only to who opens a token", arguments: GoldenExchange.all)
    func noCardData(_ file: GoldenExchange) {
        let isOpening = file.path == "/v1/tokens/decrypt" && file.result == "opened"
        #expect(file.reply.contains("4111" + "111111111111") == isOpening)
        #expect(!file.reply.contains("411111") || isOpening)
        #expect(!file.reply.contains("csk_"))
    }
}
