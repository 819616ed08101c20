import DialectKit
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// The body of one request: read at most once, within limits of size and time.
struct BodyReader: Sendable {
    private let body: RequestBody
    private let declaredLength: Int?
    private let channel: any Channel
    private let deadlines: BodyDeadlines
    private let limit: Int
    /// The most of it that is thrown away.
    private let discardLimit: Int
    /// Whether the client waits for leave to send the body.
    private let expectsContinue: Bool
    private var isSpoilt: Bool

    /// Whether there may be bytes that nobody has read.
    private(set) var isUnread: Bool
    /// Whether the connection is of no use after the reply.
    ///
    /// After a refusal instead of the leave that it asked for, a client may send its body or not,
    /// so that nobody knows where its next request begins. Source: RFC 9110, 10.1.1.
    var endsConnection: Bool { isSpoilt || (expectsContinue && isUnread) }

    init(of request: Request, on channel: any Channel, deadlines: BodyDeadlines, limit: Int) {
        body = request.body
        declaredLength = request.headers[.contentLength].flatMap { Int($0) }
        self.channel = channel
        self.deadlines = deadlines
        self.limit = limit
        discardLimit = GatewayLimits.mostDiscarded(bodyLimit: limit)
        let isChunked = request.headers.contains(.transferEncoding)
        isUnread = isChunked || declaredLength ?? 0 > 0
        isSpoilt = declaredLength ?? 0 > discardLimit
        let expectation = request.headers[.expect]?.lowercased()
        expectsContinue = isUnread && expectation == "100-continue"
    }

    /// The network of the client.
    var clientAddress: ClientAddress { ClientAddress(channel.remoteAddress) }

    /// Whether someone still waits for the reply.
    var isClientThere: Bool { channel.isActive }

    /// Reads the whole body, with one copy; a client that waits for permission to send it gets it first.
    ///
    /// - Throws: ``GatewayRefusal/bodyTooLarge``, at once if the length was declared; or
    ///   ``GatewayRefusal/bodyIncomplete``.
    mutating func read() async throws(GatewayRefusal) -> [UInt8] {
        guard isUnread else { return [] }
        guard declaredLength ?? 0 <= limit else { throw .bodyTooLarge }
        isUnread = false
        let ticket = deadlines.begin(channel)
        defer { deadlines.end(ticket) }
        if expectsContinue {
            // Whether it arrives shows when the body does, or does not.
            let leave = HTTPResponsePart.head(HTTPResponse(status: .continue))
            channel.writeAndFlush(leave, promise: nil)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(declaredLength ?? 0, GatewayLimits.bodyReserveBytes))
        var count = 0
        do {
            for try await chunk in body {
                count += chunk.readableBytes
                if count <= limit {
                    chunk.withUnsafeReadableBytes { bytes.append(contentsOf: $0) }
                } else if count > discardLimit {
                    isSpoilt = true
                    break
                }
            }
        } catch {
            // Not HTTP, or the connection broke: either way the rest won't come.
            isSpoilt = true
            throw .bodyIncomplete
        }
        guard count <= limit else { throw .bodyTooLarge }
        try expectWhole(count)
        return bytes
    }

    /// A body's stream also ends, without an error, when the server is cancelled; half a body must
    /// not pass for a whole.
    private mutating func expectWhole(_ count: Int) throws(GatewayRefusal) {
        guard !Task.isCancelled, declaredLength ?? count == count else {
            isSpoilt = true
            throw .bodyIncomplete
        }
    }

    /// Lets what nobody read run out, within the limits, so that the connection can serve the next
    /// request.
    func discard() async {
        let ticket = deadlines.begin(channel)
        defer { deadlines.end(ticket) }
        var isWhole = false
        var count = 0
        do {
            for try await chunk in body {
                count += chunk.readableBytes
                if count > discardLimit { break }
            }
            isWhole = count <= discardLimit
        } catch {
            // The reply is sent; that the connection broke after it concerns nobody.
        }
        if endsConnection || !isWhole { channel.close(promise: nil) }
    }

    /// Closes the connection.
    func close() {
        channel.close(promise: nil)
    }
}
