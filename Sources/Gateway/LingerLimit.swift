import NIOCore

/// Closes the connection of a client that leaves its replies unread, or stays when the server has said
/// its last.
///
/// Replies that nobody reads fill the connection's buffers. Behind them the next reply waits, and for a
/// connection with a request that is not answered no other limit of time holds: it would be kept for
/// ever, and a server that is to stop would wait for it. The same goes for a client that asked for the
/// end of the connection with one request, and sent another behind it, which nobody will answer.
///
/// Who reads again, so that half of the buffer is free, has all of the time again.
final class LingerLimit: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = Any
    typealias OutboundIn = Any

    private let time: TimeAmount
    private var end: Scheduled<Void>?
    /// Whether no more replies come: the client has nothing left to do but to close its side.
    private var hasSaidGoodbye = false

    /// - Parameter time: How long a client may take.
    init(time: TimeAmount) {
        self.time = time
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        let isRead = context.channel.isWritable && !hasSaidGoodbye
        if isRead { stop() } else { begin(context) }
        context.fireChannelWritabilityChanged()
    }

    func close(
        context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?
    ) {
        if mode == .output {
            hasSaidGoodbye = true
            begin(context)
        }
        context.close(mode: mode, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        stop()
    }

    private func begin(_ context: ChannelHandlerContext) {
        guard end == nil else { return }
        let channel = context.channel
        end = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    }

    private func stop() {
        end?.cancel()
        end = nil
    }
}
