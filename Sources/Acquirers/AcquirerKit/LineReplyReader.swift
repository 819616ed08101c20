import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import PaymentDomain
import Synchronization

/// Collects a reply, up to its limit.
final class LineReplyReader: HTTPClientResponseDelegate {
    typealias Response = LineReply

    private struct State {
        var status = 0
        var retryAfter: Int64?
        var body: [UInt8] = []
    }

    private let state = Mutex(State())

    func didReceiveHead(
        task: HTTPClient.Task<LineReply>, _ head: HTTPResponseHead
    ) -> EventLoopFuture<Void> {
        state.withLock {
            $0.status = Int(head.status.code)
            $0.retryAfter = head.headers.first(name: "Retry-After").flatMap { Int64($0) }
        }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(
        task: HTTPClient.Task<LineReply>, _ buffer: ByteBuffer
    ) -> EventLoopFuture<Void> {
        let fits = state.withLock { state in
            guard state.body.count + buffer.readableBytes <= LineLimits.replyBytes else {
                return false
            }
            state.body.append(contentsOf: buffer.readableBytesView)
            return true
        }
        return fits
            ? task.eventLoop.makeSucceededVoidFuture()
            : task.eventLoop.makeFailedFuture(ReplyTooLong())
    }

    func didFinishRequest(task: HTTPClient.Task<LineReply>) throws -> LineReply {
        state.withLock {
            LineReply(status: $0.status, body: $0.body, retryAfter: $0.retryAfter)
        }
    }
}

/// A reply went past its limit.
struct ReplyTooLong: Error {}
