import Crypto
import CryptoExtras
import PaymentDomain
import X509

/// A private key of the simulator, of one of the three kinds that Apple's side uses.
package enum SimulatedKey: Redacted {
    /// P-256: the intermediate, the EC signers, and merchants of EC_v1.
    case p256(P256.Signing.PrivateKey)
    /// P-384: the root.
    case p384(P384.Signing.PrivateKey)
    /// RSA-2048: the RSA signers, and merchants of RSA_v1.
    case rsa(_RSA.Signing.PrivateKey)

    /// The kinds of key.
    package enum Kind: Sendable, Hashable, CaseIterable {
        case p256
        case p384
        case rsa
    }

    /// A new key; an RSA key takes hundreds of milliseconds.
    package static func make(_ kind: Kind) throws(SimulatorError) -> SimulatedKey {
        switch kind {
        case .p256: return .p256(P256.Signing.PrivateKey())
        case .p384: return .p384(P384.Signing.PrivateKey())
        case .rsa:
            let size = _RSA.Signing.KeySize(bitCount: SimulatorLimits.rsaKeyBits)
            return .rsa(
                try failing(as: .cryptographyFailed) { try _RSA.Signing.PrivateKey(keySize: size) })
        }
    }

    /// Reads a key of a known kind.
    ///
    /// - Throws: ``SimulatorError/storeDamaged`` if the text isn't such a key.
    package init(pem: String, kind: Kind) throws(SimulatorError) {
        self = try failing(as: .storeDamaged) {
            switch kind {
            case .p256: .p256(try P256.Signing.PrivateKey(pemRepresentation: pem))
            case .p384: .p384(try P384.Signing.PrivateKey(pemRepresentation: pem))
            case .rsa: .rsa(try _RSA.Signing.PrivateKey(pemRepresentation: pem))
            }
        }
    }

    /// The private key as PKCS#8 PEM.
    package var pem: String {
        switch self {
        case .p256(let key): key.pemRepresentation
        case .p384(let key): key.pemRepresentation
        case .rsa(let key): key.pkcs8PEMRepresentation
        }
    }

    /// The public key as a DER SubjectPublicKeyInfo.
    package var publicKeyInfo: [UInt8] {
        switch self {
        case .p256(let key): Array(key.publicKey.derRepresentation)
        case .p384(let key): Array(key.publicKey.derRepresentation)
        case .rsa(let key): Array(key.publicKey.derRepresentation)
        }
    }

    /// Signs the SHA-256 of some bytes: ECDSA in DER, or RSA PKCS#1 v1.5.
    ///
    /// Source: Apple, Payment token format reference, "Verify the signature", step 1e.
    package func signature(for bytes: [UInt8]) throws(SimulatorError) -> [UInt8] {
        try failing(as: .cryptographyFailed) {
            let digest = SHA256.hash(data: bytes)
            switch self {
            case .p256(let key): return Array(try key.signature(for: digest).derRepresentation)
            case .p384(let key): return Array(try key.signature(for: digest).derRepresentation)
            case .rsa(let key):
                let signature = try key.signature(for: digest, padding: .insecurePKCS1v1_5)
                return Array(signature.rawRepresentation)
            }
        }
    }

    /// The AlgorithmIdentifier of ``signature(for:)``, in DER.
    ///
    /// Source: RFC 5754, 3.2 (RSA with NULL) and 3.3 (ECDSA without parameters).
    package var signatureAlgorithm: [UInt8] {
        switch self {
        case .p256, .p384: SimulatedKey.ecdsaAlgorithm
        case .rsa: SimulatedKey.rsaAlgorithm
        }
    }

    /// `SimulatedKey`.
    package var redacted: String { "SimulatedKey" }

    /// The key as the certificate library takes it.
    var certificateKey: Certificate.PrivateKey {
        switch self {
        case .p256(let key): Certificate.PrivateKey(key)
        case .p384(let key): Certificate.PrivateKey(key)
        case .rsa(let key): Certificate.PrivateKey(key)
        }
    }

    private static let ecdsaAlgorithm = SimulatorDER.sequence(
        SimulatorDER.oid(SimulatorOID.ecdsaWithSHA256))
    private static let rsaAlgorithm = SimulatorDER.sequence(
        SimulatorDER.oid(SimulatorOID.rsaWithSHA256), SimulatorDER.null)
}
