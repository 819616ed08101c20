import Crypto
import PaymentDomain
import SwiftASN1
import X509

/// A certificate of the simulator together with its private key.
package struct SimulatedIdentity: Redacted {
    package let certificate: Certificate
    package let certificateDER: [UInt8]
    package let key: SimulatedKey
    /// The DER of the issuer's name: the first half of this certificate's name in a signature.
    package let issuerDER: [UInt8]
    /// The DER of the serial number: the second half.
    package let serialDER: [UInt8]

    /// Joins a certificate and a key; they needn't fit, so that a test can lie.
    ///
    /// - Throws: ``SimulatorError/certificateFailed`` if the certificate can't be written.
    package init(certificate: Certificate, key: SimulatedKey) throws(SimulatorError) {
        self.certificate = certificate
        self.key = key
        certificateDER = try SimulatedIdentity.serialized(certificate)
        issuerDER = try SimulatedIdentity.serialized(certificate.issuer)
        serialDER = SimulatorDER.integer(Array(certificate.serialNumber.bytes))
    }

    package var certificatePEM: String {
        PEMDocument(type: Certificate.defaultPEMDiscriminator, derBytes: certificateDER).pemString
    }

    /// The private key in PKCS#8 PEM.
    package var keyPEM: String { key.pem }

    /// Whether the certificate is about this key's public half.
    package var isConsistent: Bool { certificate.publicKey == key.certificateKey.publicKey }

    /// `SimulatedIdentity`.
    package var redacted: String { "SimulatedIdentity" }

    /// The identifier of the key: the leftmost 160 bits of a SHA-256.
    ///
    /// Source: RFC 7093, section 2, method 4.
    static func keyIdentifier(_ publicKeyInfo: [UInt8]) -> [UInt8] {
        Array(SHA256.hash(data: publicKeyInfo).prefix(20))
    }

    static func serialized(
        _ value: some DERSerializable
    ) throws(SimulatorError) -> [UInt8] {
        try failing(as: .certificateFailed) {
            var serializer = DER.Serializer()
            try serializer.serialize(value)
            return serializer.serializedBytes
        }
    }
}
