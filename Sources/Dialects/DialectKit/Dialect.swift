import PaymentDomain

/// A protocol that shops speak: bytes in, a command out; a result in, bytes out.
///
/// A dialect is a pure value. It reads no clock, opens no connection and knows neither the engine nor HTTP's
/// machinery. The gateway calls its functions in this order: ``credential(in:)`` on the head alone, then
/// ``decode(_:)``, then (the engine having done its work) ``encode(_:for:)``; or ``refuse(_:on:)`` where the
/// gateway stops early.
public protocol Dialect: Sendable {
    /// What decoding learned that the reply needs: schema version, names to mirror, the operation.
    associatedtype Exchange: Sendable

    /// Its name in paths of documentation, metrics and the command line: `radial`.
    var name: String { get }

    /// The namespace of its clients' names, in which credentials are looked up.
    var clientNamespace: String { get }

    /// The paths that it answers.
    var routes: [DialectRoute] { get }

    /// Whether pages of other sites call it by design. Their requests carry no secret that a browser keeps.
    var isForPages: Bool { get }

    /// How the handles that it gives out look.
    var handles: HandleShape { get }

    /// Who the client says it is, as far as the head tells.
    func credential(in head: RequestHead) -> CredentialLocation

    /// Reads a whole request.
    func decode(_ request: DialectRequest) -> DecodedRequest<Exchange>

    /// Writes the reply to a command.
    func encode(
        _ outcome: Result<PaymentResult, PaymentRefusal>, for exchange: Exchange
    ) -> DialectReply

    /// Writes the reply to a request that the gateway refused.
    ///
    /// - Parameter exchange: What decoding learned, where the request was decoded before it was refused: a wrong
    ///   credential in a body.
    func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: Exchange?
    ) -> DialectReply
}

extension Dialect {
    /// False: requests that pages of other sites cause are refused.
    public var isForPages: Bool { false }

    /// The dialect's own name.
    public var clientNamespace: String { name }
}

/// One path of a dialect.
public struct DialectRoute: Sendable, Hashable {
    /// The HTTP method, upper case.
    public let method: String
    /// The path, with `{name}` for a variable part; a variable may end in a constant (`{tender}.xml`).
    public let path: String
    /// The operation, as metrics and logs name it: a closed set.
    public let operation: String

    /// A path.
    public init(method: String, path: String, operation: String) {
        self.method = method
        self.path = path
        self.operation = operation
    }
}

/// The head of a request: all but the body.
public struct RequestHead: Sendable {
    /// The route that matched.
    public let route: DialectRoute
    /// The variable parts of the path, percent-decoded.
    public let parameters: [String: String]
    /// The part after `?`, as it came.
    public let query: String
    /// Header fields in order; names in lower case.
    public let headers: [(name: String, value: String)]
    /// When the request arrived.
    public let receivedAt: Timestamp
    /// The address that the connection comes from; behind a proxy, the proxy's. Nil if unknown.
    public let peerAddress: String?
    /// Made anew for each request from the system's source of randomness: what a dialect draws the names from that it
    /// gives out.
    public let chance: RequestChance

    /// A head.
    public init(
        route: DialectRoute, parameters: [String: String], query: String,
        headers: [(name: String, value: String)], receivedAt: Timestamp,
        chance: RequestChance = RequestChance(), peerAddress: String? = nil
    ) {
        self.route = route
        self.parameters = parameters
        self.query = query
        self.headers = headers
        self.receivedAt = receivedAt
        self.chance = chance
        self.peerAddress = peerAddress
    }

    /// The first value of a header; the name in lower case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }
}

/// Random bits that belong to one request.
public struct RequestChance: Sendable, Hashable {
    /// For names that anyone may see, such as transaction numbers.
    public let open: UInt64
    /// For names that must not be guessed, such as registrations; nothing else is drawn from it.
    public let secret: UInt64

    /// Random bits, or a test's own.
    public init(open: UInt64? = nil, secret: UInt64? = nil) {
        var generator = DrawnRandomness()
        self.open = open ?? generator.next()
        self.secret = secret ?? generator.next()
    }
}

/// A whole request.
public struct DialectRequest: Sendable {
    /// All but the body.
    public let head: RequestHead
    /// The body, as it came.
    public let body: [UInt8]

    /// A request.
    public init(head: RequestHead, body: [UInt8]) {
        self.head = head
        self.body = body
    }
}

/// A reply, ready for the wire.
public struct DialectReply: Sendable, Hashable {
    /// The HTTP status.
    public var status: Int
    /// The value of Content-Type.
    public var contentType: String
    /// Further header fields.
    public var headers: [String: String]
    /// The body.
    public var body: [UInt8]
    /// What came of it, as metrics and logs name it: a code from a closed set.
    public var outcomeCode: String

    /// A reply.
    public init(
        status: Int, contentType: String, body: [UInt8], outcomeCode: String,
        headers: [String: String] = [:]
    ) {
        self.status = status
        self.contentType = contentType
        self.body = body
        self.outcomeCode = outcomeCode
        self.headers = headers
    }
}

/// Who a client says it is.
public struct PresentedCredential: Redacted {
    /// The public part: a store, a user.
    public let identity: String
    /// The secret part.
    public let secret: String

    /// What was presented.
    public init(identity: String, secret: String) {
        self.identity = identity
        self.secret = secret
    }

    /// `PresentedCredential`.
    public var redacted: String { "PresentedCredential" }
}

/// Where a client's credential lies.
public enum CredentialLocation: Sendable {
    /// In the head: it is checked before the body is read.
    case head(PresentedCredential)
    /// In the body: decoding brings it.
    case body
    /// Nowhere.
    case missing
}

/// What decoding made of a request.
public enum DecodedRequest<Exchange: Sendable>: Sendable {
    /// A command, and how the client named it; the credential is set where it lay in the body.
    case command(
        PaymentCommand, name: RequestName, credential: PresentedCredential?, Exchange)
    /// No command comes of it: malformed, or answered by the dialect alone.
    case reply(DialectReply)
}

/// Why the gateway refused a request before there was a command.
public enum GatewayRefusal: String, Error, Sendable, Hashable, CaseIterable {
    /// No credential, or a wrong one.
    case unauthorized
    /// The body is over the limit.
    case bodyTooLarge = "body-too-large"
    /// The body ended early, or did not come in time.
    case bodyIncomplete = "body-incomplete"
    /// More requests than can be taken now.
    case overloaded
    /// More requests of this client than it may send.
    case rateLimited = "rate-limited"
    /// Our own fault.
    case internalError = "internal-error"
}
