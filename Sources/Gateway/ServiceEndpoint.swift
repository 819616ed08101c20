import DialectKit

/// The paths of the server's own status; the case's name is the operation's, in metrics and logs.
enum ServicePath: String, CaseIterable {
    case live = "/health/live"
    case ready = "/health/ready"
    case metrics = "/metrics"
}

/// The server's own status: whether it lives, whether it takes requests, and its counts.
enum ServiceEndpoint: Endpoint {
    case live
    case ready(draining: DrainState, GatewayServices)
    case metrics(PrometheusRegistry)

    /// `service`.
    static let name = "service"

    var dialectName: String { ServiceEndpoint.name }

    /// Nil: an operator must see the status of a full server.
    func refusal(of head: RequestHead) -> DialectReply? { nil }

    func answer(
        _ head: RequestHead, target: String, body: inout BodyReader
    ) async -> EndpointReply {
        EndpointReply(await reply(), isRefused: false)
    }

    private func reply() async -> DialectReply {
        switch self {
        case .live:
            return .text(200, "live\n", outcomeCode: "ok")
        case .ready(let draining, let services):
            if draining.isDraining { return .text(503, "draining\n", outcomeCode: "draining") }
            let notes = services.linesDown().map { "line \($0) is down\n" }.joined()
            guard await services.isReady() else {
                return .text(503, "not ready\n\(notes)", outcomeCode: "not-ready")
            }
            return .text(200, "ready\n\(notes)", outcomeCode: "ok")
        case .metrics(let registry):
            // Source: Prometheus, Exposition formats, text format 0.0.4.
            return DialectReply(
                status: 200, contentType: "text/plain; version=0.0.4; charset=utf-8",
                body: Array(registry.text().utf8), outcomeCode: "ok")
        }
    }
}
