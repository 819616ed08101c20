/// How much and how long a line may take.
package struct LineLimits: Sendable, Hashable {
    /// How long a call may take, from its start to the last byte of the reply.
    ///
    /// Source: Worldpay, Notes on Timeout Settings: 20 seconds.
    package var call = Duration.seconds(20)
    /// How long a connection may take to come about, TLS included.
    package var connect = Duration.seconds(5)
    /// The most calls in flight.
    package var inFlight = 500

    package init() {}

    /// The longest reply that is read, in bytes.
    package static let replyBytes = 65_536
    /// How long an idle connection is kept. Hosts close theirs later; a request on a connection that the host is closing
    /// ends in silence.
    static let idle = Duration.seconds(15)
    /// How many failures in a row open the breaker.
    static let failures = 5
    /// How long after a probe the next is let through, in milliseconds.
    static let probeInterval: Int64 = 10_000
    /// The most fields of a trace.
    static let traceFields = 256
    /// The most characters of a traced value that are shown.
    static let traceCharacters = 120
}
