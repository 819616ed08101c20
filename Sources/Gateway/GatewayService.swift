import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle

/// Why a gateway cannot serve.
public enum GatewayError: String, Error, Sendable {
    /// The certificate or the key cannot be read, or they do not fit.
    case tlsFilesUnusable
}

/// A gateway that serves until its group shuts down, and then drains: what was accepted is answered.
public struct GatewayService: Service {
    private let gateway: Gateway
    private let onReady: @Sendable (_ port: Int) -> Void

    init(_ gateway: Gateway, onReady: @escaping @Sendable (_ port: Int) -> Void) {
        self.gateway = gateway
        self.onReady = onReady
    }

    /// Serves.
    public func run() async throws {
        let configuration = gateway.configuration
        var quiet = gateway.logger
        quiet.logLevel = .error
        let onReady = onReady
        let application = Application(
            router: gateway.makeRouter(), server: try server(),
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port),
                serverName: nil,
                availableConnectionsDelegate:
                    MaximumAvailableConnections(configuration.maximumConnections)),
            onServerRunning: { channel in onReady(channel.localAddress?.port ?? 0) },
            logger: quiet)
        let drain = gateway.drain
        try await withGracefulShutdownHandler {
            try await application.run()
        } onGracefulShutdown: {
            drain.begin()
        }
    }

    private func server() throws(GatewayError) -> HTTPServerBuilder {
        let seconds = gateway.configuration.requestSeconds
        var http = HTTP1Channel.Configuration(
            additionalChannelHandlers: [RequestTimeLimit(seconds: seconds)])
        http.httpDecoder = .init(
            maxHeaderFieldSize: GatewayLimits.headBytes, maxHeaderListSize: GatewayLimits.headBytes,
            maxHeaderFieldCount: GatewayLimits.headFields)
        guard let files = gateway.configuration.tls else { return .http1(configuration: http) }
        do {
            let chain = try NIOSSLCertificate.fromPEMFile(files.certificate)
            let key = try NIOSSLPrivateKey(file: files.key, format: .pem)
            var tls = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
            tls.minimumTLSVersion = .tlsv12
            return try .tls(.http1(configuration: http), tlsConfiguration: tls)
        } catch {
            throw .tlsFilesUnusable
        }
    }
}

extension Gateway {
    /// The gateway as a service of a group.
    ///
    /// - Parameter onReady: Called once with the port, when requests are accepted.
    public func service(onReady: @escaping @Sendable (_ port: Int) -> Void) -> GatewayService {
        GatewayService(self, onReady: onReady)
    }
}
