import DialectKit
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import PaymentDomain
import ServiceLifecycle

/// Serves HTTP, with the dialects behind it.
///
///     var gateway = Gateway(configuration: configuration, services: services, logger: logger)
///     gateway.register(dialect)
///     let service = gateway.service { port in print("ready on port \(port)") }
package struct Gateway: Sendable {
    /// The metrics; other parts may count there too.
    package let metrics = PrometheusRegistry()

    private let configuration: GatewayConfiguration
    private let services: GatewayServices
    private let logger: Logger
    private let admission: Admission
    private let connections: ConnectionCounts
    let draining = DrainState()
    private let rates: RateLimits<RatedClient>?
    private let addresses: RateLimits<ClientAddress>?
    private let refusals: RefusalLog
    private var routes = RouteTable()

    /// A gateway that answers the service's own paths, and those of the dialects that are
    /// registered.
    package init(configuration: GatewayConfiguration, services: GatewayServices, logger: Logger) {
        self.configuration = configuration
        self.services = services
        self.logger = logger
        refusals = RefusalLog(logger: logger)
        admission = Admission(
            working: configuration.maximumConcurrentRequests,
            waiting: configuration.maximumQueuedRequests,
            share: configuration.merchantShare)
        connections = ConnectionCounts(
            kept: configuration.maximumConnections, spare: configuration.spareConnections,
            newPerAddress: configuration.newConnectionsPerAddress)
        rates = configuration.requestsPerSecond.map {
            RateLimits(perSecond: $0, servers: configuration.servers)
        }
        addresses = configuration.pageRequestsPerSecond.map {
            RateLimits(perSecond: $0, servers: configuration.servers)
        }
        addServicePaths()
        watchOwnNumbers()
    }

    /// Answers the paths of a dialect. Two dialects with the same path are a mistake, and end the
    /// process at its start.
    package mutating func register<D: Dialect>(_ dialect: D) {
        let endpoint = DialectEndpoint(
            dialect: dialect, services: services, admission: admission, rates: rates,
            addresses: addresses, retryAfterSeconds: configuration.retryAfterSeconds)
        for route in dialect.routes { routes.add(route, endpoint, takesSlash: true) }
        guard dialect.isForPages else { return }
        for (path, alike) in Dictionary(grouping: dialect.routes, by: \.path) {
            let preflight = PreflightEndpoint(
                dialect: dialect, services: services, methods: alike.map(\.method))
            let route = DialectRoute(method: "OPTIONS", path: path, operation: "preflight")
            routes.add(route, preflight, takesSlash: true)
        }
    }

    /// Lets a protocol say in its own way that a path below its root, or its method, is not there. Which methods there are
    /// the gateway adds itself.
    package mutating func onNotFound(
        under root: String,
        with reply:
            @escaping @Sendable (_ lack: RouteMiss, _ path: String, _ now: Timestamp) ->
            DialectReply
    ) {
        routes.add(absenceBelow: root, reply)
    }

    /// The server, to be run in a group: it stops when the group does, after the replies to the
    /// requests that it has. Connections that are open when the group's time for that is over are cut
    /// off.
    ///
    /// - Parameter onReady: Called with the port as soon as connections are accepted.
    package func service(
        onReady: @escaping @Sendable (_ port: Int) -> Void
    ) -> some Service {
        GatewayService(draining: draining, logger: logger, refusals: refusals) {
            try application(onReady: onReady)
        }
    }

    /// The server of Hummingbird that ``service(onReady:)`` runs.
    func application(
        onReady: @escaping @Sendable (_ port: Int) -> Void = { _ in }
    ) throws -> Application<GatewayResponder> {
        // Hummingbird logs its own life at info, and requests at debug; only its warnings are of interest.
        var frameworkLogger = logger
        frameworkLogger.logLevel = max(.warning, logger.logLevel)
        let responder = GatewayResponder(
            routes: routes, services: services, metrics: metrics,
            deadlines: BodyDeadlines(timeout: configuration.bodyTimeout), draining: draining,
            bodyLimit: configuration.bodyLimit, logger: logger, refusals: refusals)
        return Application(
            responder: responder, server: try serverBuilder(responder),
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port),
                availableConnectionsDelegate: ConnectionLimiter(counts: connections)),
            onServerRunning: { channel in
                onReady(channel.localAddress?.port ?? configuration.port)
            },
            logger: frameworkLogger)
    }

    private func serverBuilder(_ responder: GatewayResponder) throws -> HTTPServerBuilder {
        let admission = admission
        let connections = connections
        let firstRequestTime = TimeAmount(configuration.firstRequestTimeout)
        let lingerTime = TimeAmount(configuration.lingerTimeout)
        let discardLimit = GatewayLimits.mostDiscarded(bodyLimit: configuration.bodyLimit)
        let plain = HTTPServerBuilder.http1(
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [
                    HTTP1Placement(
                        ConnectionGuard(
                            connections: connections, firstRequestTime: firstRequestTime),
                        LoadShedder(
                            admission: admission, discardLimit: discardLimit,
                            isAlwaysAnswered: { ServicePath(rawValue: $0) != nil },
                            refusal: { responder.refusal(of: $0) })),
                    SlowReaderTimeout(time: lingerTime),
                ],
                idleTimeout: TimeAmount(configuration.idleTimeout),
                httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                    maxHeaderFieldSize: GatewayLimits.headerBytes,
                    maxHeaderListSize: GatewayLimits.headerBytes,
                    maxHeaderFieldCount: GatewayLimits.headerFields)))
        guard let tls = configuration.tls else { return plain }
        return try .tls(plain, tlsConfiguration: tls.configuration())
    }

    private mutating func addServicePaths() {
        for path in ServicePath.allCases {
            let endpoint: ServiceEndpoint =
                switch path {
                case .live: .live
                case .ready: .ready(draining: draining, services)
                case .metrics: .metrics(metrics)
                }
            for method in ["GET", "HEAD"] {
                // A balancer in front that keeps strangers from them knows the one spelling.
                routes.add(
                    DialectRoute(method: method, path: path.rawValue, operation: "\(path)"),
                    endpoint, takesSlash: false)
            }
        }
    }

    private func watchOwnNumbers() {
        let admission = admission
        let (rates, addresses) = (rates, addresses)
        metrics.watch(.requestsRateLimited) {
            (rates?.turnedAway ?? 0) + (addresses?.turnedAway ?? 0)
        }
        let connections = connections
        metrics.watch(.requestsInProgress) {
            admission.working
        }
        metrics.watch(.requestsWaiting) {
            admission.waiting
        }
        metrics.watch(.requestsShed) { admission.turnedAway }
        metrics.watch(.connectionsOpen) {
            connections.open.load(ordering: .relaxed)
        }
        metrics.watch(.connectionsPaused) { connections.pauses.load(ordering: .relaxed) }
        metrics.watch(.silentConnectionsClosed) {
            connections.silent.closed.load(ordering: .relaxed)
        }
    }
}
