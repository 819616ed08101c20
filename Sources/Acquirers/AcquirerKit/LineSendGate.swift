import NIOCore
import NIOHTTP1

/// Sees the first byte of each request before the kernel does, and lets it pass or not.
///
/// It stands on a connection between the HTTP client and the encoder. The client's own word that a head was sent comes
/// after the write: a write that fails at once ends the request before that word.
final class LineSendGate: ChannelOutboundHandler {
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// The header field that names the call. It never leaves.
    static let field = "coster-line-call"

    private let calls: LineCalls

    private init(_ calls: LineCalls) {
        self.calls = calls
    }

    /// Adds a gate to a new connection.
    static func add(to channel: any Channel, _ calls: LineCalls) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let encoder = try pipeline.handler(type: HTTPRequestEncoder.self)
            try pipeline.addHandler(LineSendGate(calls), position: .after(encoder))
        }
    }

    func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        guard case .head(var head) = unwrapOutboundIn(data) else {
            context.write(data, promise: promise)
            return
        }
        let name = head.headers.first(name: LineSendGate.field).flatMap { UInt64($0) }
        head.headers.remove(name: LineSendGate.field)
        guard let name, calls.mayBegin(name) else {
            promise?.fail(ChannelError.operationUnsupported)
            context.close(promise: nil)
            return
        }
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}
