import NIOCore
import NIOPosix
import Synchronization
import Testing

/// A request as it goes over the wire.
struct HTTPWords: Sendable {
    var method = "POST"
    var path = "/parrot/green/say/hello.xml"
    var headers = ["apikey: \(StubBackend.secret)"]
    var body = ""

    var text: String {
        var lines = ["\(method) \(path) HTTP/1.1", "Host: test"] + headers
        if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
    }

    static func get(_ path: String) -> HTTPWords {
        HTTPWords(method: "GET", path: path, headers: [])
    }
}

/// A reply as it came over the wire.
struct HTTPAnswer: Sendable {
    let status: Int
    let headers: [String: String]
    let body: String
}

/// A client that sends what it is told, right or wrong, and reads what comes.
final class RawClient {
    enum Failure: Error {
        case closed
        case notHTTP
        /// For ``limit``, nothing came.
        case silence
    }

    /// How long it waits for the server, however slow the machine is.
    private static let limit = TimeAmount.seconds(120)

    private let channel: any Channel
    private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var unread = ""

    private init(
        _ channel: any Channel, _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>,
        _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) {
        self.channel = channel
        self.inbound = inbound.makeAsyncIterator()
        self.outbound = outbound
    }

    /// Opens a connection around a body.
    static func with<Value: Sendable>(
        port: Int, _ body: (RawClient) async throws -> Value
    ) async throws -> Value {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel,
                        configuration: .init(isOutboundHalfClosureEnabled: true))
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await body(RawClient(channel.channel, inbound, outbound))
        }
    }

    func send(_ text: String) async throws {
        try await outbound.write(ByteBuffer(string: text))
    }

    /// Says that nothing more will be sent; replies can still come.
    func finishSending() {
        outbound.finish()
    }

    /// The next reply.
    func answer(toHead: Bool = false) async throws -> HTTPAnswer {
        while !unread.contains("\r\n\r\n") { try await readMore() }
        guard let end = unread.firstRange(of: "\r\n\r\n") else { throw Failure.notHTTP }
        let lines = unread[..<end.lowerBound].split(separator: "\r\n")
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { throw Failure.notHTTP }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { throw Failure.notHTTP }
            headers[line[..<colon].lowercased()] = String(
                line[line.index(after: colon)...].drop { $0 == " " })
        }
        unread = String(unread[end.upperBound...])
        let length = toHead ? 0 : headers["content-length"].flatMap { Int($0) } ?? 0
        while unread.utf8.count < length { try await readMore() }
        let body = String(decoding: unread.utf8.prefix(length), as: UTF8.self)
        unread = String(decoding: unread.utf8.dropFirst(length), as: UTF8.self)
        return HTTPAnswer(status: status, headers: headers, body: body)
    }

    /// Everything until the server closes the connection.
    func untilClosed() async -> String {
        while true {
            do {
                try await readMore()
            } catch Failure.silence {
                Issue.record("The server did not close the connection. Read so far: \(unread)")
                return unread
            } catch {
                // A reset is an end like any other here.
                return unread
            }
        }
    }

    private func readMore() async throws {
        let isOver = Atomic(false)
        let end = channel.eventLoop.scheduleTask(in: RawClient.limit) { [channel] in
            isOver.store(true, ordering: .sequentiallyConsistent)
            channel.close(promise: nil)
        }
        defer { end.cancel() }
        guard let buffer = try await inbound.next(isolation: #isolation) else {
            let isSilent = isOver.load(ordering: .sequentiallyConsistent)
            throw isSilent ? Failure.silence : Failure.closed
        }
        unread += String(buffer: buffer)
    }
}
