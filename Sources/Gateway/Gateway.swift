import DialectKit
import Hummingbird
import Logging
import PaymentDomain

/// HTTP around the dialects: routes, authentication, limits, health and metrics.
///
/// It knows no payment: a dialect turns bytes into a command, the ``GatewayServices`` carry it out, and the dialect
/// turns the result into bytes.
public struct Gateway: Sendable {
    let configuration: GatewayConfiguration
    let services: GatewayServices
    let logger: Logger
    let gate: RequestGate
    let drain = DrainFlag()
    private var routes: [GatewayRoute] = []
    /// What `/metrics` shows; others may add to it.
    public let metrics = PrometheusRegistry()
    let requests: RequestMetrics

    /// A gateway without dialects yet.
    public init(
        configuration: GatewayConfiguration, services: GatewayServices, logger: Logger
    ) {
        self.configuration = configuration
        self.services = services
        self.logger = logger
        gate = RequestGate(
            concurrent: configuration.maximumConcurrentRequests,
            queued: configuration.maximumQueuedRequests)
        requests = RequestMetrics(metrics)
    }

    /// Serves a dialect's paths.
    public mutating func register<D: Dialect>(_ dialect: D) {
        let gateway = self
        for route in dialect.routes {
            guard let method = HTTPRequest.Method(route.method) else {
                preconditionFailure("a dialect's route names an HTTP method")
            }
            routes.append(
                GatewayRoute(method: method, path: route.path) { request, parameters in
                    await gateway.respond(to: request, of: dialect, at: route, parameters)
                })
        }
    }

    /// All paths.
    func makeRouter() -> Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self)
        addServicePaths(to: router)
        for route in routes {
            router.on(RouterPath(route.path), method: route.method) { request, context in
                await route.respond(request, context.parameters)
            }
        }
        return router
    }

    /// The paths of the service itself.
    private func addServicePaths(to router: Router<BasicRequestContext>) {
        let services = services
        let drain = drain
        let metrics = metrics
        let gate = gate
        router.get("/health/live") { _, _ in Response.text(.ok, "live\n") }
        router.get("/health/ready") { _, _ in
            guard !drain.isDraining else {
                return Response.text(.serviceUnavailable, "draining\n")
            }
            guard await services.isReady() else {
                return Response.text(.serviceUnavailable, "not ready\n")
            }
            return Response.text(.ok, "ready\n")
        }
        router.get("/metrics") { _, _ in
            metrics.set(
                gate.active, "coster_requests_in_work", help: "Requests in work now.")
            metrics.set(gate.waiting, "coster_requests_waiting", help: "Requests that wait.")
            return Response.text(
                .ok, metrics.exposition, type: "text/plain; version=0.0.4; charset=utf-8")
        }
    }
}

/// A dialect's path, with the dialect's type erased.
private struct GatewayRoute: Sendable {
    let method: HTTPRequest.Method
    let path: String
    let respond: @Sendable (Request, Parameters) async -> Response
}

extension Response {
    /// A short answer in plain text.
    static func text(
        _ status: HTTPResponse.Status, _ text: String,
        type: String = "text/plain; charset=utf-8"
    ) -> Response {
        Response(
            status: status, headers: [.contentType: type],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
