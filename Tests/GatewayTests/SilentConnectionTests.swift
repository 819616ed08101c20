import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import Gateway

@Suite("Connections without a request make room for others", .timeLimit(.minutes(5)))
struct SilentConnectionTests {
    @Test("silent connections, however many, keep nobody out")
    func silentMakeRoom() async throws {
        try await RunningGateway.run(configure: {
            $0.maximumConnections = 2
            $0.spareConnections = 1
        }) { running in
            try await RawClient.with(port: running.port) { _ in
                try await RawClient.with(port: running.port) { _ in
                    try await RawClient.with(port: running.port) { (_) async throws in
                        for order in ["a-1", "a-2", "a-3"] {
                            #expect(try await running.ask(HTTPWords(body: order)).status == 200)
                        }
                    }
                }
            }
            #expect(running.house.asked == ["a-1", "a-2", "a-3"])
        }
    }

    @Test("a connection with a request in progress is never closed for another")
    func inProgressStays() async throws {
        let house = StubBackend()
        house.door.shut()
        try await RunningGateway.run(
            house: house,
            configure: {
                $0.maximumConnections = 2
                $0.spareConnections = 0
            }
        ) { running in
            try await RawClient.with(port: running.port) { oldest in
                try await oldest.send(HTTPWords(body: "a-1").text)
                await house.door.waitUntilWaiting(1)
                try await RawClient.with(port: running.port) { silent in
                    let closed = "coster_connections_silent_closed_total"
                    while try await running.metric(closed) == 0 {}
                    #expect(await silent.untilClosed() == "")
                }
                house.door.open()
                #expect(try await oldest.answer().body.hasPrefix("a-1"))
            }
        }
    }

    @Test("of one address, so many connections may be without a first request; the oldest goes")
    func perAddress() async throws {
        try await RunningGateway.run(configure: { $0.newConnectionsPerAddress = 2 }) { running in
            try await RawClient.with(port: running.port) { served in
                try await served.send(HTTPWords(body: "a-1").text)
                #expect(try await served.answer().status == 200)
                try await RawClient.with(port: running.port) { oldest in
                    // It has no reply until it counts as a connection.
                    try await oldest.send("POST ")
                    while try await running.metric("coster_connections_open") != 3 {}
                    try await RawClient.with(port: running.port) { _ in
                        try await RawClient.with(port: running.port) { _ in
                            #expect(await oldest.untilClosed() == "")
                        }
                    }
                }
                try await served.send(HTTPWords(body: "a-2").text)
                #expect(try await served.answer().status == 200, "it has sent a request before")
            }
        }
    }

    @Test("the head of the first request must be complete in its time, byte by byte or not at all")
    func firstRequest() async throws {
        try await RunningGateway.run(configure: {
            $0.firstRequestTimeout = .milliseconds(50)
        }) { running in
            for start in ["", "POST /parrot/green/say/hello.xml HTTP/1.1\r\nHost: test\r\n"] {
                try await RawClient.with(port: running.port) { client in
                    try await client.send(start)
                    #expect(await client.untilClosed() == "")
                }
            }
        }
    }

    @Test("a connection that has sent a request may be idle for longer than that")
    func laterRequests() throws {
        let channel = EmbeddedChannel(
            handler: ConnectionGuard(
                connections: ConnectionCounts(kept: 1, spare: 0), firstRequestTime: .seconds(10)))
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 443)).wait()
        channel.embeddedEventLoop.advanceTime(by: .seconds(9))
        let head = HTTPRequestHead(
            version: .http1_1, method: .GET, uri: "/", headers: ["host": "test"])
        try channel.writeInbound(HTTPServerRequestPart.head(head))
        channel.embeddedEventLoop.advanceTime(by: .seconds(100))
        #expect(channel.isActive)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test(
        "addresses are one client's if they are equal, or of one IPv6 network of 64 bits",
        arguments: [
            ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
            ("192.0.2.1", "::ffff:192.0.2.1", true),
            ("::ffff:192.0.2.1", "::ffff:192.0.2.2", false),
            ("2001:db8::1", "2001:db8::2", true), ("2001:db8::1", "2001:db8:0:1::1", false),
        ])
    func addresses(one: String, other: String, areEqual: Bool) throws {
        let addresses = try [one, other].map {
            ClientAddress(try SocketAddress(ipAddress: $0, port: 443))
        }
        #expect((addresses[0] == addresses[1]) == areEqual)
    }
}
