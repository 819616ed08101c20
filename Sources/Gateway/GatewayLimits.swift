/// The limits of the gateway; what an operator may change is a default here.
public enum GatewayLimits {
    /// The largest request body, in bytes. A Radial authorization is about 5,000.
    public static let bodyBytes = 256 * 1024
    /// The largest head of a request, and the largest single field of it, in bytes.
    public static let headBytes = 16 * 1024
    /// How many header fields a request may have.
    public static let headFields = 100
    /// How long a connection may take to bring one whole request, idle time included, in seconds. A client that sends a
    /// byte now and then does not hold a connection for longer.
    public static let requestSeconds: Int64 = 30
    /// How many connections are open at once.
    public static let connections = 4_096
    /// How many requests are in work at once.
    public static let concurrentRequests = 256
    /// How many requests wait for their turn; one more is refused at once.
    public static let queuedRequests = 1_024
    /// What a refused client is told to wait, in seconds.
    public static let retryAfterSeconds = 1
    /// How many series a metric may have; the labels are closed sets, so that this is never reached.
    public static let metricSeries = 2_000
}
