import SwiftASN1
import X509

/// A request for a certificate, as a merchant uploads it to Apple's developer site.
///
/// Source: RFC 2986 (PKCS#10).
package struct SimulatedRequest: Sendable {
    /// The key that a certificate is asked for.
    let publicKey: Certificate.PublicKey
    /// The version of the tokens that such a key takes.
    package let version: SimulatedTokenVersion

    /// Reads a request, PEM or DER, and verifies that its sender holds the key.
    ///
    /// - Throws: ``SimulatorError/badRequest``, ``SimulatorError/requestSignatureWrong`` or
    ///   ``SimulatorError/requestKeyUnsupported``.
    package init(_ file: [UInt8]) throws(SimulatorError) {
        let request = try failing(as: .badRequest) {
            guard file.count <= SimulatorLimits.storedFileBytes else {
                throw SimulatorError.badRequest
            }
            let text = String(decoding: file, as: UTF8.self)
            return text.contains("-----BEGIN ")
                ? try CertificateSigningRequest(pemEncoded: text)
                : try CertificateSigningRequest(derEncoded: file)
        }
        guard request.publicKey.isValidSignature(request.signature, for: request) else {
            throw .requestSignatureWrong
        }
        publicKey = request.publicKey
        let publicKeyInfo = try SimulatedIdentity.serialized(publicKey)
        guard let version = SimulatedTokenVersion(publicKeyInfo: publicKeyInfo) else {
            throw .requestKeyUnsupported
        }
        self.version = version
    }
}

extension SimulatedTokenVersion {
    /// The version of the tokens that a public key takes, or nil for a key that is neither P-256
    /// nor RSA with 2048 bits.
    ///
    /// Each of the two has a SubjectPublicKeyInfo of fixed length that begins with fixed bytes, for
    /// RSA with the exponent 65537, which every tool uses.
    init?(publicKeyInfo: [UInt8]) {
        if publicKeyInfo.count == 91, publicKeyInfo.starts(with: Self.p256Prefix) {
            self = .ecV1
        } else if publicKeyInfo.count == 294, publicKeyInfo.starts(with: Self.rsa2048Prefix) {
            self = .rsaV1
        } else {
            return nil
        }
    }

    /// Source: RFC 5480, section 2: SEQUENCE, ecPublicKey, prime256v1, BIT STRING, uncompressed.
    private static let p256Prefix =
        [0x30, 0x59, 0x30, 0x13] + SimulatorDER.oid([1, 2, 840, 10045, 2, 1])
        + SimulatorDER.oid([1, 2, 840, 10045, 3, 1, 7]) + [0x03, 0x42, 0x00, 0x04]
    /// Source: RFC 3279, section 2.3.1: SEQUENCE, rsaEncryption, NULL, BIT STRING, a modulus of 257
    /// bytes that begins with zero.
    private static let rsa2048Prefix =
        [0x30, 0x82, 0x01, 0x22, 0x30, 0x0D] + SimulatorDER.oid([1, 2, 840, 113_549, 1, 1, 1])
        + [0x05, 0x00, 0x03, 0x82, 0x01, 0x0F, 0x00, 0x30, 0x82, 0x01, 0x0A]
        + [0x02, 0x82, 0x01, 0x01, 0x00]
}
