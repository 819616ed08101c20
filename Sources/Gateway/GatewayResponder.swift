import DialectKit
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import PaymentDomain

/// A request's view of its connection.
struct ConnectionContext: InitializableFromSource {
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        channel = source.channel
    }
}

/// Answers every request: finds its endpoint, writes the reply, and reports that it is finished.
struct GatewayResponder: HTTPResponder {
    let routes: RouteTable
    let services: GatewayServices
    let metrics: PrometheusRegistry
    let deadlines: BodyDeadlines
    let draining: DrainState
    let bodyLimit: Int
    let logger: Logger
    let refusals: RefusalLog

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        let start = ContinuousClock.now
        let id = RequestIdentifier.random()
        var body = BodyReader(
            of: request, on: context.channel, deadlines: deadlines, limit: bodyLimit)
        let answer: EndpointReply
        var names = (dialect: "none", operation: "none")
        let path = request.uri.path
        switch routes.match(method: request.method.rawValue, path: path) {
        case .found(let entry, let parameters):
            names = (entry.endpoint.dialectName, entry.route.operation)
            let head = RequestHead(
                route: entry.route, parameters: parameters, query: request.uri.query ?? "",
                headers: headerFields(of: request.head), receivedAt: services.now(),
                peerAddress: context.channel.remoteAddress?.ipAddress, id: id)
            answer = await entry.endpoint.answer(
                head, target: request.head.path ?? path, body: &body)
        case .otherMethods(let methods):
            // Source: RFC 9110, 15.5.6: a 405 says which methods there are.
            var refusal: DialectReply =
                routes.absence(.method, of: path, at: services.now())
                ?? .text(405, "method not allowed\n", outcomeCode: "method-not-allowed")
            refusal.headers["Allow"] = methods.joined(separator: ", ")
            answer = EndpointReply(refusal, isRefused: true)
        case .unknown:
            let refusal =
                routes.absence(.path, of: path, at: services.now())
                ?? .text(404, "not found\n", outcomeCode: "not-found")
            answer = EndpointReply(refusal, isRefused: true)
        }
        let response = response(from: answer.reply, to: request, id: id, body: body)
        RequestLogEntry(
            id: id, dialect: names.dialect, operation: names.operation,
            merchant: answer.merchant, outcome: answer.outcome, status: response.status.code,
            duration: ContinuousClock.now - start, isRefused: answer.isRefused
        ).report(to: metrics, logger, refusals, on: context.channel.eventLoop)
        return response
    }

    /// The reply to a request for which the server has no room; nil if it is always answered.
    func refusal(of request: HTTPRequestHead) -> DialectReply? {
        let uri = URI(request.uri)
        let match = routes.match(method: request.method.rawValue, path: uri.path)
        guard case .found(let entry, let parameters) = match else { return nil }
        // A client that waits for permission to send a body is answered on the usual way, which knows what may follow.
        guard !request.headers.contains(name: "expect") else { return nil }
        return entry.endpoint.refusal(
            of: RequestHead(
                route: entry.route, parameters: parameters, query: uri.query ?? "",
                headers: request.headers.map { ($0.name.lowercased(), $0.value) },
                receivedAt: services.now()))
    }

    /// The header fields; `Host` comes first, from where HTTP's newer versions have it.
    private func headerFields(of request: HTTPRequest) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        fields.reserveCapacity(request.headerFields.count + 1)
        if let host = request.authority { fields.append(("host", host)) }
        for field in request.headerFields { fields.append((field.name.canonicalName, field.value)) }
        return fields
    }

    private func response(
        from reply: DialectReply, to request: Request, id: RequestIdentifier, body: BodyReader
    ) -> Response {
        var fields = reply.fields(id: id)
        // Source: RFC 9112, 9.6: the reply to who asks for the end of the connection says it too. Here
        // they all ask in this one word; see LoadShedder.
        let isAskedToEnd = request.headers[.connection] == "close"
        if body.endsConnection || draining.isDraining || isAskedToEnd {
            fields[.connection] = "close"
        }
        // Source: RFC 9110, 9.3.2: the reply to HEAD has no content.
        let buffer = ByteBuffer(bytes: request.method == .head ? [] : reply.body)
        return Response(
            status: HTTPResponse.Status(code: reply.sendableStatus), headers: fields,
            body: responseBody(buffer, thenFor: body))
    }

    /// The content of a reply, and after it what remains to be done on the connection.
    private func responseBody(_ buffer: ByteBuffer, thenFor body: BodyReader) -> ResponseBody {
        guard body.isUnread || body.endsConnection else { return ResponseBody(byteBuffer: buffer) }
        return ResponseBody(contentLength: buffer.readableBytes) { writer in
            try await writer.write(buffer)
            try await writer.finish(nil)
            if body.isUnread { await body.discard() } else { body.close() }
        }
    }
}

extension RequestIdentifier {
    static let headerName = HTTPField.Name("x-request-id")
}
