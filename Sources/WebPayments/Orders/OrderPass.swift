import DialectKit
import PaymentDomain

/// What a page or a customer proves an order with: the client secret in a body, or the link in a path.
///
/// The gateway checks it like the credential of any other client, so that a page's payment waits at a place of its
/// merchant's.
package enum OrderPass: String, Sendable, CaseIterable {
    case clientSecret = "order-client-secret"
    case link = "order-link"

    /// The namespace in which the gateway looks it up.
    package var namespace: String { rawValue }

    /// The text as a credential. Its identity is the part that names the order.
    func credential(_ text: String) -> PresentedCredential {
        let name = text.utf8.prefix(
            WebOrderID.characters + (self == .link ? 0 : WebOrderID.prefix.utf8.count))
        return PresentedCredential(identity: String(decoding: name, as: UTF8.self), secret: text)
    }

    /// What a credential shows.
    package func sign(_ presented: PresentedCredential) -> WebOrderSign {
        switch self {
        case .clientSecret: .clientSecret(presented.secret)
        case .link: .link(presented.secret)
        }
    }
}
