import DialectKit
import PaymentDomain

/// Where and within which limits a gateway serves.
public struct GatewayConfiguration: Sendable {
    /// The address to bind.
    public var host: String
    /// The port; 0 picks a free one.
    public var port: Int
    /// Bytes of a request's body.
    public var bodyLimit = GatewayLimits.bodyBytes
    /// Connections at once.
    public var maximumConnections = GatewayLimits.connections
    /// Requests in work at once.
    public var maximumConcurrentRequests = GatewayLimits.concurrentRequests
    /// Requests that wait for their turn.
    public var maximumQueuedRequests = GatewayLimits.queuedRequests
    /// Seconds for one whole request to arrive.
    public var requestSeconds = GatewayLimits.requestSeconds
    /// Certificate and key, where the gateway itself ends TLS.
    public var tls: TLSFiles?

    /// A gateway with the default limits.
    public init(host: String, port: Int) {
        self.host = host
        self.port = port
    }
}

/// The PEM files of a server's identity.
public struct TLSFiles: Sendable, Hashable {
    /// Path of the certificate chain, the server's own first.
    public var certificate: String
    /// Path of the private key.
    public var key: String

    /// Two paths.
    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}

/// What the gateway asks of the rest of the house.
public struct GatewayServices: Sendable {
    /// Who a credential belongs to, or nil where it is none.
    public var authenticate: @Sendable (_ dialect: String, PresentedCredential) async -> MerchantID?
    /// Carries a command out.
    public var execute:
        @Sendable (PaymentCommand, RequestOrigin, Timestamp) async
            -> Result<PaymentResult, PaymentRefusal>
    /// Whether payments can be taken now.
    public var isReady: @Sendable () async -> Bool
    /// The time.
    public var now: @Sendable () -> Timestamp

    /// The services.
    public init(
        authenticate: @escaping @Sendable (String, PresentedCredential) async -> MerchantID?,
        execute:
            @escaping @Sendable (PaymentCommand, RequestOrigin, Timestamp) async -> Result<
                PaymentResult, PaymentRefusal
            >,
        isReady: @escaping @Sendable () async -> Bool, now: @escaping @Sendable () -> Timestamp
    ) {
        self.authenticate = authenticate
        self.execute = execute
        self.isReady = isReady
        self.now = now
    }
}
