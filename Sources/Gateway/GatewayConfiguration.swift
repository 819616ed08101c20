/// The gateway's address and limits.
package struct GatewayConfiguration: Sendable {
    /// The address to listen on.
    package var host: String
    /// The port to listen on; 0 picks a free one.
    package var port: Int
    /// The largest body of a request, in bytes.
    package var bodyLimit = GatewayLimits.bodyBytes
    /// Connections that are kept at once; further ones end with their first reply.
    package var maximumConnections = GatewayLimits.connections
    /// How many of those further ones there may be at once; beyond them one waits in the system's queue
    /// until another closes.
    package var spareConnections = GatewayLimits.spareConnections
    /// Requests in progress at once.
    package var maximumConcurrentRequests = GatewayLimits.concurrentRequests
    /// Requests that wait for their turn; those beyond are refused at once.
    package var maximumQueuedRequests = GatewayLimits.queuedRequests
    /// How many of a hundred places the requests of one merchant may hold.
    package var merchantShare = GatewayLimits.merchantShare
    /// How many connections of one address may be open without a first request; nil for half of all.
    package var newConnectionsPerAddress: Int?
    /// How many requests of one client are taken a second, with bursts of as many; nil for all.
    package var requestsPerSecond: Int?
    /// How many requests of one address are taken a second, by protocols that limit them; nil for all.
    package var pageRequestsPerSecond: Int? = GatewayLimits.pageRequestsPerSecond
    /// How many servers share these rates now.
    package var servers: @Sendable () -> Int = { 1 }
    /// How long a connection may be idle, and how long a request's head may take.
    package var idleTimeout = Duration.seconds(GatewayLimits.idleSeconds)
    /// How long a client may take until the head of its first request is complete, TLS included.
    package var firstRequestTimeout = Duration.seconds(GatewayLimits.firstRequestSeconds)
    /// How long a request's body may take in all, so that one sent byte by byte holds nothing for
    /// long.
    package var bodyTimeout = Duration.seconds(GatewayLimits.bodySeconds)
    /// How long a client may leave its replies unread once they fill its connection's buffers, or stay
    /// when the last reply has been sent, so that one that does neither read nor go holds nothing for
    /// long.
    package var lingerTimeout = Duration.seconds(GatewayLimits.lingerSeconds)
    /// The value of Retry-After for a rejected client, in seconds.
    package var retryAfterSeconds = GatewayLimits.retryAfterSeconds
    /// Certificate and key; nil where TLS ends before us.
    package var tls: TLSFiles?

    /// The defaults at an address.
    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }
}
