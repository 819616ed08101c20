import Foundation

/// A Coster server's relay: it adds the merchant's credentials, so that the app has none.
///
/// The relay takes the protocol's own request and gives its own reply. It allows only what an app may do: to save a
/// token (InstaMed) and to authorize (Radial). A publishable key names the merchant; it is not a secret.
public struct Relay: Sendable, Hashable {
    /// The protocols that need credentials.
    public enum Route: String, Sendable, CaseIterable {
        /// InstaMed's SaveApplePayToken, a form.
        case instaMed = "/relay/instamed"
        /// Radial's CreditCardAuthRequest, XML.
        case radial = "/relay/radial"
    }

    private let server: URL
    private let publishableKey: String
    private let bundleIdentifier: String

    /// Names a relay.
    ///
    /// - Parameters:
    ///   - server: The server's URL without a path, for example `https://pay.example.com`.
    ///   - publishableKey: The merchant's publishable key.
    ///   - bundleIdentifier: The app's, as it is registered with the merchant.
    public init(
        server: URL, publishableKey: String,
        bundleIdentifier: String = Bundle.main.bundleIdentifier ?? ""
    ) {
        self.server = server
        self.publishableKey = publishableKey
        self.bundleIdentifier = bundleIdentifier
    }

    /// A request to a route.
    func request(
        _ route: Route, body: Data, contentType: String
    ) throws(ClientError) -> HTTPRequest {
        let base = server.absoluteString
        let text = (base.hasSuffix("/") ? String(base.dropLast()) : base) + route.rawValue
        guard let url = URL(string: text) else { throw .insecureURL }
        return try HTTPRequest(
            post: body, to: url,
            headers: [
                HTTPRequest.Field("Content-Type", contentType),
                HTTPRequest.Field("Authorization", "Bearer \(publishableKey)"),
                HTTPRequest.Field("Coster-Bundle-Identifier", bundleIdentifier),
            ])
    }
}
