import DialectKit
import HTTPTypes
import NIOCore
import NIOHTTP1
import PaymentDomain

/// Refuses requests of a server without room, on the connection's own thread.
///
/// Later handlers queue every request behind those in progress; a refusal must not wait there, or it comes as late as
/// an answer would. So whole requests are counted here, as they come in and as their replies go out, and excess
/// ones are refused in their dialect's words without reaching any other code. It works with HTTP/1's own types, so that
/// nothing is made of a refused request that its refusal doesn't need.
///
/// It sees one request of its connection at a time; see ``ConnectionGuard``.
///
/// Each head is also normalized here, or refused: later handlers know no versions of HTTP, and one word alone for the
/// end of a connection.
final class LoadShedder: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The request of this connection, and its state.
    private enum State {
        /// No request.
        case none
        /// Its head went on, its body is coming.
        case coming
        /// All of it went on, and it counts.
        case inside
        /// It is about the server itself, which is always answered, and does not count.
        case passing
        /// It is answered, and its body is still coming.
        case answeredEarly
        /// It is refused once the rest of it has come; the bytes that came until now.
        case refused(HTTPRequestHead, DialectReply, bytes: Int)
    }

    private let admission: Admission
    private let discardLimit: Int
    private let isAlwaysAnswered: @Sendable (String) -> Bool
    private let refusal: @Sendable (HTTPRequestHead) -> DialectReply?
    private var state = State.none
    /// Whether a head was not in order, so that nothing more is answered.
    private var hasRefusedHead = false
    /// Whether the client speaks HTTP/1.0, in which a connection continues only if the reply says so.
    private var speaksHTTP10 = false
    /// When a request last reached later handlers. They don't see refusals, so they would take a connection with
    /// nothing but refusals for idle; it ends before, with one of them.
    private var lastGoneOn = NIODeadline.now()
    private static let longestRefusing = TimeAmount.seconds(
        Int64(GatewayLimits.idleSeconds / 2))

    /// - Parameters:
    ///   - discardLimit: The most of a refused request's body that is thrown away, in bytes.
    ///   - isAlwaysAnswered: Whether requests with a target take no room.
    ///   - refusal: The reply to a request that is turned away; nil for one that never is.
    init(
        admission: Admission, discardLimit: Int,
        isAlwaysAnswered: @escaping @Sendable (String) -> Bool,
        refusal: @escaping @Sendable (HTTPRequestHead) -> DialectReply?
    ) {
        self.admission = admission
        self.discardLimit = discardLimit
        self.isAlwaysAnswered = isAlwaysAnswered
        self.refusal = refusal
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if hasRefusedHead { return }
        var part = unwrapInboundIn(data)
        if case .head(let head) = part {
            guard let normalized = head.normalized else {
                // As what the decoder itself refuses, it is answered 400 in its turn, and is the last.
                hasRefusedHead = true
                context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
                return
            }
            speaksHTTP10 = head.version == .http1_0
            part = .head(normalized)
        }
        switch (part, state) {
        case (.head(let head), _) where isAlwaysAnswered(head.uri):
            lastGoneOn = .now()
            state = .passing
        case (.head(let head), _):
            if admission.isFull, let reply = refusal(head) {
                admission.turnAway()
                state = .refused(head, reply, bytes: 0)
                return
            }
            lastGoneOn = .now()
            state = .coming
        case (.body(let bytes), .refused(let head, let reply, let count)):
            state = .refused(head, reply, bytes: count + bytes.readableBytes)
            if count > discardLimit { context.close(promise: nil) }
            return
        case (.end, .refused(let head, let reply, _)):
            state = .none
            guard context.channel.isWritable else {
                // Here nothing waits: refusals that nobody reads would pile up in memory.
                context.close(promise: nil)
                return
            }
            // The next one may be here already: others of this thread come first.
            context.eventLoop.assumeIsolated().execute { self.write(reply, to: head, context) }
            return
        case (.end, .coming):
            admission.admit()
            state = .inside
        case (.end, .answeredEarly):
            state = .none
        case (.body, _), (.end, _): break
        }
        guard case .head = part else {
            context.fireChannelRead(data)
            return
        }
        context.fireChannelRead(wrapInboundOut(part))
    }

    func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where speaksHTTP10 && !head.headers.contains(name: "connection"):
            // Source: RFC 9112, C.2.2.
            head.headers.add(name: "connection", value: "keep-alive")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
            return
        case .end: answered()
        case .head, .body: break
        }
        context.write(data, promise: promise)
    }

    /// The reply to the request of this connection has gone out.
    private func answered() {
        switch state {
        case .inside:
            leave()
            state = .none
        case .coming: state = .answeredEarly
        case .passing: state = .none
        case .none, .answeredEarly, .refused: break
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        state = .none
        context.fireChannelInactive()
    }

    private func leave() {
        if case .inside = state { admission.release() }
    }

    private func write(
        _ reply: DialectReply, to head: HTTPRequestHead, _ context: ChannelHandlerContext
    ) {
        var fields = reply.fields(id: .random())
        // Source: RFC 9112, 9.6: who asked for the end of the connection gets it after the reply.
        let isLast =
            !head.isKeepAlive || NIODeadline.now() - lastGoneOn > LoadShedder.longestRefusing
        if isLast {
            fields[.connection] = "close"
        } else if speaksHTTP10 {
            fields[.connection] = "keep-alive"
        }
        let response = HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: reply.sendableStatus),
            headers: HTTPHeaders(fields.map { ($0.name.rawName, $0.value) }))
        context.write(wrapOutboundOut(.head(response)), promise: nil)
        // Source: RFC 9110, 9.3.2: the reply to HEAD has no content.
        if head.method != .HEAD {
            let body = context.channel.allocator.buffer(bytes: reply.body)
            context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        }
        let sent = context.writeAndFlush(wrapOutboundOut(.end(nil)))
        let channel = context.channel
        if isLast { sent.whenComplete { _ in channel.close(promise: nil) } }
    }
}

extension DialectReply {
    /// A status outside HTTP's would end the process further on.
    var sendableStatus: Int { (200...599).contains(status) ? status : 500 }

    /// The header fields of every reply.
    func fields(id: RequestIdentifier) -> HTTPFields {
        var fields = HTTPFields()
        fields.reserveCapacity(headers.count + 6)
        // Replies have data of payments, and some of cards: no cache keeps them. Source: RFC 9111, 5.2.2.5.
        fields[.cacheControl] = "no-store"
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        fields[.contentType] = contentType
        fields[.contentLength] = String(body.count)
        if let name = RequestIdentifier.headerName { fields[name] = id.description }
        return fields
    }
}
