import Gateway
import Logging
import PostgreSQLDatabase

/// Every setting: one property is one row.
///
/// A new setting needs a property here and its use, such as `settings.listen`. The environment variable, the checks and
/// docs/reference/settings.md follow from the row.
package struct SettingTable: Sendable {
    static let table = SettingTable()

    /// The rows, in the order of the properties.
    package static let rows = Mirror(reflecting: table).children.compactMap { child in
        Mirror(reflecting: child.value).descendant("row") as? SettingRow
    }

    // The server.
    let config = Setting("config", .text("a path"), "The JSON file with settings.")
    package let isSandbox = Setting(
        "sandbox", .flag, default: false,
        "Adds the sandbox merchant, trusts the simulator's root, and answers from test tables.")
    let listen = Setting(
        "listen", .address, default: .loopback, "The server's address; port 0 picks a free port.")
    package let dataFolder = Setting(
        "data", .text("a path"), default: "./coster-data", "The data folder.")
    package let databaseURL = Setting(
        "database-url", .database, isSecret: true, "PostgreSQL in place of SQLite.")
    let databaseConnections = Setting(
        "database-connections", .number(1...1_000), default: PostgreSQLLimits.connections,
        "The most connections to PostgreSQL.")
    package let masterKeyFile = Setting(
        "master-key-file", .text("a path"), ifUnset: "the sandbox makes one",
        "The file with the master key: 64 hex digits, mode 0600.")
    let logLevel = Setting(
        "log-level", .logLevel, default: .info, "The lowest level in the log.")
    package let tlsCertificateFile = Setting(
        "tls-certificate-file", .text("a path"), "The TLS certificate in PEM; needs the key too.")
    package let tlsKeyFile = Setting(
        "tls-key-file", .text("a path"), "The TLS key in PEM; needs the certificate too.")
    package let wipesIdleStacks = Setting(
        "wipe-idle-stacks", .flag, default: false,
        "When the server is idle, overwrite its threads' stacks.")
    // Payments.
    let acquirerTimeoutSeconds = Setting(
        "acquirer-timeout-seconds", .number(1...300), default: 10,
        "After this time the outcome is unknown, and the request is reversed.")
    package let tokenMaximumAgeSeconds = Setting(
        "token-max-age-seconds", .number(1...31_536_000), default: 300,
        "How far a token's signing time may be from now.")
    let allowsRefundBeyondCapture = Setting(
        "refund-beyond-capture", .flag, default: false,
        "Refunds above the capture become credits, if the protocol has them.")
    let settleAt = Setting(
        "settle-at", .timeOfDay, "The server closes the batch daily at this time.")
    // Events.
    package let webhookNetworks = Setting(
        "webhook-allow", .networks,
        "The networks beside the Internet that events may be sent to.")
    let eventsKeptDays = Setting(
        "events-kept-days", .number(30...36_500), default: 400,
        "The days after a settled payment's last event for which its events are kept.")
    let deliveriesKeptDays = Setting(
        "deliveries-kept-days", .number(7...36_500), default: 90,
        "The days for which ended deliveries are kept, at most as long as events.")
    // Limits.
    let bodyLimit = Setting(
        "body-limit", .number(1...16_777_216), default: GatewayLimits.bodyBytes,
        "The most bytes of a request's body.")
    let maximumConnections = Setting(
        "max-connections", .number(1...100_000), default: GatewayLimits.connections,
        "The most connections that stay open.")
    let maximumConcurrentRequests = Setting(
        "max-concurrent-requests", .number(1...100_000), default: GatewayLimits.concurrentRequests,
        "The most requests in progress.")
    let maximumQueuedRequests = Setting(
        "max-queued-requests", .number(1...1_000_000), default: GatewayLimits.queuedRequests,
        "The most requests that wait.")
    let maximumMerchantShare = Setting(
        "max-merchant-share", .number(1...100), default: GatewayLimits.merchantShare,
        "The percentage of these places that one merchant may hold.")
    let maximumNewConnectionsPerAddress = Setting(
        "max-new-connections-per-address", .number(1...100_000), ifUnset: "half of all",
        "Connections of one address without a request.")
    let maximumRequestsPerSecond = Setting(
        "max-requests-per-second", .number(1...1_000_000),
        "The most requests of one client a second.")
    let maximumPageRequestsPerSecond = Setting(
        "max-page-requests-per-second", .number(1...1_000_000),
        ifUnset: "\(GatewayLimits.pageRequestsPerSecond); none behind a proxy",
        "Requests of an address a second for pages.")
    // The sandbox.
    let sandboxAcquirer = Setting(
        "sandbox-acquirer", .address, "The address of an acquirer program of your own.")
    let sandboxStopAt = Setting(
        "sandbox-stop-at", .text("a step"), "The sandbox kills itself at this step.")
    let sandboxPlant = Setting(
        "sandbox-plant", .text("a name"), "A debug build's sandbox makes this mistake on purpose.")
}
