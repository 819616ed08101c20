import SwiftASN1

/// The object identifiers of Apple Pay's certificates and of its signatures.
package enum SimulatorOID {
    /// Marks the leaf that signs payment tokens.
    ///
    /// Source: Apple, Payment token format reference, "Verify the signature", step 1a.
    package static let signerMarker: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 29]
    /// Marks the intermediate authority that issues such leaves; the same source.
    package static let intermediateMarker: ASN1ObjectIdentifier = [
        1, 2, 840, 113_635, 100, 6, 2, 14,
    ]
    /// Carries the hash of the merchant identifier in a payment processing certificate.
    package static let merchantIdentifierHash: ASN1ObjectIdentifier = [
        1, 2, 840, 113_635, 100, 6, 32,
    ]
    /// The UID attribute of a subject: the merchant identifier.
    ///
    /// Source: RFC 4519, 2.39.
    package static let userID: ASN1ObjectIdentifier = [0, 9, 2342, 19_200_300, 100, 1, 1]

    /// Source: RFC 5652, section 4.
    package static let cmsData: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 7, 1]
    /// Source: RFC 5652, section 5.1.
    package static let cmsSignedData: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 7, 2]
    /// Source: RFC 5652, section 11.1.
    package static let contentType: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 9, 3]
    /// Source: RFC 5652, section 11.2.
    package static let messageDigest: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 9, 4]
    /// Source: RFC 5652, section 11.3.
    package static let signingTime: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 9, 5]
    /// Source: RFC 6211, section 2.
    package static let algorithmProtection: ASN1ObjectIdentifier = [
        1, 2, 840, 113_549, 1, 9, 52,
    ]
    /// Source: RFC 5754, section 2.2.
    package static let sha256: ASN1ObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 2, 1]
    /// Source: RFC 5754, section 3.3.
    package static let ecdsaWithSHA256: ASN1ObjectIdentifier = [1, 2, 840, 10045, 4, 3, 2]
    /// Source: RFC 5754, section 3.2.
    package static let rsaWithSHA256: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 1, 11]

    /// Source: RFC 5280, section 4.2.1, for this and the next five.
    package static let basicConstraints: ASN1ObjectIdentifier = [2, 5, 29, 19]
    /// The permitted uses of the certificate.
    ///
    /// Source: RFC 5280, section 4.2.1.12.
    package static let extendedKeyUsage: ASN1ObjectIdentifier = [2, 5, 29, 37]
    /// To be shown by a TLS client; the same source.
    package static let clientAuthentication: ASN1ObjectIdentifier = [1, 3, 6, 1, 5, 5, 7, 3, 2]
    /// To be shown by a TLS server; the same source.
    package static let serverAuthentication: ASN1ObjectIdentifier = [1, 3, 6, 1, 5, 5, 7, 3, 1]
    /// The names of a TLS server.
    ///
    /// Source: RFC 5280, section 4.2.1.6.
    package static let subjectAlternativeName: ASN1ObjectIdentifier = [2, 5, 29, 17]
    /// Which key signed the certificate.
    package static let authorityKeyIdentifier: ASN1ObjectIdentifier = [2, 5, 29, 35]
    /// Which key the certificate is about.
    package static let subjectKeyIdentifier: ASN1ObjectIdentifier = [2, 5, 29, 14]
    /// The permitted uses of the key.
    package static let keyUsage: ASN1ObjectIdentifier = [2, 5, 29, 15]
    /// Under which policy it was issued.
    package static let certificatePolicies: ASN1ObjectIdentifier = [2, 5, 29, 32]
    /// Where revocations would be published.
    package static let crlDistributionPoints: ASN1ObjectIdentifier = [2, 5, 29, 31]
    /// The address of the status service.
    ///
    /// Source: RFC 5280, section 4.2.2.1.
    package static let authorityInformationAccess: ASN1ObjectIdentifier = [
        1, 3, 6, 1, 5, 5, 7, 1, 1,
    ]
}
