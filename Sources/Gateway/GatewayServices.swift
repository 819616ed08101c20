import DialectKit
import PaymentDomain

/// What the gateway needs from the house behind it. It knows no engine, only these closures.
public struct GatewayServices: Sendable {
    /// Whose credential it is, in a dialect, and from which network it comes.
    public var authenticate:
        @Sendable (String, PresentedCredential, ClientAddress) async -> Authentication
    /// Carries out a command.
    public var execute:
        @Sendable (PaymentCommand, RequestOrigin, Timestamp) async
            -> Result<PaymentResult, PaymentRefusal>
    /// Whether requests can be carried out now.
    public var isReady: @Sendable () async -> Bool
    /// The moment.
    public var now: @Sendable () -> Timestamp
    /// Whether the pages of an origin may call for a merchant; for any, if there is none.
    public var allowsOrigin: @Sendable (_ origin: String, MerchantID?) -> Bool = { _, _ in false }
    /// The time since some moment of this process, which only ever grows; what rates are measured with.
    public var uptime: @Sendable () -> Duration = { GatewayServices.start.duration(to: .now) }

    private static let start = ContinuousClock.now

    /// The four closures.
    public init(
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

/// What came of a look at a credential.
public enum Authentication: Sendable, Hashable {
    /// It is this merchant's.
    case merchant(MerchantID)
    /// The identity or the secret is wrong.
    case refused
    /// It cannot be looked at now: too many secrets that are slow to check are being presented, or the server does not know
    /// whether what it knows of clients still holds.
    case overloaded
}
