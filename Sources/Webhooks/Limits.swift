/// The limits of webhooks.
package enum WebhookLimits {
    /// The longest URL of an endpoint, in bytes.
    package static let urlBytes = 1_024
    /// The ports of public addresses. Another port is open to the addresses that the operator allowed alone.
    package static let publicPorts: Set<Int> = [443, 8_443]
    /// The length of a secret, in bytes. Source: Standard Webhooks 1.0.0, "Signature scheme".
    package static let secretBytes = 24...64
    /// The length of a secret that Coster makes, in bytes.
    package static let newSecretBytes = 32
    /// The length of a user name, and of a password, in bytes.
    package static let usernameBytes = 1...64
    package static let passwordBytes = 12...128
    /// The longest wait that an endpoint can ask for with Retry-After, in seconds.
    package static let retryAfterSeconds: Int64 = 86_400
    /// After how long with nothing but failures an endpoint is disabled, in seconds: five days.
    package static let failingSeconds: Int64 = 432_000
    /// How many failures in a row stop the deliveries of an endpoint, but for probes.
    package static let failuresInARow = 5
    /// How long after a probe the next is let through, in milliseconds.
    package static let probeInterval: Int64 = 60_000
    /// The most deliveries of an endpoint that a server sends at once.
    package static let inFlightPerEndpoint = 4
    /// The most endpoints that a server sends to at once, but for those that are slow.
    package static let endpointsAtOnce = 16
    /// How long an endpoint keeps its place if others wait for one, in milliseconds.
    package static let turn: Int64 = 500
    /// The most endpoints that are waited for after they gave up their places.
    package static let slowEndpoints = 256
    /// How long a delivery may take, from its look-up to the last byte of the reply.
    package static let call = Duration.seconds(15)
    /// How long the look-up of a host's name may take.
    package static let lookUp = Duration.seconds(5)
    /// The most names that are looked up at once.
    package static let lookUps = 32
    /// How long a claimed delivery is kept from others, in seconds: longer than its look-up and its call take.
    package static let leaseSeconds: Int64 = 120
    /// How far ahead a delivery may be due, in seconds: one due later was put off by a clock that was ahead. Servers are
    /// ready only while their clocks agree within 20 s.
    package static let farthestDueSeconds = DeliveryVerdict.longestWaitSeconds + leaseSeconds + 60
    /// How many deliveries are changed or erased in one database transaction; payments wait no longer than for these.
    package static let changedPerStep = 500
    /// How many steps of new events are queued before what is due is sent.
    package static let queueingSteps = 10
    /// How many such transactions the worker makes in a row.
    package static let stepsInARow = 20
    /// How many endpoints a merchant may have.
    package static let endpoints = 16
}
