import Crypto
import PaymentDomain

/// A merchant of the simulator: its identifier, and its payment processing keys and certificates.
package struct SimulatedMerchant: Redacted {
    /// The Apple merchant identifier, `merchant.coster.sandbox`.
    package let merchantIdentifier: String
    /// The key and the certificate for EC_v1.
    package let ec: SimulatedIdentity
    /// The EC key as key agreement takes it.
    package let agreementKey: P256.KeyAgreement.PrivateKey
    private let lazyRSA: Lazy<SimulatedIdentity>

    /// A merchant of its identifier and its keys; `ec` must hold a P-256 key.
    ///
    /// - Throws: ``SimulatorError/badMerchantIdentifier``, ``SimulatorError/cryptographyFailed``.
    init(
        identifier: String, ec: SimulatedIdentity,
        rsa: @escaping @Sendable () throws(SimulatorError) -> SimulatedIdentity
    ) throws(SimulatorError) {
        guard SimulatedMerchant.isValid(identifier) else { throw .badMerchantIdentifier }
        guard case .p256(let key) = ec.key else { throw .cryptographyFailed }
        merchantIdentifier = identifier
        self.ec = ec
        agreementKey = try failing(as: .cryptographyFailed) {
            try P256.KeyAgreement.PrivateKey(rawRepresentation: key.rawRepresentation)
        }
        lazyRSA = Lazy(rsa)
    }

    /// The key and the certificate for RSA_v1; made on the first call, which takes hundreds of
    /// milliseconds.
    ///
    /// - Throws: ``SimulatorError``.
    package func rsa() throws(SimulatorError) -> SimulatedIdentity { try lazyRSA.value() }

    /// The key and the certificate for tokens of a version.
    ///
    /// - Throws: ``SimulatorError``.
    package func identity(
        for version: SimulatedTokenVersion
    ) throws(SimulatorError) -> SimulatedIdentity {
        switch version {
        case .ecV1: ec
        case .rsaV1: try rsa()
        }
    }

    /// The name of a merchant in certificates and sessions: the SHA-256 of its identifier, in 64 upper-case digits.
    static func hash(of identifier: String) -> String {
        hex(SHA256.hash(data: Array(identifier.utf8))).uppercased()
    }

    /// The EC private key in PKCS#8 PEM.
    package var keyPEM: String { ec.keyPEM }

    /// The EC certificate in PEM.
    package var certificatePEM: String { ec.certificatePEM }

    /// The EC certificate in DER.
    package var certificateDER: [UInt8] { ec.certificateDER }

    /// The SHA-256 of the identifier: what key derivation calls partyV.
    ///
    /// Source: Apple, "Restoring the symmetric key", step 2.
    package var identifierHash: [UInt8] {
        Array(SHA256.hash(data: Array(merchantIdentifier.utf8)))
    }

    /// `SimulatedMerchant(merchant.coster.sandbox)`.
    package var redacted: String { "SimulatedMerchant(\(merchantIdentifier))" }

    /// Whether an identifier may be used: ASCII letters, digits, dots and hyphens, and no dot or
    /// hyphen first.
    ///
    /// It becomes a folder name, so that it must not be able to leave its folder or hide in it.
    static func isValid(_ identifier: String) -> Bool {
        let bytes = Array(identifier.utf8)
        guard let first = bytes.first else { return false }
        guard bytes.count <= SimulatorLimits.merchantIdentifierCharacters else { return false }
        guard isLetterOrDigit(first) else { return false }
        return bytes.allSatisfy {
            isLetterOrDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
