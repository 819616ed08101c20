import NIOCore
import NIOHTTP1
import NIOSSL

/// Decides how much a client may send ahead, and when its connection ends.
///
/// It sits between HTTP/1's codec and NIO's `HTTPServerPipelineHandler`, which holds the requests that come before the
/// last one is answered, and stops reading. So later handlers see one request at a time. Here the held requests are
/// counted: the one that fills the limit is the last.
///
/// A connection above the server's limit ends with its first reply, whatever that is: so the next one gets its turn.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let connections: ConnectionCounts
    private let firstRequestTime: TimeAmount
    private var entry: SilentConnections.Entry?
    /// Closes the connection if no request has come.
    private var deadline: Scheduled<Void>?
    private var hasSentRequest = false
    /// Requests whose head has come, and whose reply has not been written.
    private var unanswered = 0
    /// Requests whose head has come, and whose reply the system has not taken yet.
    private var unsent = 0
    /// Whether the head of a request has come, but not all of it.
    private var isReceiving = false
    /// Whether the request that came last says nothing of a body.
    private var hasNoLength = false
    /// Whether nothing behind the request that came last is read.
    private var isLast = false
    private var isStopped = false
    /// Whether the connection closes with the last reply that is due.
    private var endsWithReply = false

    /// - Parameter firstRequestTime: How long a client may take for TLS and the head of its first
    ///   request.
    init(connections: ConnectionCounts, firstRequestTime: TimeAmount) {
        self.connections = connections
        self.firstRequestTime = firstRequestTime
    }

    func handlerAdded(context: ChannelHandlerContext) {
        endsWithReply = connections.areTooMany
        if context.channel.isActive { begin(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        begin(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Source: RFC 9112, 9.6: behind the last reply there is nothing more to answer.
        if isStopped { return }
        var part = unwrapInboundIn(data)
        switch part {
        case .head(var head):
            beginRequest()
            hasNoLength =
                !head.headers.contains(name: "content-length")
                && !head.headers.contains(name: "transfer-encoding")
            let isHeldLast = unanswered > GatewayLimits.heldRequests
            if isHeldLast { head.headers.replaceOrAdd(name: "connection", value: "close") }
            isLast = isHeldLast || endsWithReply || head.mayUpgrade
            part = .head(head)
        case .body: break
        case .end:
            isReceiving = false
            isStopped = isLast
        }
        context.fireChannelRead(wrapInboundOut(part))
        if case .end = part { endIfAnswered(context.channel) }
    }

    /// Reads more from the client, but not requests that would stay unanswered.
    func read(context: ChannelHandlerContext) {
        if !isStopped { context.read() }
    }

    /// Takes bytes behind a request without a length for its body, which some clients send with GET.
    ///
    /// They are not a request, and a 400 would become the reply to the client's next one. So the reply to
    /// the request that they belong to is the last.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let isOfBytes = error is HTTPParserError || error is ByteToMessageDecoderError
        guard isOfBytes, isStopped || (hasNoLength && !isReceiving) else {
            context.fireErrorCaught(error)
            return
        }
        guard !isStopped else { return }
        isStopped = true
        endsWithReply = true
        endIfAnswered(context.channel)
    }

    func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where endsWithReply && unanswered < 2 && head.status.code >= 200:
            // Source: RFC 9112, 9.6.
            head.headers.replaceOrAdd(name: "connection", value: "close")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            unanswered = max(0, unanswered - 1)
            let sent = promise ?? context.eventLoop.makePromise()
            let channel = context.channel
            sent.futureResult.assumeIsolated().whenComplete { _ in
                self.unsent = max(0, self.unsent - 1)
                self.endIfAnswered(channel)
            }
            context.write(data, promise: sent)
        case .head, .body:
            context.write(data, promise: promise)
        }
    }

    /// Takes the word to stop from the pipeline handler, which would drop the requests that it holds.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent else {
            context.fireUserInboundEventTriggered(event)
            return
        }
        endsWithReply = true
        endIfAnswered(context.channel)
    }

    func triggerUserOutboundEvent(
        context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
        guard event is SilentConnections.Closing else {
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        guard !isBusy else {
            promise?.fail(ChannelError.operationUnsupported)
            return
        }
        cutOff(context)
        promise?.succeed()
    }

    private func begin(_ context: ChannelHandlerContext) {
        guard entry == nil else { return }
        entry = connections.silent.add(context.channel)
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: firstRequestTime) {
            self.cutOff(context)
        }
    }

    private func end() {
        deadline?.cancel()
        deadline = nil
        if let entry { connections.silent.remove(entry) }
        entry = nil
    }

    private func beginRequest() {
        unanswered += 1
        unsent += 1
        isReceiving = true
        entry?.becomesBusy()
        guard !hasSentRequest, let entry else { return }
        hasSentRequest = true
        deadline?.cancel()
        deadline = nil
        connections.silent.sentRequest(entry)
    }

    private var isBusy: Bool { isReceiving || unsent > 0 }

    /// If all that has come is answered, and the replies are with the system, nothing is in progress.
    private func endIfAnswered(_ channel: any Channel) {
        guard !isBusy else { return }
        entry?.becomesSilent()
        if endsWithReply { channel.close(promise: nil) }
    }

    /// Closes at once: TLS's own goodbye would wait for the client's.
    private func cutOff(_ context: ChannelHandlerContext) {
        let tls = try? context.pipeline.syncOperations.context(
            handlerType: NIOSSLServerHandler.self)
        (tls ?? context).close(promise: nil)
    }
}
