import ISO8583
import NIOCore
import NIOPosix

/// A host that approves every message at once.
struct ISO8583EchoHost {
    private let channel: any Channel

    var port: Int { channel.localAddress?.port ?? 0 }

    static func start(_ specification: Specification) async throws -> ISO8583EchoHost {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Answering(specification))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return ISO8583EchoHost(channel: channel)
    }

    func stop() async throws {
        try await channel.close()
    }

    /// Answers each message of a connection.
    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let specification: Specification
        private var decoder: FrameDecoder

        init(_ specification: Specification) {
            self.specification = specification
            decoder = FrameDecoder(specification.framing, limit: specification.messageBytes)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            decoder.append(unwrapInboundIn(data).readableBytesView)
            var answers: [UInt8] = []
            while case .message(let bytes)? = try? decoder.next() {
                answers += (try? answer(bytes)) ?? []
            }
            context.writeAndFlush(
                NIOAny(context.channel.allocator.buffer(bytes: answers)), promise: nil)
        }

        private func answer(_ bytes: [UInt8]) throws -> [UInt8] {
            var message = try specification.decode(bytes)
            message.type = message.type.response ?? message.type
            message.set(39, "00")
            return try specification.framing.frame(specification.encode(message)) ?? []
        }
    }
}
