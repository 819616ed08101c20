import Crypto
import SwiftASN1
import X509

/// Apple's payment processing certificate of a merchant.
struct ProcessingCertificate {
    /// SubjectPublicKeyInfo of the merchant's key.
    let publicKeyDER: [UInt8]
    /// SHA-256 of the merchant identifier, or nil where the certificate does not say it.
    let merchantIdentifierHash: [UInt8]?

    /// Reads a certificate, PEM or DER.
    init(_ bytes: [UInt8]) throws(MerchantKeyError) {
        guard bytes.count <= TokenLimits.keyFileBytes else { throw .certificateMalformed }
        let certificate: Certificate
        do {
            if let pem = PEMText(bytes) {
                certificate = try Certificate(pemEncoded: pem.text)
            } else {
                certificate = try Certificate(derEncoded: bytes)
            }
            var serializer = DER.Serializer()
            try serializer.serialize(certificate.publicKey)
            publicKeyDER = serializer.serializedBytes
        } catch {
            throw .certificateMalformed
        }
        merchantIdentifierHash = try ProcessingCertificate.identifierHash(of: certificate)
    }

    /// The extension holds a UTF8String of 64 hex digits (tag 0C, length 40); without it, the
    /// subject's user identifier is the merchant identifier itself.
    ///
    /// Source: Apple, "Restoring the symmetric key", step 2, and the certificates that Apple
    /// issues.
    private static func identifierHash(
        of certificate: Certificate
    ) throws(MerchantKeyError) -> [UInt8]? {
        if let value = certificate.extensions[oid: .merchantIdentifierHash]?.value {
            guard value.starts(with: [0x0C, 0x40]), value.count == 66,
                let hash = Hex.decode(value.dropFirst(2))
            else { throw .certificateMalformed }
            return hash
        }
        return certificate.subject.firstText(.userID).map {
            Array(SHA256.hash(data: Array($0.utf8)))
        }
    }
}

/// A file that is PEM rather than DER.
struct PEMText {
    /// The whole file.
    let text: String

    /// The text, or nil where the file does not look like PEM.
    init?(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self), text.contains("-----BEGIN ")
        else { return nil }
        self.text = text
    }
}
