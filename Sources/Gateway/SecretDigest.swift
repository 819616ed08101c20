import Crypto
import PaymentDomain

/// The stored form of a client's secret: a digest under a key that only this process has.
///
/// It fits secrets of high entropy, as gateways issue them. The comparison takes the same time wherever the digests
/// differ, and since the key is secret, an attacker can't aim at a digest that begins like another.
package struct SecretDigest: Redacted {
    // It holds the key already mixed in; a copy digests without doing that again.
    private static let prepared = HMAC<SHA256>(key: SymmetricKey(size: .bits256))
    private let code: HMAC<SHA256>.MAC

    /// The digest of a secret.
    package init(_ secret: String) {
        code = SecretDigest.digest(secret)
    }

    /// Whether a presented secret is the one that was digested.
    package func matches(_ presented: String) -> Bool {
        // The operator of swift-crypto's authentication codes compares in constant time.
        code == SecretDigest.digest(presented)
    }

    /// `SecretDigest`.
    package var redacted: String { "SecretDigest" }

    private static func digest(_ secret: String) -> HMAC<SHA256>.MAC {
        var mac = prepared
        var secret = secret
        secret.withUTF8 { mac.update(data: $0) }
        return mac.finalize()
    }
}
