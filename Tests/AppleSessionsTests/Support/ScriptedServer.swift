import AppleSimulator
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A TLS server that answers each request with the same bytes, or with none.
final class ScriptedServer: Sendable {
    let port: Int
    private let channel: any Channel
    private let counter: Counter

    /// How many requests came.
    var requests: Int { counter.value }

    /// Lends a server that answers with these bytes, whatever it is asked.
    static func lend(
        _ apple: SimulatedApple, answer: String, hosts: [String] = ValidationTrouble.hosts,
        _ body: (ScriptedServer) async throws -> Void
    ) async throws {
        let server = try await ScriptedServer(apple, answer, hosts)
        try await body(server)
        try await server.channel.close()
    }

    private init(_ apple: SimulatedApple, _ answer: String, _ hosts: [String]) async throws {
        let own = try apple.intermediate.issueLeaf(.server(hosts))
        let chain = try [own.certificateDER, apple.intermediate.identity.certificateDER].map {
            try NIOSSLCertificate(bytes: $0, format: .der)
        }
        let tls = try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) },
                privateKey: .privateKey(
                    try NIOSSLPrivateKey(bytes: Array(own.keyPEM.utf8), format: .pem))))
        let counter = Counter()
        self.counter = counter
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(NIOSSLServerHandler(context: tls))
                    try pipeline.addHandler(ScriptedHandler(answer, counter))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        port = channel.localAddress?.port ?? 0
    }
}

private final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
}

private final class ScriptedHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let answer: String
    private let counter: Counter
    private var isAnswered = false

    init(_ answer: String, _ counter: Counter) {
        self.answer = answer
        self.counter = counter
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isAnswered else { return }
        isAnswered = true
        counter.add()
        guard !answer.isEmpty else { return }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
    }
}
