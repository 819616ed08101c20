import NIOCore
import NIOTLS

/// Brings what a connection does to its link.
final class LinkHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let link: HostLink
    private let generation: Int
    private let waitsForTLS: Bool

    init(_ link: HostLink, _ generation: Int, waitsForTLS: Bool) {
        self.link = link
        self.generation = generation
        self.waitsForTLS = waitsForTLS
    }

    func channelActive(context: ChannelHandlerContext) {
        if !waitsForTLS { link.connected(context.channel, generation) }
        context.fireChannelActive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if waitsForTLS, case .handshakeCompleted? = event as? TLSUserEvent {
            link.connected(context.channel, generation)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        link.received(unwrapInboundIn(data).readableBytesView, generation)
    }

    func channelInactive(context: ChannelHandlerContext) {
        link.disconnected(generation)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        link.failed(error, generation)
        context.close(promise: nil)
    }
}
