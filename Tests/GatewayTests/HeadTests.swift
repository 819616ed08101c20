import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import Gateway

/// A network that is asked for more.
private final class CountedReads: ChannelOutboundHandler {
    typealias OutboundIn = Any

    private(set) var count = 0

    func read(context: ChannelHandlerContext) {
        count += 1
        context.read()
    }
}

@Suite("A request's head is read in one way, or refused", .timeLimit(.minutes(5)))
struct HeadTests {
    /// A request in any form, with no field but these.
    private static func request(
        _ fields: [String], line: String = "GET /health/live HTTP/1.1", body: String = ""
    ) -> String {
        ([line] + fields).joined(separator: "\r\n") + "\r\n\r\n" + body
    }

    private static let said = "POST /parrot/green/say/hello.xml"
    private static let key = "apikey: \(StubBackend.secret)"

    @Test(
        "a missing or second Host is 400 in its turn, and nothing behind it is done",
        .timeLimit(.minutes(20)),
        arguments: [
            [], ["Host: a", "Host: a"], ["Host: a, a"], ["Host: a b"], ["Host: a\tb"],
        ])
    func badHost(fields: [String]) async throws {
        try await patient { running, client in
            try await client.send(
                HTTPWords(body: "a-1").text + HeadTests.request(fields)
                    + HTTPWords(body: "a-2").text)
            #expect(try await client.answer().status == 200)
            try await HeadTests.expectLast(400, client)
            #expect(running.house.asked == ["a-1"])
        }
    }

    @Test(
        "a Host in any of its forms is taken, and HTTP/1.0 needs none", .timeLimit(.minutes(20)),
        arguments: [
            ("1.1", ["Host: test"]), ("1.1", ["Host: A_b.example:8080"]), ("1.1", ["Host:"]),
            ("1.1", ["Host: [::1]"]), ("1.1", ["Host: [::1]:80 "]), ("1.1", ["host: 127.0.0.1:"]),
            ("1.0", []), ("1.0", ["Host: test"]), ("1.1", ["Host: test/eProtect/paypage"]),
            ("1.1", ["Host: a\u{e9}"]), ("1.1", ["Host: u@a:b"]), ("1.1", ["Host: [::1"]),
        ])
    func goodHost(version: String, fields: [String]) async throws {
        try await patient { _, client in
            try await client.send(
                HeadTests.request(fields, line: "GET /health/live HTTP/\(version)"))
            #expect(try await client.answer().status == 200)
        }
    }

    @Test("HTTP/1.0 has no second Host either", .timeLimit(.minutes(20)))
    func twoHostsInHTTP10() async throws {
        try await patient { _, client in
            try await client.send(
                HeadTests.request(["Host: a", "Host: b"], line: "GET /health/live HTTP/1.0"))
            try await HeadTests.expectLast(400, client)
        }
    }

    @Test(
        "a target that names the host of Host is answered, in any case of letters",
        .timeLimit(.minutes(20)), arguments: ["http://TEST", "https://test", "HTTP://Test"])
    func absoluteTarget(start: String) async throws {
        try await patient { running, client in
            var words = HTTPWords(body: "a-1")
            words.path = start + words.path
            try await client.send(words.text)
            #expect(try await client.answer().status == 200)
            #expect(running.house.asked == ["a-1"])
        }
    }

    @Test(
        "a target that names another host than Host, or a malformed one, is 400",
        .timeLimit(.minutes(20)),
        arguments: ["http://other", "http://test:80", "http://u@test", "http://", "http://te/st"])
    func otherTarget(start: String) async throws {
        try await patient { running, client in
            var words = HTTPWords(body: "a-1")
            words.path = start + words.path
            try await client.send(words.text)
            try await HeadTests.expectLast(400, client)
            #expect(running.house.origins.isEmpty)
        }
    }

    @Test("without a Host, the target's host is one")
    func targetIsHost() {
        let head = HTTPRequestHead(
            version: .http1_0, method: .POST, uri: "http://shop.example:80/parrot?a=http://b")
        #expect(head.normalized?.headers["host"] == ["shop.example:80"])
        let plain = HTTPRequestHead(version: .http1_0, method: .POST, uri: "/a?b=http://c")
        #expect(plain.normalized?.headers["host"] == [])
    }

    @Test(
        "a body in any coding but chunks is 400, and nothing of it is done",
        .timeLimit(.minutes(20)),
        arguments: ["gzip, chunked", "chunked, chunked", "identity, chunked", "chunked;a=b"])
    func codings(coding: String) async throws {
        try await patient { running, client in
            try await client.send(HeadTests.chunked("a-1", version: "1.1", coding))
            try await HeadTests.expectLast(400, client)
            #expect(running.house.origins.isEmpty)
        }
    }

    @Test(
        "chunks are taken; in HTTP/1.0 they are the last of a connection",
        .timeLimit(.minutes(20)))
    func chunks() async throws {
        try await patient { running, client in
            try await client.send(HeadTests.chunked("a-1", version: "1.1", "Chunked"))
            let first = try await client.answer()
            #expect(first.status == 200)
            #expect(first.headers["connection"] == nil)
            try await client.send(
                HeadTests.chunked("a-2", version: "1.0", "chunked") + HTTPWords(body: "a-3").text)
            try await HeadTests.expectLast(200, client)
            #expect(running.house.asked == ["a-1", "a-2"])
        }
    }

    @Test(
        "an offer of another protocol is passed over, and the reply is the connection's last",
        .timeLimit(.minutes(20)),
        arguments: [
            ("1.1", "Upgrade, HTTP2-Settings", "h2c"), ("1.1", "keep-alive,UPGRADE", "websocket"),
            ("1.0", "keep-alive, upgrade", "h2c"),
        ])
    func upgrade(version: String, connection: String, name: String) async throws {
        try await patient { running, client in
            var words = HTTPWords(body: "a-1")
            words.headers += [
                "Connection: \(connection)", "Upgrade: \(name)",
                "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA",
            ]
            let request = words.text.replacing("HTTP/1.1", with: "HTTP/\(version)")
            try await client.send(request + HTTPWords(body: "a-2").text)
            try await HeadTests.expectLast(200, client)
            #expect(running.house.asked == ["a-1"])
        }
    }

    @Test(
        "so it is if the offer's body comes late, or nothing reads it", .timeLimit(.minutes(20)))
    func upgradeWithLateBody() async throws {
        let cases: [(key: String, status: Int, asked: [String])] = [
            (HeadTests.key, 200, ["a-1"]), ("apikey: wrong", 401, []),
        ]
        for (key, status, asked) in cases {
            try await patient { running, client in
                let fields = [
                    "Host: test", key, "Connection: upgrade", "Upgrade: h2c", "Content-Length: 3",
                ]
                try await client.send(
                    HeadTests.request(fields, line: "\(HeadTests.said) HTTP/1.1"))
                try await client.send("a-1")
                try await HeadTests.expectLast(status, client)
                #expect(running.house.asked == asked)
            }
        }
    }

    @Test("an offer that no handler reads changes nothing", .timeLimit(.minutes(20)))
    func upgradeAlone() async throws {
        try await patient { running, client in
            for order in ["a-1", "a-2"] {
                var words = HTTPWords(body: order)
                words.headers.append("Upgrade: h2c")
                try await client.send(words.text)
                let answer = try await client.answer()
                #expect(answer.status == 200)
                #expect(answer.headers["connection"] == nil)
            }
        }
    }

    @Test("CONNECT is refused, and nothing behind it is done", .timeLimit(.minutes(20)))
    func connect() async throws {
        try await patient { running, client in
            let head = HeadTests.request(["Host: test:443"], line: "CONNECT test:443 HTTP/1.1")
            try await client.send(head + HTTPWords(body: "a-1").text)
            try await HeadTests.expectLast(404, client)
            #expect(running.house.origins.isEmpty)
        }
    }

    @Test("behind an offer nothing more is read, so that it is not kept in memory either")
    func readsNoMore() throws {
        let network = CountedReads()
        let channel = EmbeddedChannel(handlers: [network, HeadTests.connectionGuard()])
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        let head = HTTPRequestHead(
            version: .http1_1, method: .POST, uri: "/parrot",
            headers: ["host": "test", "connection": "upgrade", "upgrade": "h2c"])
        try channel.writeInbound(HTTPServerRequestPart.head(head))
        channel.read()
        #expect(network.count == 1, "its own body is read")
        try channel.writeInbound(HTTPServerRequestPart.end(nil))
        channel.read()
        #expect(network.count == 1)
    }

    private static func connectionGuard() -> ConnectionGuard {
        ConnectionGuard(
            connections: ConnectionCounts(kept: 1, spare: 0), firstRequestTime: .seconds(600))
    }

    private static func chunked(_ text: String, version: String, _ coding: String) -> String {
        request(
            ["Host: test", key, "Connection: keep-alive", "Transfer-Encoding: \(coding)"],
            line: "\(said) HTTP/\(version)",
            body: "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n0\r\n\r\n")
    }

    private static func expectLast(
        _ status: Int, _ client: RawClient, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let answer = try await client.answer()
        #expect(answer.status == status, sourceLocation: sourceLocation)
        #expect(answer.headers["connection"] == "close", sourceLocation: sourceLocation)
        #expect(await client.untilClosed().isEmpty, sourceLocation: sourceLocation)
    }

    /// A connection that does not end because nothing happens on it.
    private func patient(
        _ body: @Sendable (RunningGateway, RawClient) async throws -> Void
    ) async throws {
        try await RunningGateway.run(configure: { $0.idleTimeout = .seconds(3600) }) { running in
            try await RawClient.with(port: running.port) { try await body(running, $0) }
        }
    }
}
