import DialectKit
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import Gateway

/// A connection without a socket, whose time and buffers a test moves.
private struct HeldConnection {
    /// Closes one side as a socket does, which the channel of a test cannot.
    private final class Socket: ChannelOutboundHandler {
        typealias OutboundIn = Any

        func close(
            context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?
        ) {
            if mode == .all { context.close(promise: promise) } else { promise?.succeed() }
        }
    }

    let channel: EmbeddedChannel

    init(_ handler: any ChannelHandler) throws {
        channel = EmbeddedChannel(handlers: [Socket(), handler])
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 443)).wait()
    }

    var isOpen: Bool { channel.isActive }

    func sends(_ head: HTTPRequestHead) throws {
        try channel.writeInbound(HTTPServerRequestPart.head(head))
        try channel.writeInbound(HTTPServerRequestPart.end(nil))
    }

    func isSent(bytes: Int) {
        channel.write(ByteBuffer(repeating: 0, count: bytes), promise: nil)
    }
    func takesAll() { channel.flush() }

    func fillBuffers() { set(isWritable: false) }
    func drainBuffers() { set(isWritable: true) }

    func saysGoodbye() { channel.close(mode: .output, promise: nil) }

    func wait(seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }

    func end() throws { _ = try channel.finish(acceptAlreadyClosed: true) }

    private func set(isWritable: Bool) {
        channel.isWritable = isWritable
        channel.pipeline.fireChannelWritabilityChanged()
    }
}

@Suite("A client that neither reads nor goes loses its connection", .timeLimit(.minutes(5)))
struct LingerTests {
    @Test("when its unread replies have filled the buffers for the limit's time")
    func unread() throws {
        let connection = try HeldConnection(SlowReaderTimeout(time: .seconds(15)))
        connection.wait(seconds: 100)
        connection.fillBuffers()
        connection.wait(seconds: 14)
        #expect(connection.isOpen)
        connection.wait(seconds: 1)
        #expect(!connection.isOpen)
        try connection.end()
    }

    @Test("but not when it reads again in time, as often as it likes")
    func readsAgain() throws {
        let connection = try HeldConnection(SlowReaderTimeout(time: .seconds(15)))
        for _ in 0..<3 {
            connection.fillBuffers()
            connection.wait(seconds: 14)
            connection.drainBuffers()
            connection.wait(seconds: 100)
            #expect(connection.isOpen)
        }
        connection.fillBuffers()
        connection.wait(seconds: 15)
        #expect(!connection.isOpen)
        try connection.end()
    }

    @Test("but not while it takes some of a long reply in each such time")
    func slow() throws {
        let connection = try HeldConnection(SlowReaderTimeout(time: .seconds(15)))
        connection.isSent(bytes: 100_000)
        connection.fillBuffers()
        connection.wait(seconds: 14)
        connection.takesAll()
        connection.wait(seconds: 15)
        #expect(connection.isOpen)
        connection.wait(seconds: 1)
        #expect(!connection.isOpen)
        try connection.end()
    }

    @Test("when it stays after the last reply, whether it reads that or not")
    func staysOn() throws {
        let connection = try HeldConnection(SlowReaderTimeout(time: .seconds(15)))
        connection.saysGoodbye()
        connection.wait(seconds: 10)
        connection.fillBuffers()
        connection.drainBuffers()
        connection.wait(seconds: 4)
        #expect(connection.isOpen)
        connection.wait(seconds: 1)
        #expect(!connection.isOpen)
        try connection.end()
    }

    @Test("at once when it is refused for want of room, and leaves refusals unread")
    func refusedWithoutReading() throws {
        let full = Admission(working: 1, waiting: 0)
        full.admit()
        let connection = try HeldConnection(
            LoadShedder(
                admission: full, discardLimit: 0, isAlwaysAnswered: { _ in false },
                refusal: { _ in DialectReply.text(503, "full\n", outcomeCode: "overloaded") }))
        let request = HTTPRequestHead(
            version: .http1_1, method: .POST, uri: "/parrot", headers: ["host": "test"])
        try connection.sends(request)
        #expect(connection.isOpen)
        connection.fillBuffers()
        try connection.sends(request)
        #expect(!connection.isOpen)
        #expect(full.turnedAway == 2)
        try connection.end()
    }

    @Test("on a socket, on which it sends requests and reads nothing", .timeLimit(.minutes(20)))
    func pipelinesWithoutReading() async throws {
        try await impatient { (running, client) async throws in
            let requests = String(repeating: HTTPWords.get("/metrics").text, count: 64)
            // Nothing takes what it sends any more until the server has hung up.
            while (try? await client.send(requests)) != nil {}
            #expect(try await running.ask(.get("/health/live")).status == 200)
        }
    }

    @Test(
        "on a socket, on which it asks for the end and for more in one breath",
        .timeLimit(.minutes(20)))
    func asksBehindTheEnd() async throws {
        try await impatient { (running, client) async throws in
            var last = HTTPWords(body: "a-1")
            last.headers.append("Connection: close")
            try await client.send(last.text + HTTPWords(body: "a-2").text)
            #expect(try await client.answer().status == 200)
            // The one that asks.
            while try await running.metric("coster_connections_open") != 1 {}
            #expect(running.house.asked == ["a-1"])
        }
    }

    private func impatient(
        _ body: @Sendable (RunningGateway, RawClient) async throws -> Void
    ) async throws {
        try await RunningGateway.run(
            configure: { $0.lingerTimeout = .milliseconds(20) }
        ) { running in
            try await RawClient.with(port: running.port) { try await body(running, $0) }
        }
    }
}
