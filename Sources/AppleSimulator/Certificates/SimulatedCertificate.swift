import Crypto
import PaymentDomain
import SwiftASN1
import X509

/// A merchant's certificate without its private key, which is all that a device needs.
package struct SimulatedCertificate: Sendable {
    /// The certificate in DER.
    package let der: [UInt8]
    /// The public key as a DER SubjectPublicKeyInfo.
    package let publicKeyInfo: [UInt8]
    /// The SHA-256 of the merchant identifier.
    package let identifierHash: [UInt8]
    /// The version of the tokens that its key takes.
    package let version: SimulatedTokenVersion

    /// Reads a payment processing certificate, PEM or DER, from any issuer.
    ///
    /// - Throws: ``SimulatorError/badCertificate``.
    package init(_ file: [UInt8]) throws(SimulatorError) {
        let text = String(decoding: file.prefix(SimulatorLimits.storedFileBytes), as: UTF8.self)
        let certificate = try failing(as: .badCertificate) {
            text.contains("-----BEGIN ")
                ? try Certificate(pemEncoded: text) : try Certificate(derEncoded: file)
        }
        // A merchant identity certificate is for TLS clients, and no device encrypts for it.
        guard certificate.extensions[oid: SimulatorOID.extendedKeyUsage] == nil else {
            throw .badCertificate
        }
        try self.init(certificate)
    }

    /// An issued certificate, for either purpose.
    init(_ certificate: Certificate) throws(SimulatorError) {
        der = try SimulatedIdentity.serialized(certificate)
        publicKeyInfo = try SimulatedIdentity.serialized(certificate.publicKey)
        guard let version = SimulatedTokenVersion(publicKeyInfo: publicKeyInfo),
            let identifier = certificate.merchantIdentifier
        else { throw .badCertificate }
        self.version = version
        identifierHash = Array(SHA256.hash(data: Array(identifier.utf8)))
    }

    /// The certificate in PEM.
    package var pem: String {
        PEMDocument(type: Certificate.defaultPEMDiscriminator, derBytes: der).pemString + "\n"
    }
}

extension Certificate {
    /// The merchant identifier: the UID of the subject.
    var merchantIdentifier: String? {
        subject.flatMap { $0 }.first { $0.type == SimulatorOID.userID }.flatMap {
            String($0.value)
        }
    }
}
