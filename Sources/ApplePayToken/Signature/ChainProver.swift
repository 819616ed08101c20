import Foundation
import PaymentDomain
import SwiftASN1
@_spi(FixedExpiryValidationTime) import X509

/// Certificates that lead to a trusted root. Only ``ChainProver`` makes one.
struct ProvenChain: Sendable {
    /// The certificates of the signature.
    let signer: SignerChain
    /// When the root behind them is valid.
    let rootValidity: Validity

    fileprivate init(signer: SignerChain, rootValidity: Validity) {
        self.signer = signer
        self.rootValidity = rootValidity
    }
}

/// Proves that a signer's certificates lead to a trusted root.
///
/// The X.509 library checks names, signatures, basic constraints and critical extensions; Apple's
/// own rules are in ``ApplePayChainPolicy``. Only where it refuses is the exact reason looked for,
/// so that a good chain is checked once.
///
/// Source: Apple, Payment token format reference, steps 1.a and 1.b; RFC 5280, section 6.1.
struct ChainProver: Sendable {
    private let roots: [Certificate]

    init(roots: [Certificate]) {
        self.roots = roots
    }

    /// Proves a chain for the moment of signing.
    nonisolated(nonsending)
        func prove(_ signer: SignerChain, at moment: Timestamp) async throws(PaymentTokenError)
        -> ProvenChain
    {
        var verifier = Verifier(rootCertificates: CertificateStore(roots)) {
            RFC5280Policy(
                fixedExpiryValidationTime: Date(timeIntervalSince1970: .init(moment.seconds)))
            ApplePayChainPolicy()
        }
        let result = await verifier.validate(
            leaf: signer.leaf, intermediates: CertificateStore([signer.intermediate]))
        guard case .validCertificate(let chain) = result, let root = Array(chain).last else {
            throw try reason(signer, at: moment)
        }
        return ProvenChain(signer: signer, rootValidity: try root.validity)
    }

    /// Why a chain was refused.
    private func reason(
        _ signer: SignerChain, at moment: Timestamp
    ) throws(PaymentTokenError) -> PaymentTokenError {
        guard case .isCertificateAuthority = signer.intermediate.constraints else {
            return .intermediateNotCA
        }
        guard signer.intermediate.hasIssued(signer.leaf) else {
            return .leafNotIssuedByIntermediate
        }
        guard let root = roots.first(where: { $0.hasIssued(signer.intermediate) }) else {
            return .untrustedRoot
        }
        guard try root.validity.contains(moment) else { return .issuerNotValidThen }
        return .chainRuleBroken
    }
}

/// What Apple asks of a chain beyond X.509: three certificates, with the markers on the right two.
struct ApplePayChainPolicy: VerifierPolicy {
    /// None: Apple's markers are not critical, and the other policy handles those that are.
    let verifyingCriticalExtensions: [ASN1ObjectIdentifier] = []

    /// Whether a candidate keeps the rules.
    func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
        guard chain.count == 3 else {
            return .failsToMeetPolicy(reason: "not leaf, intermediate and root")
        }
        guard chain[0].extensions[oid: .applePayLeaf] != nil,
            chain[1].extensions[oid: .applePayIntermediate] != nil
        else { return .failsToMeetPolicy(reason: "a marker is missing") }
        guard case .isCertificateAuthority = chain[1].constraints, chain[0].mayBeLeaf else {
            return .failsToMeetPolicy(reason: "basic constraints")
        }
        guard chain[1].maySignCertificates else {
            return .failsToMeetPolicy(reason: "key usage")
        }
        return .meetsPolicy
    }
}

extension Certificate {
    /// The basic constraints; nil where there are none, or none that can be read.
    fileprivate var constraints: BasicConstraints? {
        do {
            return try extensions.basicConstraints
        } catch {
            // Unreadable constraints grant nothing, like absent ones.
            return nil
        }
    }

    /// A leaf signs tokens, not certificates.
    fileprivate var mayBeLeaf: Bool {
        if case .isCertificateAuthority = constraints { return false }
        return true
    }

    /// Whether the key usage, where there is one, allows signing certificates (RFC 5280, section
    /// 4.2.1.3).
    fileprivate var maySignCertificates: Bool {
        do {
            return try extensions.keyUsage?.keyCertSign ?? true
        } catch {
            // An unreadable key usage allows nothing.
            return false
        }
    }

    /// Whether this certificate's key signed another that names it as its issuer.
    fileprivate func hasIssued(_ other: Certificate) -> Bool {
        other.issuer == subject && publicKey.isValidSignature(other.signature, for: other)
    }

    /// When this certificate is valid, read from its own bytes.
    fileprivate var validity: Validity {
        get throws(PaymentTokenError) {
            var serializer = DER.Serializer()
            do {
                try serializer.serialize(self)
            } catch {
                throw .certificateMalformed
            }
            return try CertificateFields(serializer.serializedBytes).validity
        }
    }
}
