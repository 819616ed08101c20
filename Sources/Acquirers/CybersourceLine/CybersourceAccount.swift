import Crypto
import PaymentDomain
import StrictCoding

/// A merchant ID at Cybersource, the key that signs its requests, and the host that they go to.
package struct CybersourceAccount: Redacted {
    let merchantID: String
    let keyID: String
    let key: SymmetricKey
    /// As requests name it in `Host`.
    let host: String
    /// What comes before the API's own paths; without a slash at its end.
    let basePath: String
    let currency: Currency

    /// An account; nil if the secret isn't the ID of a key, a space, and the shared secret in Base64.
    ///
    /// - Parameters:
    ///   - host: With its port, unless that is the scheme's own.
    ///   - path: The path of the line's URL.
    package init?(
        merchantID: String, secret: String, host: String, path: String, currency: Currency
    ) {
        let words = secret.split(separator: " ", omittingEmptySubsequences: false)
        guard !merchantID.isEmpty, words.count == 2, let keyID = words.first, !keyID.isEmpty,
            !keyID.contains("\""), let key = Base64.decode(String(words[1])), !key.isEmpty
        else { return nil }
        self.merchantID = merchantID
        self.keyID = String(keyID)
        self.key = SymmetricKey(data: key)
        self.host = host
        basePath = path.hasSuffix("/") ? String(path.dropLast()) : path
        self.currency = currency
    }

    /// `CybersourceAccount`.
    package var redacted: String { "CybersourceAccount" }
}
