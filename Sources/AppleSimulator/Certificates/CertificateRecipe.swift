import PaymentDomain
import SwiftASN1
import X509

/// The content of a simulated certificate: Apple's layout unless a test changes a field.
package struct CertificateRecipe: Sendable {
    /// The part that a certificate plays; it decides which extensions there are and in which order.
    package enum Role: Sendable, Hashable, CaseIterable {
        case root
        /// The authority between the root and the signers.
        case intermediate
        /// A leaf that signs tokens.
        case signer
        /// A merchant's certificate: payment processing, or identity.
        case merchant
    }

    /// The part it plays.
    package var role: Role
    /// Whom it is about.
    package var subject: CertificateName
    /// The issuer's name in it; nil for the name of the authority that issues it.
    package var issuer: CertificateName?
    /// The serial number, most significant byte first.
    package var serial: [UInt8]
    /// The start of its validity.
    package var notBefore = SimulatorLimits.validFrom
    /// The end of its validity.
    package var notAfter = SimulatorLimits.validUntil
    package var isAuthority: Bool
    /// The DER of the KeyUsage bit string.
    package var keyUsage: [UInt8]
    /// Extensions whose presence alone says something; their value is NULL, as in Apple's.
    package var markers: [ASN1ObjectIdentifier]
    /// Further extensions, at the end.
    package var otherExtensions: [Certificate.Extension] = []
    /// Whether a signer has its extensions in the order that Apple's leaves had until 2016.
    package var hasEarlyOrder = false
    /// Extensions of the layout to leave out.
    package var omitted: Set<ASN1ObjectIdentifier> = []

    /// A recipe with what its role needs.
    package init(_ role: Role, subject: CertificateName) {
        self.role = role
        self.subject = subject
        var serial = randomBytes(SimulatorLimits.serialNumberBytes)
        serial[0] = serial[0] & 0x7F | 0x01  // Positive, and of full length.
        self.serial = serial
        isAuthority = role == .root || role == .intermediate
        switch role {
        case .root:
            keyUsage = CertificateRecipe.certificateSigning
            markers = []
        case .intermediate:
            keyUsage = CertificateRecipe.certificateSigning
            markers = [SimulatorOID.intermediateMarker]
        case .signer:
            keyUsage = CertificateRecipe.digitalSignature
            markers = [SimulatorOID.signerMarker]
        case .merchant:
            keyUsage = CertificateRecipe.encipherment
            markers = []
        }
    }

    /// The recipe of a merchant's payment processing certificate.
    ///
    /// Source: Apple, "Restoring the symmetric key": the extension holds the SHA-256 of the
    /// merchant identifier, as 64 upper-case hexadecimal digits in a UTF8String.
    package static func merchant(_ identifier: String) -> CertificateRecipe {
        var recipe = CertificateRecipe(.merchant, subject: .merchant(identifier))
        recipe.otherExtensions = [identifierHash(identifier)]
        return recipe
    }

    /// The recipe of a merchant identity certificate: for a TLS client, with the same extension.
    ///
    /// No genuine one was available; its common name and its use are as Apple and others describe them.
    package static func merchantIdentity(_ identifier: String) -> CertificateRecipe {
        var recipe = CertificateRecipe(.merchant, subject: .merchantIdentity(identifier))
        recipe.keyUsage = digitalSignature
        let usage = SimulatorDER.sequence(SimulatorDER.oid(SimulatorOID.clientAuthentication))
        recipe.otherExtensions = [
            Certificate.Extension(
                oid: SimulatorOID.extendedKeyUsage, critical: true, value: usage[...]),
            identifierHash(identifier),
        ]
        return recipe
    }

    /// The recipe of the certificate of Apple's simulated server, for these hosts.
    package static func server(_ hosts: [String]) -> CertificateRecipe {
        let name = CertificateName(hosts.first ?? "", unit: "Simulated Apple Pay Gateway")
        var recipe = CertificateRecipe(.merchant, subject: name)
        recipe.keyUsage = digitalSignature
        let usage = SimulatorDER.sequence(SimulatorDER.oid(SimulatorOID.serverAuthentication))
        // Source: RFC 5280, section 4.2.1.6: dNSName is [2].
        let names = hosts.map { SimulatorDER.node(0x82, Array($0.utf8)) }
        recipe.otherExtensions = [
            Certificate.Extension(
                oid: SimulatorOID.extendedKeyUsage, critical: false, value: usage[...]),
            Certificate.Extension(
                oid: SimulatorOID.subjectAlternativeName, critical: false,
                value: SimulatorDER.node(0x30, of: names)[...]),
        ]
        return recipe
    }

    private static func identifierHash(_ identifier: String) -> Certificate.Extension {
        Certificate.Extension(
            oid: SimulatorOID.merchantIdentifierHash, critical: false,
            value: SimulatorDER.utf8(SimulatedMerchant.hash(of: identifier))[...])
    }

    // Source: RFC 5280, section 4.2.1.3, as DER bit strings.
    private static let certificateSigning: [UInt8] = [0x03, 0x02, 0x01, 0x06]
    private static let digitalSignature: [UInt8] = [0x03, 0x02, 0x07, 0x80]
    private static let encipherment: [UInt8] = [0x03, 0x02, 0x03, 0x28]
}
