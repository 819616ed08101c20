/// Why a merchant's key, its certificate or a root cannot be used: a fault of the set-up, not of a
/// token.
public enum MerchantKeyError: Error, Sendable, Hashable {
    /// The private key is neither SEC 1, PKCS#8 nor PKCS#1, or of a kind that Apple Pay does not
    /// use.
    case keyMalformed
    /// The file is PKCS#12, and no password was given.
    case pkcs12Given
    /// The file is the base64 text of a key or a PKCS#12 file.
    case base64Given
    /// The file is a Java key store.
    case javaKeyStoreGiven
    /// The key is encrypted, and no password was given.
    case passwordMissing
    /// The key is encrypted, and the password is wrong.
    case passwordWrong
    /// The key is encrypted in a way that is not supported.
    case encryptionUnsupported(KeyEncryption)
    /// The certificate cannot be read.
    case certificateMalformed
    /// The certificate is for another key.
    case certificateMismatch
    /// The file holds several certificates, and none is for the key.
    case severalCertificates
    /// The certificate has no merchant identifier, and none was given.
    case merchantIdentifierMissing
    /// The certificate is for another merchant identifier than the given one.
    case merchantIdentifierMismatch

    /// A stable code for machines.
    public var code: String {
        switch self {
        case .keyMalformed: "merchant-key-malformed"
        case .pkcs12Given: "merchant-key-is-pkcs12"
        case .base64Given: "merchant-key-is-base64"
        case .javaKeyStoreGiven: "merchant-key-is-java-key-store"
        case .passwordMissing: "merchant-key-password-missing"
        case .passwordWrong: "merchant-key-password-wrong"
        case .encryptionUnsupported: "merchant-key-encryption-unsupported"
        case .certificateMalformed: "certificate-file-malformed"
        case .certificateMismatch: "certificate-key-mismatch"
        case .severalCertificates: "certificate-file-several"
        case .merchantIdentifierMissing: "merchant-identifier-missing"
        case .merchantIdentifierMismatch: "merchant-identifier-mismatch"
        }
    }

    /// One sentence for a person: what is wrong and what to do next.
    public var sentence: String {
        switch self {
        case .keyMalformed:
            "The private key can't be read. Give a P-256 or RSA key as SEC 1, PKCS#8 or PKCS#1."
        case .pkcs12Given:
            "This is a PKCS#12 file. Give --password-file with its password."
        case .base64Given:
            "This is base64. Decode it first, with base64 -d."
        case .javaKeyStoreGiven:
            "This is a Java key store. Export it as .p12, with keytool -importkeystore "
                + "-deststoretype PKCS12."
        case .passwordMissing:
            "The private key is encrypted. Give its password."
        case .passwordWrong:
            "The private key doesn't decrypt. Check its password."
        case .encryptionUnsupported(let scheme):
            "The private key is encrypted with \(scheme.rawValue), which isn't supported. Convert "
                + "it with openssl pkcs8 -topk8 -v2 aes-256-cbc."
        case .certificateMalformed:
            "The certificate can't be read. Give it as PEM or DER."
        case .certificateMismatch:
            "The certificate is for another key. Give the key of its certificate request."
        case .severalCertificates:
            "The file has several certificates, and none belongs to this key. Give the certificate of this key."
        case .merchantIdentifierMissing:
            "The merchant identifier is unknown. Give it, or Apple's certificate that holds it."
        case .merchantIdentifierMismatch:
            "The certificate is for another merchant identifier. Give the certificate without an identifier."
        }
    }
}

/// The encryptions of private keys that are not supported, by the names that tools give them.
public enum KeyEncryption: String, Sendable, Hashable, CaseIterable {
    /// PBES2 with scrypt in place of PBKDF2 (RFC 7914).
    case scrypt = "scrypt"
    /// pbeWithMD5AndDES-CBC (RFC 8018, appendix A.3).
    case md5DES = "PBE-MD5-DES"
    /// pbeWithSHA1AndDES-CBC (RFC 8018, appendix A.3).
    case sha1DES = "PBE-SHA1-DES"
    /// PBES2 with 3DES and a hash that 3DES has never come with.
    case tripleDES = "3DES and another hash than SHA-1 or SHA-256"
    /// More rounds of the derivation than ``TokenLimits/keyDerivationRounds``.
    case tooManyRounds = "too many rounds"
    /// The header lines of OpenSSL before 1.0 (RFC 1421).
    case pemHeader = "a PEM header (DEK-Info)"
    /// A scheme that has no name here.
    case other = "an unknown scheme"
}
