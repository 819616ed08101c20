import PaymentDomain

/// A protocol of shops: bytes in, a command out; a result in, bytes out.
///
/// A dialect is a pure value. It reads no clock, opens no connection and knows neither the engine nor HTTP's machinery.
/// The gateway calls its functions in this order: ``credential(in:)`` on the head alone, then ``decode(_:)``, then (the
/// engine having done its work) ``encode(_:for:)``; or ``refuse(_:on:)`` if the gateway stops early.
package protocol Dialect: Sendable {
    /// The result of decoding that the reply needs: schema version, names to mirror, the operation.
    associatedtype Exchange: Sendable

    /// Its name in paths of documentation, metrics and the command line: `radial`.
    var name: String { get }

    /// The namespace of its clients' names, in which credentials are looked up.
    var clientNamespace: String { get }

    /// The paths that it answers.
    var routes: [DialectRoute] { get }

    /// Whether pages of other sites call it by design. Their requests carry no secret that a browser keeps.
    var isForPages: Bool { get }

    /// Whether one address may send only so many requests a second: each may cost the merchant something outside, and
    /// every visitor of its pages may send them.
    var limitsAddresses: Bool { get }

    /// How the handles that it gives out look.
    var handles: HandleShape { get }

    /// The client's identity, as far as the head shows it.
    func credential(in head: RequestHead) -> CredentialLocation

    /// Reads a whole request.
    func decode(_ request: DialectRequest) -> DecodedRequest<Exchange>

    /// Writes the reply to a command.
    func encode(
        _ outcome: Result<PaymentResult, PaymentRefusal>, for exchange: Exchange
    ) -> DialectReply

    /// Writes the reply to a request that the gateway refused.
    ///
    /// - Parameter exchange: The result of decoding, if the request was decoded before it was refused: a wrong
    ///   credential in a body.
    func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: Exchange?
    ) -> DialectReply
}

extension Dialect {
    /// False: requests that pages of other sites cause are refused.
    package var isForPages: Bool { false }

    /// False: the server's limits for all requests are enough.
    package var limitsAddresses: Bool { false }

    /// The dialect's own name.
    package var clientNamespace: String { name }
}

/// One path of a dialect.
package struct DialectRoute: Sendable, Hashable {
    /// The HTTP method, upper case.
    package let method: String
    /// The path, with `{name}` for a variable part; a variable may end in a constant (`{tender}.xml`).
    package let path: String
    /// The operation, as metrics and logs name it: a closed set.
    package let operation: String

    /// A path.
    package init(method: String, path: String, operation: String) {
        self.method = method
        self.path = path
        self.operation = operation
    }
}

/// The head of a request: all but the body.
package struct RequestHead: Sendable {
    /// The route that matched.
    package let route: DialectRoute
    /// The variable parts of the path, percent-decoded.
    package let parameters: [String: String]
    /// The part after `?`, as it came.
    package let query: String
    /// Header fields in order; names in lower case.
    package let headers: [(name: String, value: String)]
    /// When the request arrived.
    package let receivedAt: Timestamp
    /// The server's own name for the request.
    package let id: RequestIdentifier
    /// The address that the connection comes from; behind a proxy, the proxy's. Nil if unknown.
    package let peerAddress: String?
    /// New for each request from the system's source of randomness: a dialect draws its new names from it.
    package let chance: RequestRandomness

    /// A head.
    package init(
        route: DialectRoute, parameters: [String: String], query: String,
        headers: [(name: String, value: String)], receivedAt: Timestamp,
        chance: RequestRandomness = RequestRandomness(), peerAddress: String? = nil,
        id: RequestIdentifier = .random()
    ) {
        self.route = route
        self.parameters = parameters
        self.query = query
        self.headers = headers
        self.receivedAt = receivedAt
        self.id = id
        self.chance = chance
        self.peerAddress = peerAddress
    }

    /// The first value of a header; the name in lower case.
    package func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }

    /// The only origin that the request names; nil for none, and for several. Source: RFC 6454, 7.
    package var origin: String? {
        let origins = headers.filter { $0.name == "origin" }
        return origins.count == 1 ? origins.first?.value : nil
    }
}

/// Random bits that belong to one request.
package struct RequestRandomness: Sendable, Hashable {
    /// For names that anyone may see, such as transaction numbers.
    package let open: UInt64
    /// For names that must not be guessed, such as registrations; nothing else is drawn from it.
    package let secret: UInt64

    /// Random bits, or a test's own.
    package init(open: UInt64? = nil, secret: UInt64? = nil) {
        var generator = BufferedRandom()
        self.open = open ?? generator.next()
        self.secret = secret ?? generator.next()
    }
}

/// A whole request.
package struct DialectRequest: Sendable {
    /// All but the body.
    package let head: RequestHead
    /// The body, as it came.
    package let body: [UInt8]

    /// A request.
    package init(head: RequestHead, body: [UInt8]) {
        self.head = head
        self.body = body
    }
}

/// A reply, ready for the wire.
package struct DialectReply: Sendable, Hashable {
    /// The HTTP status.
    package var status: Int
    /// The value of Content-Type.
    package var contentType: String
    /// Further header fields.
    package var headers: [String: String]
    package var body: [UInt8]
    /// The result's name in metrics and logs: a code from a closed set.
    package var outcomeCode: String
    /// The payment that was made, for the log, if the dialect made it without a command.
    package var payment: PaymentID?

    /// A reply.
    package init(
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

/// A client's claimed identity and its secret.
package struct PresentedCredential: Redacted {
    /// The public part: a store, a user.
    package let identity: String
    /// The secret part.
    package let secret: String

    /// A presented credential.
    package init(identity: String, secret: String) {
        self.identity = identity
        self.secret = secret
    }

    /// `PresentedCredential`.
    package var redacted: String { "PresentedCredential" }
}

/// The place of a client's credential.
package enum CredentialLocation: Sendable {
    /// In the head: it is checked before the body is read.
    case head(PresentedCredential)
    /// In the body: decoding brings it.
    case body
    /// Nowhere.
    case missing
}

/// The result of decoding a request.
package enum DecodedRequest<Exchange: Sendable>: Sendable {
    /// A command, and how the client named it; the credential is set if it was in the body.
    case command(
        PaymentCommand, name: RequestIdentity, credential: PresentedCredential?, Exchange)
    /// No command comes of it: malformed, or answered by the dialect alone.
    case reply(DialectReply)
    /// A question of a merchant, which a port of the dialect answers. The credential is set if it was in the body.
    case question(
        credential: PresentedCredential? = nil, @Sendable (MerchantID) async -> DialectReply)
    /// A request whose secret belongs to a record of the dialect's own, such as an order. A port finds it, and whose it is.
    case proof(@Sendable () async throws(GatewayRefusal) -> ProvenRequest)
    /// A request of nobody that the server knows, which a port of the dialect answers. No money moves by it.
    case answer(@Sendable () async -> DialectReply)
}

/// A request that has shown the secret of a record.
package struct ProvenRequest: Sendable {
    /// Whose record it is.
    package let merchant: MerchantID
    /// The record's name, by which its requests are counted.
    package let client: String
    package let reply: @Sendable () async -> DialectReply

    package init(
        merchant: MerchantID, client: String, reply: @escaping @Sendable () async -> DialectReply
    ) {
        self.merchant = merchant
        self.client = client
        self.reply = reply
    }
}

/// Why the gateway refused a request before there was a command.
package enum GatewayRefusal: String, Error, Sendable, Hashable, CaseIterable {
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
