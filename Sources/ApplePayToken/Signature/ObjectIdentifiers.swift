import SwiftASN1

/// Object identifiers, and two other constants, as they stand in DER, tag and length included, to
/// be compared as bytes.
enum EncodedOID {
    /// 1.2.840.113549.1.7.2 (RFC 5652, section 5.1).
    static let signedData: [UInt8] = [
        0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02,
    ]
    /// 1.2.840.113549.1.7.1, id-data (RFC 5652, section 4).
    static let data: [UInt8] = [
        0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01,
    ]
    /// 1.2.840.113549.1.9.3 (RFC 5652, section 11.1).
    static let contentType: [UInt8] = [
        0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x03,
    ]
    /// 1.2.840.113549.1.9.4 (RFC 5652, section 11.2).
    static let messageDigest: [UInt8] = [
        0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x04,
    ]
    /// 1.2.840.113549.1.9.5 (RFC 5652, section 11.3).
    static let signingTime: [UInt8] = [
        0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x05,
    ]
    /// 2.16.840.1.101.3.4.2.1 (RFC 5754, section 2.2).
    static let sha256: [UInt8] = [
        0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01,
    ]
    /// 1.2.840.10045.4.3.2 (RFC 5758, section 3.2).
    static let ecdsaWithSHA256: [UInt8] = [
        0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02,
    ]
    /// 1.2.840.113549.1.1.11 (RFC 8017, appendix A.2.4).
    static let rsaWithSHA256: [UInt8] = [
        0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0B,
    ]
    /// The absent parameters that some producers write as NULL.
    static let null: [UInt8] = [0x05, 0x00]
    /// INTEGER 1, the version of SignedData and SignerInfo (RFC 5652, sections 5.1 and 5.3).
    static let versionOne: [UInt8] = [0x02, 0x01, 0x01]
}

extension ASN1ObjectIdentifier {
    /// The marker of the certificate that signs Apple Pay tokens.
    ///
    /// Source: Apple, Payment token format reference, step 1.a.
    static let applePayLeaf: ASN1ObjectIdentifier = "1.2.840.113635.100.6.29"
    /// The marker of the certificate that issues it.
    ///
    /// Source: Apple, Payment token format reference, step 1.a.
    static let applePayIntermediate: ASN1ObjectIdentifier = "1.2.840.113635.100.6.2.14"
    /// The hash of the merchant identifier in a payment processing certificate.
    ///
    /// Source: Apple, "Restoring the symmetric key", step 2.
    static let merchantIdentifierHash: ASN1ObjectIdentifier = "1.2.840.113635.100.6.32"
    /// The user identifier in a subject (RFC 4519, section 2.39).
    static let userID: ASN1ObjectIdentifier = "0.9.2342.19200300.100.1.1"
    /// The common name in a subject (RFC 5280, appendix A).
    static let commonName: ASN1ObjectIdentifier = "2.5.4.3"
}
