import Foundation
import PaymentDomain
import X509

/// Issues certificates in the name, and with the key, of another one.
///
/// Nothing checks whether that one may issue: a test needs leaves issued by leaves and roots that
/// only share a name with the trusted one.
package struct SimulatedAuthority: Sendable {
    /// The certificate and the key in whose name it issues.
    package let identity: SimulatedIdentity

    /// An authority with any certificate, also with one that isn't an authority's.
    package init(_ identity: SimulatedIdentity) {
        self.identity = identity
    }

    /// A new self-signed root with a P-384 key; two of them share their names and nothing else.
    ///
    /// - Throws: ``SimulatorError/certificateFailed``.
    package static func makeRoot(
        _ recipe: CertificateRecipe = CertificateRecipe(.root, subject: .root)
    ) throws(SimulatorError) -> SimulatedAuthority {
        let key = try SimulatedKey.make(.p384)
        return SimulatedAuthority(try selfSigned(recipe, key: key))
    }

    /// A certificate signed with its own key.
    ///
    /// - Throws: ``SimulatorError/certificateFailed``.
    package static func selfSigned(
        _ recipe: CertificateRecipe, key: SimulatedKey
    ) throws(SimulatorError) -> SimulatedIdentity {
        try failing(as: .certificateFailed) {
            let issuer = try (recipe.issuer ?? recipe.subject).distinguishedName()
            return try certificate(recipe, for: key, by: key, named: issuer, isSelfSigned: true)
        }
    }

    /// Issues a certificate by a recipe.
    ///
    /// - Throws: ``SimulatorError/certificateFailed``.
    package func issue(
        _ recipe: CertificateRecipe, for key: SimulatedKey
    ) throws(SimulatorError) -> SimulatedIdentity {
        try failing(as: .certificateFailed) {
            let issuer =
                try recipe.issuer?.distinguishedName() ?? identity.certificate.subject
            return try SimulatedAuthority.certificate(
                recipe, for: key, by: identity.key, named: issuer)
        }
    }

    /// Issues a certificate for a public key whose private half is somewhere else.
    ///
    /// - Throws: ``SimulatorError/certificateFailed``.
    package func issue(
        _ recipe: CertificateRecipe, for publicKey: Certificate.PublicKey
    ) throws(SimulatorError) -> Certificate {
        try failing(as: .certificateFailed) {
            let issuer =
                try recipe.issuer?.distinguishedName() ?? identity.certificate.subject
            return try SimulatedAuthority.certificate(
                recipe, for: publicKey, by: identity.key, named: issuer)
        }
    }

    /// Issues an intermediate with a new P-256 key.
    package func issueIntermediate(
        _ recipe: CertificateRecipe = CertificateRecipe(.intermediate, subject: .intermediate)
    ) throws(SimulatorError) -> SimulatedAuthority {
        SimulatedAuthority(try issue(recipe, for: try SimulatedKey.make(.p256)))
    }

    /// Issues a leaf that signs tokens, with a new key.
    package func issueLeaf(
        _ recipe: CertificateRecipe = CertificateRecipe(.signer, subject: .ecSigner),
        kind: SimulatedKey.Kind = .p256
    ) throws(SimulatorError) -> SimulatedIdentity {
        try issue(recipe, for: try SimulatedKey.make(kind))
    }

    private static func certificate(
        _ recipe: CertificateRecipe, for key: SimulatedKey, by issuerKey: SimulatedKey,
        named issuer: DistinguishedName, isSelfSigned: Bool = false
    ) throws -> SimulatedIdentity {
        let certificate = try certificate(
            recipe, for: key.certificateKey.publicKey, by: issuerKey, named: issuer,
            isSelfSigned: isSelfSigned)
        return try SimulatedIdentity(certificate: certificate, key: key)
    }

    private static func certificate(
        _ recipe: CertificateRecipe, for publicKey: Certificate.PublicKey,
        by issuerKey: SimulatedKey, named issuer: DistinguishedName, isSelfSigned: Bool = false
    ) throws -> Certificate {
        let extensions = try recipe.extensions(
            subjectKey: SimulatedIdentity.keyIdentifier(
                try SimulatedIdentity.serialized(publicKey)),
            issuerKey: SimulatedIdentity.keyIdentifier(issuerKey.publicKeyInfo))
        return try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(bytes: recipe.serial),
            publicKey: publicKey,
            notValidBefore: date(recipe.notBefore), notValidAfter: date(recipe.notAfter),
            issuer: issuer, subject: try recipe.subject.distinguishedName(),
            signatureAlgorithm: algorithm(of: issuerKey, isSelfSigned: isSelfSigned),
            extensions: extensions, issuerPrivateKey: issuerKey.certificateKey)
    }

    /// Apple's root signs itself with SHA-384, and the intermediate with SHA-256.
    private static func algorithm(
        of key: SimulatedKey, isSelfSigned: Bool
    ) -> Certificate.SignatureAlgorithm {
        switch key {
        case .p256: .ecdsaWithSHA256
        case .p384: isSelfSigned ? .ecdsaWithSHA384 : .ecdsaWithSHA256
        case .rsa: .sha256WithRSAEncryption
        }
    }

    private static func date(_ moment: Timestamp) -> Date {
        Date(timeIntervalSince1970: TimeInterval(moment.seconds))
    }
}
