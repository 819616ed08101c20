/// The limits of certificates, their requests and the files that bring them.
package enum CertificateLimits {
    /// The largest certificate, request or PKCS#12 file that is read, in bytes; Apple's
    /// certificates have about 1,200.
    package static let fileBytes = 1 << 16
    /// The most certificates that a PKCS#12 file may hold.
    package static let certificatesInFile = 16
    /// The longest password of a PKCS#12 file, in bytes.
    package static let passwordBytes = 256
    /// The most rounds that a PKCS#12 file may ask for to make a key of its password; OpenSSL and
    /// Keychain ask for 2,048.
    package static let passwordRounds = 1_000_000
    /// The longest common name of a request, in characters.
    ///
    /// Source: RFC 5280, appendix A.1, ub-common-name.
    package static let commonNameCharacters = 64
    /// The size of RSA keys, in bits.
    ///
    /// Source: Apple, Payment token format reference, RSA_v1, and Apple's request for merchant
    /// identity certificates.
    package static let rsaKeyBits = 2048
    /// How many days before its end a certificate is warned about; Apple's own mail comes then.
    package static let expiryWarningDays = 30
    /// How many hexadecimal digits the hash of a merchant identifier has.
    package static let identifierHashDigits = 64
}
