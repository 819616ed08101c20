/// The problem of a certificate to be imported; a fault of the set-up, not of a payment.
package enum CertificateProblem: String, Error, Sendable, Hashable, CaseIterable {
    /// The file isn't a certificate.
    case notACertificate = "certificate-malformed"
    /// The file holds several certificates.
    case severalCertificates = "certificate-several"
    /// The file is a certificate request.
    case requestGiven = "certificate-is-request"
    /// The file is a private key.
    case privateKeyGiven = "certificate-is-private-key"
    /// The file is PKCS#12.
    case pkcs12Given = "certificate-is-pkcs12"
    /// A merchant identity certificate in place of a payment processing one.
    case isMerchantIdentity = "certificate-is-merchant-identity"
    /// A payment processing certificate in place of a merchant identity one.
    case isPaymentProcessing = "certificate-is-payment-processing"
    /// Neither of the two.
    case purposeUnknown = "certificate-purpose-unknown"
    /// No merchant identifier in it.
    case merchantIdentifierMissing = "certificate-no-merchant"
    /// Another merchant's.
    case otherMerchant = "certificate-other-merchant"
    /// No pending request has its key.
    case noPendingRequest = "certificate-no-request"
    /// Its request was answered before.
    case requestAnswered = "certificate-request-answered"
    /// It has ended.
    case expired = "certificate-expired"
    /// It has not begun.
    case notYetValid = "certificate-not-yet-valid"
    /// Its key is neither P-256 nor RSA with 2048 bits.
    case keyUnsupported = "certificate-key-unsupported"
    /// A merchant identity certificate with a key that is not RSA.
    case identityKeyNotRSA = "certificate-identity-key-not-rsa"
    /// Its issuer is not Apple's.
    case issuerUnknown = "certificate-issuer-unknown"
    /// It names a known issuer that has not signed it.
    case issuerSignatureWrong = "certificate-issuer-signature"

    /// A stable code for machines.
    package var code: String { rawValue }
}
