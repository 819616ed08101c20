import DialectKit
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PaymentDomain

extension Gateway {
    /// One request, from its head to its reply. Read it from top to bottom; every early end is the dialect's own words.
    func respond<D: Dialect>(
        to request: Request, of dialect: D, at route: DialectRoute, _ parameters: Parameters
    ) async -> Response {
        let start = ContinuousClock.now
        let head = requestHead(request, route, parameters)
        let reply: DialectReply
        if await gate.enter() {
            reply = await answer(request, head, dialect)
            gate.leave()
        } else {
            requests.shed(dialect.name)
            reply = dialect.refuse(.overloaded, on: head)
        }
        let elapsed = ContinuousClock.now - start
        requests.finished(dialect.name, route.operation, reply.outcomeCode, elapsed)
        return response(reply, dialect.name, route.operation, elapsed)
    }

    private func answer<D: Dialect>(
        _ request: Request, _ head: RequestHead, _ dialect: D
    ) async -> DialectReply {
        // Who is it? Where the head tells, before a byte of the body is read.
        var merchant: MerchantID?
        switch dialect.credential(in: head) {
        case .head(let presented):
            merchant = await services.authenticate(dialect.name, presented)
            guard merchant != nil else { return dialect.refuse(.unauthorized, on: head) }
        case .body: break
        case .missing: return dialect.refuse(.unauthorized, on: head)
        }

        // What is asked?
        let body: [UInt8]
        do {
            let buffer = try await request.body.collect(upTo: configuration.bodyLimit)
            body = Array(buffer.readableBytesView)
        } catch {
            let isTooLarge = (error as? any HTTPResponseError)?.status == .contentTooLarge
            return dialect.refuse(isTooLarge ? .bodyTooLarge : .bodyIncomplete, on: head)
        }
        switch dialect.decode(DialectRequest(head: head, body: body)) {
        case .reply(let reply): return reply
        case .command(let command, let key, let presented, let exchange):
            if let presented {
                merchant = await services.authenticate(dialect.name, presented)
            }
            guard let merchant else { return dialect.refuse(.unauthorized, on: head) }
            let origin = RequestOrigin(
                merchant: merchant, dialect: dialect.name, idempotencyKey: key,
                path: request.uri.path, body: body)
            // A client that hangs up does not stop a payment half way.
            let outcome = await uncancelled {
                await services.execute(command, origin, head.receivedAt)
            }
            return dialect.encode(outcome, for: exchange)
        }
    }

    /// Runs a body to its end, whatever becomes of the connection.
    private func uncancelled<Value: Sendable>(
        _ body: @escaping @Sendable () async -> Value
    ) async -> Value {
        await Task { await body() }.value
    }

    private func requestHead(
        _ request: Request, _ route: DialectRoute, _ parameters: Parameters
    ) -> RequestHead {
        var values: [String: String] = [:]
        for (name, value) in parameters { values[String(name)] = String(value) }
        return RequestHead(
            route: route, parameters: values, query: request.uri.query ?? "",
            headers: request.headers.map { ($0.name.canonicalName, $0.value) },
            receivedAt: services.now())
    }

    private func response(
        _ reply: DialectReply, _ dialect: String, _ operation: String, _ elapsed: Duration
    ) -> Response {
        let id = RequestID.next()
        logger.info(
            "request finished",
            metadata: [
                "request-id": "\(id)", "dialect": "\(dialect)", "operation": "\(operation)",
                "outcome": "\(reply.outcomeCode)", "status": "\(reply.status)",
                "milliseconds": "\(elapsed.wholeMicroseconds / 1000)",
            ])
        var headers: HTTPFields = [.contentType: reply.contentType]
        if let name = HTTPField.Name("x-request-id") { headers[name] = id }
        for (name, value) in reply.headers {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        return Response(
            status: HTTPResponse.Status(code: reply.status), headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: reply.body)))
    }
}

extension Duration {
    /// Whole microseconds; what a histogram needs.
    var wholeMicroseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000
    }
}

/// Names a request in the log and in the reply's `x-request-id`; nothing of the client's is taken for it.
enum RequestID {
    static func next() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
