import Logging
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import Gateway

@Suite("Refused requests in the log", .timeLimit(.minutes(5)))
struct RefusalLogTests {
    private static func lines(_ log: RecordedLog) -> [String] {
        log.all.filter { $0.message == "requests refused" }.map { line in
            ["protocol", "outcome", "count"].map { line.metadata[$0] ?? "" }
                .joined(separator: " ")
        }
    }

    @Test("are one line a second for each protocol and outcome, with their number")
    func onePerSecond() {
        let log = RecordedLog()
        let loop = EmbeddedEventLoop()
        let refusals = RefusalLog(logger: log.logger)
        for _ in 0..<1_000 {
            refusals.count(dialect: "radial", outcome: "unauthorized", on: loop)
        }
        refusals.count(dialect: "radial", outcome: "malformed", on: loop)
        refusals.count(dialect: "none", outcome: "not-found", on: loop)
        #expect(Self.lines(log).isEmpty)
        loop.advanceTime(by: .seconds(1))
        let first = ["none not-found 1", "radial malformed 1", "radial unauthorized 1000"]
        #expect(Self.lines(log) == first)
        loop.advanceTime(by: .seconds(60))
        #expect(Self.lines(log) == first, "a second without any has no line")
        refusals.count(dialect: "none", outcome: "not-found", on: loop)
        loop.advanceTime(by: .seconds(1))
        #expect(Self.lines(log) == first + ["none not-found 1"])
    }

    @Test("have no lines of their own, and none is lost when the server stops")
    func noOwnLines() async throws {
        let logs = Mutex<[RecordedLog]>([])
        try await RunningGateway.run { running in
            logs.withLock { $0.append(running.log) }
            _ = try await running.ask(HTTPWords(body: "a-1"))
            // Whoever proved a secret can look its request up, also a malformed one.
            _ = try await running.ask(HTTPWords(body: "squawk"))
            for _ in 0..<3 {
                _ = try await running.ask(HTTPWords(headers: []))
                _ = try await running.ask(
                    HTTPWords(path: "/parrot/inside", headers: [], body: "squawk"))
                _ = try await running.ask(HTTPWords.get("/nowhere"))
            }
            #expect(
                running.log.requests.compactMap { $0.metadata["outcome"] } == [
                    "funds-available", "malformed",
                ])
        }
        let log = try #require(logs.withLock { $0.first })
        var counts: [String: Int] = [:]
        for line in log.all where line.message == "requests refused" {
            #expect(line.level == .info)
            counts[line.metadata["outcome"] ?? "", default: 0] +=
                Int(line.metadata["count"] ?? "") ?? 0
        }
        #expect(counts == ["unauthorized": 3, "malformed": 3, "not-found": 3])
    }
}

@Suite("The network of a client", .timeLimit(.minutes(5)))
struct ClientAddressTests {
    @Test(
        "is an IPv4 address, or the first half of an IPv6 address",
        arguments: [
            ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true),
            ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
            ("192.0.2.1", "::ffff:192.0.2.1", true),
            ("::ffff:192.0.2.1", "::ffff:192.0.2.2", false), ("::1", "127.0.0.1", false),
        ])
    func networks(one: String, other: String, isSame: Bool) throws {
        let addresses = try [one, other].enumerated().map { port, text in
            ClientAddress(try SocketAddress(ipAddress: text, port: port + 1))
        }
        #expect((addresses[0] == addresses[1]) == isSame)
        #expect(ClientAddress(nil) != addresses[0])
    }
}
