import DialectKit
import PaymentDomain

/// InstaMed's SaveApplePayToken for apps, which must not hold the merchant's password.
///
/// A publishable key names the merchant in place of HTTP Basic. Everything else is ``InstaMedDialect``, in which all
/// other actions and other merchants' outlets are unknown. The merchant's server pays with the token that an app saved.
package struct InstaMedRelay: Dialect {
    private let dialect: InstaMedDialect
    private let isRegistered: @Sendable (RelayCaller) -> Bool

    /// The relay.
    ///
    /// - Parameters:
    ///   - outlets: The outlets of the merchant of a publishable key.
    ///   - isRegistered: Whether the key's merchant allows the app.
    ///   - isSandbox: As in ``InstaMedDialect``.
    package init(
        outlets: @escaping @Sendable (RelayCaller) -> [InstaMedOutlet],
        isRegistered: @escaping @Sendable (RelayCaller) -> Bool, isSandbox: Bool
    ) {
        self.isRegistered = isRegistered
        dialect = InstaMedDialect(actions: [.saveApplePayToken], isSandbox: isSandbox) {
            RelayCaller($0).map(outlets) ?? []
        }
    }

    /// `instamed`: the registrations are the same.
    package var name: String { dialect.name }

    /// Publishable keys.
    package var clientNamespace: String { RelayCaller.namespace }

    /// As InstaMed's.
    package var handles: HandleShape { dialect.handles }

    package static let path = "/relay/instamed"

    /// One path.
    package var routes: [DialectRoute] {
        [DialectRoute(method: "POST", path: Self.path, operation: "relay")]
    }

    /// In the head: the publishable key.
    package func credential(in head: RequestHead) -> CredentialLocation {
        RelayCaller(head).map { .head($0.credential) } ?? .missing
    }

    /// Reads a request of a registered app.
    package func decode(_ request: DialectRequest) -> DecodedRequest<InstaMedExchange> {
        guard let caller = RelayCaller(request.head), isRegistered(caller) else {
            let fault = InstaMedFault(
                .unauthorized, RelayRefusal.appCode, RelayRefusal.app, status: 403)
            return .reply(fault.reply(to: InstaMedExchange(request.head)))
        }
        return dialect.decode(request)
    }

    /// Writes InstaMed's reply.
    package func encode(
        _ outcome: Result<PaymentResult, PaymentRefusal>, for exchange: InstaMedExchange
    ) -> DialectReply {
        dialect.encode(outcome, for: exchange)
    }

    /// Writes InstaMed's reply; for a wrong key, with the relay's own scheme.
    package func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: InstaMedExchange?
    ) -> DialectReply {
        guard refusal == .unauthorized else {
            return dialect.refuse(refusal, on: head, exchange: exchange)
        }
        let fault = InstaMedFault(
            .unauthorized, refusal.rawValue, RelayRefusal.unauthorized, status: 401)
        var reply = fault.reply(to: exchange ?? InstaMedExchange(head))
        reply.headers["WWW-Authenticate"] = "Bearer"
        return reply
    }
}
