import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Lets `100 Continue` through to a client that waits for it, and to no other.
///
/// Only this handler knows the client's version and how much of its body has come: the server's HTTP types have no
/// version, and a body that has come waits unread.
///
/// Source: RFC 9110, 10.1.1: a client of HTTP/1.0 is never sent one, and one whose body has begun to arrive needs none.
final class ExpectContinueHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTP1ToHTTPServerCodec.InboundIn
    typealias InboundOut = HTTP1ToHTTPServerCodec.InboundIn
    typealias OutboundIn = HTTP1ToHTTPServerCodec.OutboundOut
    typealias OutboundOut = HTTP1ToHTTPServerCodec.OutboundOut

    /// Requests whose head has come, and whose reply is not complete; only the last of them can
    /// wait for leave to send its body.
    private var requestsInProgress = 0
    private var isLastRequestWaiting = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            requestsInProgress += 1
            isLastRequestWaiting = head.version == .http1_1
        case .body, .end:
            isLastRequestWaiting = false
        }
        context.fireChannelRead(data)
    }

    func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status == .continue:
            guard requestsInProgress == 1, isLastRequestWaiting else {
                promise?.succeed()
                return
            }
            isLastRequestWaiting = false
        case .end:
            requestsInProgress -= 1
        case .head, .body:
            break
        }
        context.write(data, promise: promise)
    }
}

/// Puts what sees HTTP/1's own types in front of the codec, behind which handlers of ours are added.
final class HTTP1Placement: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let connection: ConnectionGuard
    private let turnAway: LoadShedder

    init(_ connection: ConnectionGuard, _ turnAway: LoadShedder) {
        self.connection = connection
        self.turnAway = turnAway
    }

    func handlerAdded(context: ChannelHandlerContext) {
        do {
            let pipeline = context.pipeline.syncOperations
            let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
            // Hummingbird puts no pipeline handler in. That one stops reading while a reply is due; so what
            // one read brought is all that a connection holds.
            try pipeline.addHandlers(
                [connection, HTTPServerPipelineHandler(), turnAway, ExpectContinueHandler()],
                position: .before(codec))
            try context.channel.syncOptions?.setOption(
                .maxMessagesPerRead, value: GatewayLimits.readsAtOnce)
        } catch {
            // Not a connection that we know how to serve.
            context.close(promise: nil)
        }
    }
}
