import NIOCore

/// Closes the connection of a client that leaves its replies unread, or stays after the server's last reply.
///
/// Unread replies fill the connection's buffers. Behind them the next reply waits, and no other time limit holds for a
/// connection with an unanswered request: it would be kept forever, and a stopping server would wait for it. The same
/// goes for a client that asked for the end of the connection with one request, and sent another behind it, which
/// nothing will answer.
///
/// A client that reads some of it gets the whole time again, so a long reply may take a slow client long.
final class SlowReaderTimeout: ChannelDuplexHandler, RemovableChannelHandler {
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
        wait(context, unread: unread(context))
    }

    private func wait(_ context: ChannelHandlerContext, unread before: Int) {
        end = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
            let left = self.unread(context)
            guard left < before else {
                context.channel.close(promise: nil)
                return
            }
            self.wait(context, unread: left)
        }
    }

    /// How many bytes wait for the client.
    private func unread(_ context: ChannelHandlerContext) -> Int {
        // A channel without the option has nothing buffered.
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    private func stop() {
        end?.cancel()
        end = nil
    }
}
