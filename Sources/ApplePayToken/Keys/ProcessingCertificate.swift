import StrictCoding
import Crypto
import SwiftASN1
import X509

/// Apple's payment processing certificate of a merchant.
struct ProcessingCertificate {
    /// SHA-256 of the merchant identifier, or nil if the certificate doesn't have it.
    let merchantIdentifierHash: [UInt8]?

    /// Reads the certificate of a key from a file, PEM or DER.
    ///
    /// The file may hold the issuers' certificates and the key too.
    init(_ file: [UInt8], of key: [UInt8]) throws(MerchantKeyError) {
        guard file.count <= TokenLimits.keyFileBytes else { throw .certificateMalformed }
        let blocks = PEMBlock.blocks(in: file).filter { $0.label == "CERTIFICATE" }
        let files = blocks.isEmpty ? [file] : blocks.compactMap(\.der)
        let certificates = files.compactMap(ProcessingCertificate.read)
        guard !certificates.isEmpty else { throw .certificateMalformed }
        guard let own = certificates.first(where: { $0.key == key }) else {
            throw certificates.count > 1 ? .severalCertificates : .certificateMismatch
        }
        merchantIdentifierHash = try ProcessingCertificate.identifierHash(of: own.certificate)
    }

    /// A certificate and its SubjectPublicKeyInfo, or nil if it cannot be read.
    private static func read(_ der: [UInt8]) -> (certificate: Certificate, key: [UInt8])? {
        do {
            let certificate = try Certificate(derEncoded: der)
            var serializer = DER.Serializer()
            try serializer.serialize(certificate.publicKey)
            return (certificate, serializer.serializedBytes)
        } catch {
            // The caller says what that means.
            return nil
        }
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
