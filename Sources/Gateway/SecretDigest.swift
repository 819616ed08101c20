import Crypto

/// A client's secret as the gateway keeps it: its SHA-256 under a key of this process.
///
/// The secret itself is not kept, and comparing digests tells nothing by the time it takes: how soon two digests
/// differ has nothing to do with how soon two secrets do, and the comparison reads all bytes all the same.
public struct SecretDigest: Sendable {
    private static let key = SymmetricKey(size: .bits256)
    private let code: HMAC<SHA256>.MAC

    /// The digest of a secret.
    public init(_ secret: String) {
        code = HMAC<SHA256>.authenticationCode(for: Array(secret.utf8), using: SecretDigest.key)
    }

    /// Whether a presented secret is this one.
    public func matches(_ presented: String) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(
            code, authenticating: Array(presented.utf8), using: SecretDigest.key)
    }
}
