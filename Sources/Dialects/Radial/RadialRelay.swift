import DialectKit
import PaymentDomain

/// Radial's CreditCardAuthRequest with a wallet for apps, which must not hold the store's API key.
///
/// A publishable key names the merchant in place of store and `apikey`. Everything else is ``RadialDialect``, as if the
/// request had come to `auth/DW.xml`: it refuses other messages, and cards that aren't in a wallet. The customer's IP
/// address is the connection's.
package struct RadialRelay: Dialect {
    private let dialect = RadialDialect(isSentByCustomer: true)
    private let isRegistered: @Sendable (RelayCaller) -> Bool

    /// The relay.
    ///
    /// - Parameter isRegistered: Whether the merchant of the publishable key allows the app.
    package init(isRegistered: @escaping @Sendable (RelayCaller) -> Bool) {
        self.isRegistered = isRegistered
    }

    /// `radial`: the payments are the same.
    package var name: String { dialect.name }

    /// Publishable keys.
    package var clientNamespace: String { RelayCaller.namespace }

    /// As Radial's.
    package var handles: HandleShape { dialect.handles }

    package static let path = "/relay/radial"

    /// One path.
    package var routes: [DialectRoute] {
        [DialectRoute(method: "POST", path: Self.path, operation: "relay")]
    }

    /// In the head: the publishable key.
    package func credential(in head: RequestHead) -> CredentialLocation {
        RelayCaller(head).map { .head($0.credential) } ?? .missing
    }

    /// Reads a request of a registered app.
    package func decode(_ request: DialectRequest) -> DecodedRequest<RadialExchange> {
        let head = request.head
        guard let caller = RelayCaller(head), isRegistered(caller) else {
            let fault = RadialFault(403, .notAuthorized, RelayRefusal.appCode, RelayRefusal.app)
            return .reply(fault.reply(at: head.receivedAt))
        }
        let route = DialectRoute(
            method: head.route.method, path: head.route.path,
            operation: RadialOperation.authorize.rawValue)
        let authorization = RequestHead(
            route: route, parameters: ["tender": RadialTender.digitalWallet.rawValue],
            query: head.query, headers: head.headers, receivedAt: head.receivedAt,
            chance: head.chance, peerAddress: head.peerAddress)
        return dialect.decode(DialectRequest(head: authorization, body: request.body))
    }

    /// Writes Radial's reply.
    package func encode(
        _ outcome: Result<PaymentResult, PaymentRefusal>, for exchange: RadialExchange
    ) -> DialectReply {
        dialect.encode(outcome, for: exchange)
    }

    /// Writes Radial's Fault; for a wrong key, with the relay's own scheme.
    package func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: RadialExchange?
    ) -> DialectReply {
        guard refusal == .unauthorized else {
            return dialect.refuse(refusal, on: head, exchange: exchange)
        }
        let fault = RadialFault(
            401, .notAuthorized, refusal.rawValue, RelayRefusal.unauthorized)
        var reply = fault.reply(at: head.receivedAt)
        reply.headers["WWW-Authenticate"] = "Bearer"
        return reply
    }
}
