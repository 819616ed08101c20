import AppleSimulator
import NIOCore
import NIOHTTP1
import NIOSSL
import PaymentDomain

/// Answers the requests of one connection. One that ends takes its late answers with it.
final class ValidationHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let validation: MerchantValidation
    private let delay: TimeAmount
    private let now: @Sendable () -> Timestamp
    /// The merchant of the client's certificate, once it was read.
    private var owner: String??
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []

    init(
        _ validation: MerchantValidation, delay: TimeAmount,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.validation = validation
        self.delay = delay
        self.now = now
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            body = []
        case .body(let part):
            // One byte beyond the limit is enough to refuse it.
            let room = SimulatorLimits.sessionRequestBytes + 1 - body.count
            body.append(contentsOf: part.readableBytesView.prefix(max(0, room)))
        case .end:
            guard let head else { return }
            self.head = nil
            answer(head, context)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is IdleStateHandler.IdleStateEvent { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A client without our certificate fails here, and hears why in TLS.
        context.close(promise: nil)
    }

    private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let host = head.headers.first(name: "host")?.split(separator: ":").first ?? ""
        let trouble = ValidationTrouble(host: host.lowercased())
        let reply = reply(to: head, trouble, owner(context))
        guard trouble == .slow else { return send(reply, keepsAlive: head.isKeepAlive, context) }
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        let handler = NIOLoopBound(self, eventLoop: context.value.eventLoop)
        let isKept = head.isKeepAlive
        context.value.eventLoop.scheduleTask(in: delay) {
            guard context.value.channel.isActive else { return }
            handler.value.send(reply, keepsAlive: isKept, context.value)
        }
    }

    private func reply(
        to head: HTTPRequestHead, _ trouble: ValidationTrouble?, _ owner: String?
    ) -> ValidationAnswer {
        guard head.method == .POST, MerchantValidation.paths.contains(head.uri) else {
            return ValidationAnswer(status: 404, body: [])
        }
        do {
            return try validation.answer(body, owner: owner, at: now(), trouble: trouble)
        } catch {
            return ValidationAnswer(status: 500, body: [])
        }
    }

    /// The merchant whose certificate the client has proved.
    private func owner(_ context: ChannelHandlerContext) -> String? {
        if let owner { return owner }
        let tls = try? context.pipeline.syncOperations.handler(type: NIOSSLServerHandler.self)
        let bytes = (try? tls?.peerCertificate?.toDERBytes()) ?? []
        let found = MerchantValidation.owner(of: bytes)
        owner = .some(found)
        return found
    }

    private func send(
        _ answer: ValidationAnswer, keepsAlive: Bool, _ context: ChannelHandlerContext
    ) {
        var headers: HTTPHeaders = [
            "Content-Type": "application/json", "Content-Length": String(answer.body.count),
        ]
        if !keepsAlive { headers.add(name: "Connection", value: "close") }
        let head = HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: answer.status),
            headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(
            wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))), promise: nil)
        let end = context.writeAndFlush(wrapOutboundOut(.end(nil)))
        guard !keepsAlive else { return }
        let channel = context.channel
        end.whenComplete { _ in channel.close(promise: nil) }
    }
}
