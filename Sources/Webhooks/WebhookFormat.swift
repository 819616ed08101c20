/// The form in which an endpoint gets its events.
package enum WebhookFormat: String, Sendable, Hashable, CaseIterable {
    /// Coster's own: all events as JSON, signed as Standard Webhooks says.
    case standard
    /// Radial's: the XML lists that end a settlement or a cancel.
    case radial
    /// InstaMed's: JSON with a transaction's new status.
    case instamed

    /// The scheme of a new endpoint's secret, unless another one is asked for.
    package var newScheme: WebhookSecret.Scheme { schemes.first ?? .hmac }

    /// The schemes of an endpoint's secret. The receivers of processors' forms know no
    /// signature: they ask for a user name and a password.
    package var schemes: [WebhookSecret.Scheme] {
        switch self {
        case .standard: [.hmac, .ed25519]
        case .radial, .instamed: [.login]
        }
    }
}
