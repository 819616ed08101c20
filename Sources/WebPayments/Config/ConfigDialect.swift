import DialectKit
import PaymentDomain

/// `GET /applepay/config`: how a merchant is named on Apple's sheet, and what it takes.
///
/// A page sends its publishable key and is on a domain of the merchant's; an app sends the key alone.
package struct ConfigDialect: Dialect {
    package static let path = "/applepay/config"

    /// The answer about a merchant: nil if it doesn't allow the page.
    private let configuration: @Sendable (MerchantID, _ origin: String?) async -> PageConfiguration?

    /// The route.
    ///
    /// - Parameter configuration: The merchant; nil if it doesn't allow pages of the origin.
    package init(
        configuration:
            @escaping @Sendable (MerchantID, _ origin: String?) async -> PageConfiguration?
    ) {
        self.configuration = configuration
    }

    package var name: String { "web" }
    package var clientNamespace: String { RelayCaller.namespace }
    package var isForPages: Bool { true }
    package var routes: [DialectRoute] {
        [DialectRoute(method: "GET", path: Self.path, operation: "config")]
    }

    package func credential(in head: RequestHead) -> CredentialLocation {
        PageCaller.credential(in: head)
    }

    package func decode(_ request: DialectRequest) -> DecodedRequest<Never> {
        let origins = request.head.headers.filter { $0.name == "origin" }.map(\.value)
        guard origins.count <= 1 else { return .reply(Self.originRefused) }
        return .question { merchant in
            guard let found = await configuration(merchant, origins.first) else {
                return Self.originRefused
            }
            return .json(200, found.json, "ok")
        }
    }

    package func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: Never?
    ) -> DialectReply { refusal.webReply }

    private static let originRefused = DialectReply.refused(
        403, "origin-not-allowed",
        "The merchant doesn't allow this page. Add its domain with coster merchant domain add.")
}
