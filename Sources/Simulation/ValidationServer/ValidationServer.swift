import AppleSimulator
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import PaymentDomain

/// Apple's simulated server for pages' sessions, on a port of this machine: it demands a client certificate that the
/// simulated Apple has issued.
///
/// Source: Apple, "Requesting an Apple Pay payment session": mutual TLS with the merchant identity certificate.
package final class ValidationServer: Sendable {
    /// The port that it listens on, at 127.0.0.1.
    package let port: Int
    private let channel: any Channel

    private init(_ channel: any Channel, port: Int) {
        self.channel = channel
        self.port = port
    }

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - port: The port to listen on; 0 picks a free one.
    ///   - delay: How late an answer is that was asked to be slow.
    ///   - domains: The domains that a merchant has registered, by its Apple merchant identifier.
    /// - Throws: ``ValidationServerError``.
    package static func start(
        _ apple: SimulatedApple, port: Int = 0, delay: Duration = ValidationServerLimits.delay,
        now: @escaping @Sendable () -> Timestamp,
        domains: @escaping @Sendable (_ identifier: String) -> Set<String>
    ) async throws(ValidationServerError) -> ValidationServer {
        let tls = try context(apple)
        let validation = MerchantValidation(apple, domains: domains)
        let connections = ConnectionCount()
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    guard connections.enter() else { throw ChannelError.ioOnClosedChannel }
                    channel.closeFuture.whenComplete { _ in connections.leave() }
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(NIOSSLServerHandler(context: tls))
                    try pipeline.configureHTTPServerPipeline()
                    try pipeline.addHandler(
                        IdleStateHandler(allTimeout: TimeAmount(ValidationServerLimits.idle)))
                    try pipeline.addHandler(
                        ValidationHandler(validation, delay: TimeAmount(delay), now: now))
                }
            }
        do {
            let channel = try await bootstrap.bind(host: "127.0.0.1", port: port).get()
            guard let port = channel.localAddress?.port else { throw ValidationServerError.noPort }
            return ValidationServer(channel, port: port)
        } catch {
            throw .noPort
        }
    }

    /// Closes the port; connections end with their replies.
    package func stop() async {
        // A port that is closed already is what we want.
        try? await channel.close()
    }

    private static func context(
        _ apple: SimulatedApple
    ) throws(ValidationServerError) -> NIOSSLContext {
        do {
            let own = try apple.intermediate.issueLeaf(.server(ValidationTrouble.hosts))
            let chain = try [
                own.certificateDER, apple.intermediate.identity.certificateDER,
            ].map { try NIOSSLCertificate(bytes: $0, format: .der) }
            let root = try NIOSSLCertificate(
                bytes: apple.root.identity.certificateDER, format: .der)
            var tls = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) },
                privateKey: .privateKey(
                    try NIOSSLPrivateKey(bytes: Array(own.keyPEM.utf8), format: .pem)))
            tls.minimumTLSVersion = .tlsv12
            // Clients send their certificate alone; Apple's servers know its issuer.
            tls.trustRoots = .certificates([root, chain[1]])
            tls.certificateVerification = .noHostnameVerification
            return try NIOSSLContext(configuration: tls)
        } catch {
            throw .noCertificate
        }
    }
}

/// Why the simulated server doesn't run.
package enum ValidationServerError: String, Error, Sendable, Hashable {
    /// Its certificate can't be made.
    case noCertificate = "no-certificate"
    /// It can't listen on the port.
    case noPort = "no-port"
}

/// How much the simulated server takes, and how long it waits.
package enum ValidationServerLimits {
    /// How late an answer is that was asked to be slow: later than a page waits for its session.
    ///
    /// Source: Apple: a sheet is answered within 30 seconds.
    package static let delay = Duration.seconds(35)
    /// How long a connection may be silent.
    static let idle = Duration.seconds(60)
    /// The most connections at once.
    static let connections = 512
}
