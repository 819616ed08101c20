import Crypto
import PaymentDomain
import StrictCoding

/// A secret by which an endpoint knows who sends: it signs, or it is a login.
///
/// Source: Standard Webhooks 1.0.0, "Signature scheme".
package struct WebhookSecret: Redacted {
    private enum Key: Sendable {
        /// `v1`: HMAC-SHA256, with a secret that both sides have.
        case shared(SymmetricKey)
        /// `v1a`: Ed25519. The receiver has the public key alone.
        case pair(Curve25519.Signing.PrivateKey)
        /// A user name and a password, which are sent.
        case login(WebhookLogin)
    }

    private let key: Key

    /// How a receiver knows the sender.
    package enum Scheme: String, Sendable, Hashable, CaseIterable {
        case hmac
        case ed25519
        case login

        /// How long the secret before a new one is good, if the overlap is to last so many seconds: of two logins only
        /// one can be sent.
        package func overlap(_ seconds: Int64) -> Int64 { self == .login ? 0 : seconds }
    }

    private static let sharedPrefix = "whsec_"
    private static let privatePrefix = "whsk_"
    private static let publicPrefix = "whpk_"
    private static let loginPrefix = "whlogin_"
    private static let newUsername = "coster"

    /// A new secret.
    package init(_ scheme: Scheme) {
        switch scheme {
        case .hmac:
            key = .shared(SymmetricKey(size: .init(bitCount: WebhookLimits.newSecretBytes * 8)))
        case .ed25519: key = .pair(Curve25519.Signing.PrivateKey())
        case .login: key = .login(WebhookLogin(newOf: WebhookSecret.newUsername))
        }
    }

    /// A secret as text: `whsec_` and a shared secret, or `whsk_` and a private key of 32 bytes, in base64; or `whlogin_`
    /// and a login.
    ///
    /// - Throws: ``WebhookFault/badSecret``.
    package init(_ text: String) throws(WebhookFault) {
        if text.hasPrefix(WebhookSecret.loginPrefix) {
            let login = text.dropFirst(WebhookSecret.loginPrefix.utf8.count)
            key = .login(try WebhookLogin(login))
            return
        }
        let prefixes = [WebhookSecret.sharedPrefix, WebhookSecret.privatePrefix]
        guard let prefix = prefixes.first(where: text.hasPrefix),
            let bytes = try? Base64.decode(Array(text.utf8)[prefix.utf8.count...], .spareBits)
        else { throw .badSecret }
        if prefix == WebhookSecret.sharedPrefix {
            guard WebhookLimits.secretBytes.contains(bytes.count) else { throw .badSecret }
            key = .shared(SymmetricKey(data: bytes))
        } else {
            guard let pair = try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes) else {
                throw .badSecret
            }
            key = .pair(pair)
        }
    }

    package var scheme: Scheme {
        switch key {
        case .shared: .hmac
        case .pair: .ed25519
        case .login: .login
        }
    }

    /// The secret as text, to be encrypted and stored.
    package var text: String {
        switch key {
        case .shared(let key):
            WebhookSecret.sharedPrefix + Base64.encode(key.withUnsafeBytes { Array($0) })
        case .pair(let key):
            WebhookSecret.privatePrefix + Base64.encode(Array(key.rawRepresentation))
        case .login(let login): WebhookSecret.loginPrefix + login.text
        }
    }

    /// What the receiver needs: the shared secret, the public key, or the user name, a colon and the password.
    package var verifier: String {
        switch key {
        case .shared: text
        case .pair(let key):
            WebhookSecret.publicPrefix + Base64.encode(Array(key.publicKey.rawRepresentation))
        case .login(let login): login.text
        }
    }

    /// The login; nil of a secret that signs.
    package var login: WebhookLogin? {
        switch key {
        case .shared, .pair: nil
        case .login(let login): login
        }
    }

    /// A signature with its version, such as `v1,` and base64; nil of a login, and if the system has no randomness.
    func signature(of content: [UInt8]) -> String? {
        switch key {
        case .shared(let key):
            let code = HMAC<SHA256>.authenticationCode(for: content, using: key)
            return "v1," + Base64.encode(Array(code))
        case .pair(let key):
            guard let signature = try? key.signature(for: content) else { return nil }
            return "v1a," + Base64.encode(Array(signature))
        case .login: return nil
        }
    }

    /// `WebhookSecret`.
    package var redacted: String { "WebhookSecret" }
}
