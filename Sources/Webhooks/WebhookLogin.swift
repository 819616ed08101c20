import Crypto
import PaymentDomain
import StrictCoding

/// The user name and password by which a receiver of a processor's form knows its sender.
package struct WebhookLogin: Redacted, Hashable {
    package let username: String
    package let password: String

    /// A login as text: the user name, a colon and the password, both of printable ASCII without spaces.
    ///
    /// - Throws: ``WebhookFault/badSecret``.
    package init(_ text: some StringProtocol) throws(WebhookFault) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, WebhookLimits.usernameBytes.contains(parts[0].utf8.count),
            WebhookLimits.passwordBytes.contains(parts[1].utf8.count),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .badSecret }
        username = String(parts[0])
        password = String(parts[1])
    }

    /// A login with a new password.
    init(newOf username: String) {
        self.username = username
        password = SymmetricKey(size: .bits256).withUnsafeBytes { Hex.encode(Array($0)) }
    }

    /// The login as text.
    package var text: String { "\(username):\(password)" }

    /// `WebhookLogin`.
    package var redacted: String { "WebhookLogin" }
}
