/// Why a merchant's key, its certificate or a root cannot be used: a fault of the set-up, not of a
/// token.
public enum MerchantKeyError: String, Error, Sendable, Hashable, CaseIterable {
    /// The private key is neither SEC 1, PKCS#8 nor PKCS#1, or of a kind that Apple Pay does not
    /// use.
    case keyMalformed = "merchant-key-malformed"
    /// The key is encrypted, and no password was given.
    case passwordMissing = "merchant-key-password-missing"
    /// The key is encrypted, and the password is wrong.
    case passwordWrong = "merchant-key-password-wrong"
    /// The key is encrypted in a way that is not supported.
    case encryptionUnsupported = "merchant-key-encryption-unsupported"
    /// The certificate cannot be read.
    case certificateMalformed = "certificate-file-malformed"
    /// The certificate is for another key.
    case certificateMismatch = "certificate-key-mismatch"
    /// The certificate has no merchant identifier, and none was given.
    case merchantIdentifierMissing = "merchant-identifier-missing"
    /// The certificate is for another merchant identifier than the given one.
    case merchantIdentifierMismatch = "merchant-identifier-mismatch"

    /// A stable code for machines.
    public var code: String { rawValue }

    /// One sentence for a person: what is wrong and what to do next.
    public var sentence: String {
        switch self {
        case .keyMalformed:
            "The private key cannot be read; give a P-256 or RSA key as SEC 1, PKCS#8 or PKCS#1."
        case .passwordMissing:
            "The private key is encrypted; give its password."
        case .passwordWrong:
            "The private key does not open; check its password."
        case .encryptionUnsupported:
            "The private key is encrypted in an old way; convert it with openssl pkcs8 -topk8."
        case .certificateMalformed:
            "The certificate cannot be read; give it as PEM or DER."
        case .certificateMismatch:
            "The certificate is for another key; give the key that its request was made with."
        case .merchantIdentifierMissing:
            "The merchant identifier is unknown; give it, or Apple's certificate that holds it."
        case .merchantIdentifierMismatch:
            "The certificate is for another merchant identifier; check which one is meant."
        }
    }
}
