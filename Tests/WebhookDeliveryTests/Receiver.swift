import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// An endpoint on this machine that answers by the request's path.
final class Receiver: Sendable {
    /// A request as it came.
    struct Request: Sendable {
        let line: String
        let headers: [String: String]
        let body: [UInt8]
    }

    private let requests = Mutex<[Request]>([])
    private let connections = Mutex(0)
    private let channel = Mutex<(any Channel)?>(nil)

    /// Listens on a free port.
    static func start(on host: String) async throws -> Receiver {
        let receiver = Receiver()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                receiver.connections.withLock { $0 += 1 }
                return channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.configureHTTPServerPipeline()
                    try pipeline.addHandler(ReceiverHandler(receiver))
                }
            }
            .bind(host: host, port: 0).get()
        receiver.channel.withLock { $0 = channel }
        return receiver
    }

    var port: Int { channel.withLock { $0?.localAddress?.port ?? 0 } }
    var received: [Request] { requests.withLock { $0 } }
    var connectionCount: Int { connections.withLock { $0 } }

    func stop() async throws {
        try await channel.withLock { $0 }?.close()
    }

    fileprivate func add(_ request: Request) { requests.withLock { $0.append(request) } }
}

private final class ReceiverHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let receiver: Receiver
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []

    init(_ receiver: Receiver) {
        self.receiver = receiver
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body(let part): body += Array(part.readableBytesView)
        case .end:
            guard let head else { return }
            let fields = head.headers.map { ($0.name.lowercased(), $0.value) }
            receiver.add(
                Receiver.Request(
                    line: "\(head.method) \(head.uri)",
                    headers: Dictionary(fields) { first, _ in first }, body: body))
            answer(head.uri, context)
        }
    }

    private func answer(_ path: String, _ context: ChannelHandlerContext) {
        switch path {
        case "/hang": return
        case "/cut": context.close(promise: nil)
        case "/redirect": reply(302, ["Location": "http://127.0.0.1:1/"], 0, context)
        case "/gone": reply(410, [:], 0, context)
        case "/busy": reply(429, ["Retry-After": "600"], 0, context)
        case "/date": reply(503, ["Retry-After": "Fri, 31 Dec 2049 23:59:59 GMT"], 0, context)
        case "/64k": reply(200, [:], 65_536, context)
        case "/endless": reply(200, [:], 65_537, context)
        case "/headers": reply(200, ["X": String(repeating: "x", count: 200_000)], 0, context)
        default: reply(200, [:], 2, context)
        }
    }

    private func reply(
        _ status: Int, _ fields: [String: String], _ count: Int, _ context: ChannelHandlerContext
    ) {
        var headers = HTTPHeaders(Array(fields))
        headers.add(name: "Content-Length", value: String(count))
        let head = HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: status), headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        let body = ByteBuffer(repeating: 0x20, count: count)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        self.head = nil
        self.body = []
    }
}
