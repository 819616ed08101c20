/// Where the gateway listens, and what it takes.
public struct GatewayConfiguration: Sendable {
    /// The address to listen on.
    public var host: String
    /// The port to listen on; 0 picks a free one.
    public var port: Int
    /// The largest body of a request, in bytes.
    public var bodyLimit = GatewayLimits.bodyBytes
    /// Connections that are kept at once; further ones end with their first reply.
    public var maximumConnections = GatewayLimits.connections
    /// How many of those further ones there may be at once; beyond them one waits in the system's queue
    /// until another closes.
    public var spareConnections = GatewayLimits.spareConnections
    /// Requests in work at once.
    public var maximumConcurrentRequests = GatewayLimits.concurrentRequests
    /// Requests that wait for their turn; those beyond are refused at once.
    public var maximumQueuedRequests = GatewayLimits.queuedRequests
    /// How many of a hundred places the requests of one merchant may hold.
    public var merchantShare = GatewayLimits.merchantShare
    /// How many connections of one address may be open without a first request; nil for half of all.
    public var newConnectionsPerAddress: Int?
    /// How many requests of one client are taken a second, with bursts of as many; nil for all.
    public var requestsPerSecond: Int?
    /// How many servers share that rate now.
    public var servers: @Sendable () -> Int = { 1 }
    /// How long a connection may be idle, and how long a request's head may take.
    public var idleTimeout = Duration.seconds(GatewayLimits.idleSeconds)
    /// How long a client may take until the head of its first request is complete, TLS included.
    public var firstRequestTimeout = Duration.seconds(GatewayLimits.firstRequestSeconds)
    /// How long a request's body may take in all, so that one sent byte by byte holds nothing for
    /// long.
    public var bodyTimeout = Duration.seconds(GatewayLimits.bodySeconds)
    /// How long a client may leave its replies unread once they fill its connection's buffers, or stay
    /// when the last reply has been sent, so that one that does neither read nor go holds nothing for
    /// long.
    public var lingerTimeout = Duration.seconds(GatewayLimits.lingerSeconds)
    /// What Retry-After tells a client that was turned away, in seconds.
    public var retryAfterSeconds = GatewayLimits.retryAfterSeconds
    /// Certificate and key; nil where TLS ends before us.
    public var tls: TLSFiles?

    /// The defaults at an address.
    public init(host: String, port: Int) {
        self.host = host
        self.port = port
    }
}
