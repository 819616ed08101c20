/// Why a PKCS#12 file cannot be used.
package enum PKCS12Problem: String, Error, Sendable, Hashable, CaseIterable {
    /// The file is no PKCS#12, or ends too early.
    case malformed = "pkcs12-malformed"
    /// The password is empty or too long, or has characters beyond ASCII.
    case passwordUnsuitable = "pkcs12-password-unsuitable"
    /// The password is wrong, or the file was changed.
    case passwordWrong = "pkcs12-password-wrong"
    /// The file is protected in a way that is not supported.
    case encryptionUnsupported = "pkcs12-encryption-unsupported"
    /// There is no private key in it.
    case noKey = "pkcs12-no-key"
    /// There are several private keys in it.
    case severalKeys = "pkcs12-several-keys"
    /// The key is neither P-256 nor RSA with 2048 bits.
    case keyUnsupported = "pkcs12-key-unsupported"
    /// There is no certificate in it.
    case noCertificate = "pkcs12-no-certificate"
    /// There are several certificates in it that are no issuer's.
    case severalCertificates = "pkcs12-several-certificates"
    /// A certificate in it cannot be read.
    case certificateMalformed = "pkcs12-certificate-malformed"
    /// The certificate is for another key.
    case keyMismatch = "pkcs12-key-mismatch"

    /// A stable code for machines.
    package var code: String { rawValue }
}

extension PKCS12Problem: CustomStringConvertible {
    /// One sentence for a person: what is wrong and how to mend it. It holds nothing of the file.
    package var sentence: String {
        switch self {
        case .malformed:
            "The file isn't PKCS#12, or is cut off. Export the key and its certificate again as .p12."
        case .passwordUnsuitable:
            "Invalid password. Export the file again with 1 to \(CertificateLimits.passwordBytes) printable ASCII characters."
        case .passwordWrong:
            "The password is wrong, or the file was changed. Check that the password file holds only the password."
        case .encryptionUnsupported:
            "The file's encryption isn't supported. Convert it with `openssl pkcs12 -in OLD -nodes | openssl pkcs12 -export -out NEW`."
        case .noKey:
            "The file has no private key. In Keychain, select the certificate together with its key, and export both."
        case .severalKeys:
            "The file has several private keys. Export one key with its certificate."
        case .keyUnsupported:
            "The private key is neither P-256 nor RSA with 2048 bits. Create a request with `coster merchant csr`."
        case .noCertificate:
            "The file has no certificate. Export the key together with it, or add Apple's .cer file with --import."
        case .severalCertificates:
            "The file has several certificates. Export the merchant's certificate alone, with its key."
        case .certificateMalformed:
            "The certificate in the file can't be read. Export the key and its certificate again."
        case .keyMismatch:
            "The certificate in the file is for another key. Export the certificate together with its own key."
        }
    }

    package var description: String { sentence }
}
