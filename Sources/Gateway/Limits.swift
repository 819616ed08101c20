/// How much the gateway takes, and for how long it waits.
package enum GatewayLimits {
    /// The largest body, in bytes: many times the largest document of any dialect.
    package static let bodyBytes = 256 * 1024
    /// The most that is set aside for a body before any of it has come, in bytes: a declared length
    /// is only a claim.
    static let bodyReserveBytes = 64 * 1024
    /// The most of an unwanted body that is read and thrown away, in bytes: a client that is still
    /// sending cannot read why it was refused.
    static let discardedBytes = 8 * 1024 * 1024
    /// The same where bodies may be larger than that: what would have been read can be thrown away.
    static func mostDiscarded(bodyLimit: Int) -> Int { max(bodyLimit, discardedBytes) }
    /// The largest header field, and all of them together, in bytes.
    static let headerBytes = 16 * 1024
    /// The most header fields of a request.
    static let headerFields = 100
    /// The longest path, in bytes; no route of ours is longer.
    static let pathBytes = 1024
    /// How many parts of a path room is made for before they are counted.
    static let usualPathParts = 8
    /// Connections at once, with the spare ones: below the 1024 open files that a process may have where
    /// nobody raised it.
    package static let connections = 768
    /// Connections beyond them, each for one reply: who comes when all others are kept by their clients,
    /// idle or not, is answered or turned away, and does not hang.
    package static let spareConnections = 128
    /// Requests that a client may send ahead of the reply to the one in progress; the last of them
    /// is its connection's last. Clients of payment protocols send none.
    static let heldRequests = 32
    /// How often a connection is read before others are, 64 KiB at most each time.
    static let readsAtOnce: UInt = 1
    /// How long a client may take until the head of its first request is complete, TLS included, in
    /// seconds.
    package static let firstRequestSeconds = 10
    /// How many of a hundred places the requests of one merchant may hold; the same limit is for all requests together
    /// without a secret. The others are free for the rest, so that one merchant whose acquirer is slow doesn't take
    /// all.
    package static let merchantShare = 80
    /// Requests in progress at once. Most of that time they wait for the acquirer or the disk.
    package static let concurrentRequests = 256
    /// Requests that wait for their turn; beyond them, a quick refusal beats a late answer. Together with those in
    /// progress they are fewer than the connections, or no request would ever be refused.
    package static let queuedRequests = 128
    /// How long a connection may be idle or take for a request's head, in seconds.
    package static let idleSeconds = 30
    /// How long a request's body may take, all in all, in seconds.
    package static let bodySeconds = 15
    /// How long a client may leave its replies unread once they fill its connection's buffers, or stay
    /// when the last reply has been sent, in seconds.
    package static let lingerSeconds = 15
    /// How long the answer of a look at whether the server can work is kept, in milliseconds: far less
    /// than the time between two questions of a balancer.
    package static let readinessMilliseconds = 250
    /// Requests of one address for pages, in a second. A customer's browser sends a few for a payment; many customers may
    /// share an address.
    package static let pageRequestsPerSecond = 50
    /// How many clients or addresses are remembered that haven't their whole share of requests.
    static let rememberedClients = 16_384
    /// After how many seconds a client that was turned away may come again.
    package static let retryAfterSeconds = 1
    /// Series of metrics in all. Labels come from closed sets; this is the last line.
    static let metricSeries = 4096
    /// The upper bounds of the latency histogram's buckets, in microseconds: from the time of a request that stays in
    /// this process to the longest time limit of an acquirer.
    static let latencyBuckets = [
        500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
        2_500_000, 5_000_000, 10_000_000, 30_000_000,
    ]
}
