import Crypto
import CryptoExtras
import PaymentDomain
import SwiftASN1
import X509

/// A request for a certificate, as Apple's developer site takes it, with its new private key.
///
/// Apple keeps nothing of the request but its public key, and writes the certificate's names
/// itself; the common name helps the operator alone.
///
/// Source: RFC 2986 (PKCS#10); RFC 5958 (PKCS#8).
package struct CertificateRequest: Redacted {
    /// The kind of key.
    package let algorithm: KeyAlgorithm
    /// The request in PEM, for the file that goes to Apple.
    package let pem: String
    /// The private key, PKCS#8 in DER: to be sealed, and never written otherwise.
    package let privateKey: [UInt8]
    /// SHA-256 of the public key's SubjectPublicKeyInfo: what the certificate is recognised by.
    package let publicKeyHash: [UInt8]

    /// The kind of key.
    package var redacted: String { "CertificateRequest(\(algorithm.rawValue))" }

    /// The name of a merchant's request: its identifier, as far as there is room. Apple doesn't read it. The
    /// beginning is enough for the operator to recognize it.
    ///
    /// Source: X.520, ub-common-name: 64 characters.
    package static func commonName(for appleMerchantIdentifier: String) -> String {
        let name = "\(appleMerchantIdentifier) (coster)"
        return String(name.prefix(CertificateLimits.commonNameCharacters))
    }

    /// Makes a new key and a request for it; an RSA key takes hundreds of milliseconds.
    ///
    /// - Throws: ``CertificateRequestError``.
    package static func make(
        algorithm: KeyAlgorithm, commonName: String
    ) throws(CertificateRequestError) -> CertificateRequest {
        guard isValid(commonName) else { throw .badCommonName }
        do {
            switch algorithm {
            case .ec:
                let key = P256.Signing.PrivateKey()
                return CertificateRequest(
                    algorithm: algorithm,
                    pem: try sign(Certificate.PrivateKey(key), .ecdsaWithSHA256, commonName),
                    privateKey: Array(key.derRepresentation),
                    publicKeyHash: hash(of: key.publicKey.derRepresentation))
            case .rsa:
                let size = _RSA.Signing.KeySize(bitCount: CertificateLimits.rsaKeyBits)
                let key = try _RSA.Signing.PrivateKey(keySize: size)
                return CertificateRequest(
                    algorithm: algorithm,
                    pem: try sign(
                        Certificate.PrivateKey(key), .sha256WithRSAEncryption, commonName),
                    privateKey: Array(key.pkcs8DERRepresentation),
                    publicKeyHash: hash(of: key.publicKey.derRepresentation))
            }
        } catch {
            throw .cryptographyFailed
        }
    }

    private static func sign(
        _ key: Certificate.PrivateKey, _ signature: Certificate.SignatureAlgorithm,
        _ commonName: String
    ) throws -> String {
        let subject = try DistinguishedName { CommonName(commonName) }
        let request = try CertificateSigningRequest(
            version: .v1, subject: subject, privateKey: key,
            attributes: CertificateSigningRequest.Attributes(), signatureAlgorithm: signature)
        return try request.serializeAsPEM().pemString + "\n"
    }

    private static func hash(of publicKey: some Sequence<UInt8>) -> [UInt8] {
        Array(SHA256.hash(data: Array(publicKey)))
    }

    private static func isValid(_ name: String) -> Bool {
        (1...CertificateLimits.commonNameCharacters).contains(name.unicodeScalars.count)
            && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}

/// Why no request was made.
package enum CertificateRequestError: String, Error, Sendable, Hashable, CaseIterable {
    /// The common name is empty, too long, or has control characters.
    case badCommonName = "request-bad-common-name"
    /// A key or a signature could not be made.
    case cryptographyFailed = "request-cryptography-failed"

    /// A stable code for machines.
    package var code: String { rawValue }

    /// One sentence for a person: what is wrong and how to mend it.
    package var sentence: String {
        switch self {
        case .badCommonName:
            "Invalid name for the request. Use 1 to \(CertificateLimits.commonNameCharacters) characters without control characters."
        case .cryptographyFailed:
            "The key for the request couldn't be created. Try again."
        }
    }
}
