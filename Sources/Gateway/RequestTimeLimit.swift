import NIOCore
import NIOHTTPTypes

/// Closes a connection that does not bring one whole request in time, idle time included.
///
/// A plain idle timeout is reset by every byte, so that a client which sends one now and then would keep its connection
/// for ever.
final class RequestTimeLimit: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limit: TimeAmount
    /// When the connection is closed; nil while a request is in work.
    private var deadline: NIODeadline?
    private var check: Scheduled<Void>?

    init(seconds: Int64) {
        limit = .seconds(seconds)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        deadline = .now() + limit
        schedule(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        check?.cancel()
        check = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        check?.cancel()
        check = nil
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .end = unwrapInboundIn(data) { deadline = nil }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { deadline = .now() + limit }
        context.write(data, promise: promise)
    }

    /// One timer a connection: when it fires early, because requests came meanwhile, it is set anew.
    private func schedule(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let next = deadline ?? .now() + limit
        check = context.eventLoop.scheduleTask(deadline: next) {
            let (handler, context) = bound.value
            if let deadline = handler.deadline, deadline <= .now() {
                context.close(promise: nil)
            } else {
                handler.schedule(context)
            }
        }
    }
}
