import DialectKit
import PaymentDomain

/// The gateway's dependencies. It knows no engine, only these closures.
package struct GatewayServices: Sendable {
    /// Finds the owner of a credential in a dialect, by the network that it comes from.
    package var authenticate:
        @Sendable (String, PresentedCredential, ClientAddress) async -> Authentication
    /// Carries out a command.
    package var execute:
        @Sendable (PaymentCommand, RequestOrigin, Timestamp) async
            -> Result<PaymentResult, PaymentRefusal>
    /// Whether requests can be carried out now.
    package var isReady: @Sendable () async -> Bool
    /// The names of the lines to acquirers that can't be reached now; a server with another line is ready all the same.
    package var linesDown: @Sendable () -> [String] = { [] }
    package var now: @Sendable () -> Timestamp
    /// Whether the pages of an origin may call for a merchant; for any, if there isn't one.
    package var allowsOrigin: @Sendable (_ origin: String, MerchantID?) -> Bool = { _, _ in false }
    /// Sees each request of a protocol and its reply; nil unless someone looks, as in a sandbox.
    package var seen: (@Sendable (GatewayExchange) -> Void)?
    /// A monotonic time since the process began, for rates.
    package var uptime: @Sendable () -> Duration = { GatewayServices.start.duration(to: .now) }

    private static let start = ContinuousClock.now

    package init(
        authenticate:
            @escaping @Sendable (String, PresentedCredential, ClientAddress) async
            -> Authentication,
        execute:
            @escaping @Sendable (PaymentCommand, RequestOrigin, Timestamp) async
            -> Result<PaymentResult, PaymentRefusal>,
        isReady: @escaping @Sendable () async -> Bool,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.authenticate = authenticate
        self.execute = execute
        self.isReady = isReady
        self.now = now
    }
}

/// A whole request and its reply, with card data and secrets as they came.
package struct GatewayExchange: Sendable {
    /// The protocol's name.
    package let dialect: String
    /// All of the request but its body.
    package let head: RequestHead
    /// The request's body, if it was read.
    package let body: [UInt8]
    package let reply: DialectReply
    /// The request's outcome, from a closed set.
    package let outcome: String
    package let payment: PaymentID?
}

/// The result of checking a credential.
package enum Authentication: Sendable, Hashable {
    /// It is this merchant's.
    case merchant(MerchantID)
    /// The identity or the secret is wrong.
    case refused
    /// It cannot be looked at now: too many secrets that are slow to check are being presented, or the server does not know
    /// whether what it knows of clients still holds.
    case overloaded
}
