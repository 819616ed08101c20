import Foundation
import PaymentDomain
import SwiftASN1
@_spi(FixedExpiryValidationTime) import X509

/// Certificates that lead to a trusted root. Only ``ChainVerifier`` makes one.
///
/// One object for all tokens under it: to copy certificates takes as long as to parse a token.
final class VerifiedChain: Sendable {
    /// The certificates of the signature.
    let signer: SignerChain
    /// When the root behind them is valid.
    let rootValidity: Validity

    fileprivate init(signer: SignerChain, rootValidity: Validity) {
        self.signer = signer
        self.rootValidity = rootValidity
    }
}

/// Verifies that a signer's certificates lead to a trusted root.
///
/// The X.509 library checks names, signatures, basic constraints and critical extensions; Apple's own rules are in
/// ``ApplePayChainPolicy``. The exact reason is looked for only after a refusal, so that a good chain is checked once.
///
/// Source: Apple, Payment token format reference, steps 1.a and 1.b; RFC 5280, section 6.1.
struct ChainVerifier: Sendable {
    private let roots: [Certificate]

    init(roots: [Certificate]) {
        self.roots = roots
    }

    /// Verifies a chain for the time of signing.
    nonisolated(nonsending)
        func prove(_ signer: SignerChain, at moment: Timestamp) async throws(PaymentTokenError)
        -> VerifiedChain
    {
        let rules = RFC5280Policy(
            fixedExpiryValidationTime: Date(timeIntervalSince1970: .init(moment.seconds)))
        var verifier = Verifier(rootCertificates: CertificateStore(roots)) {
            rules
            ApplePayChainPolicy()
        }
        let result = await verifier.validate(
            leaf: signer.leaf, intermediates: CertificateStore([signer.intermediate]))
        switch result {
        case .validCertificate(let chain):
            guard let root = Array(chain).last else { throw .chainRuleBroken }
            return VerifiedChain(signer: signer, rootValidity: try root.validity)
        case .couldNotValidate(let failures):
            let handled = Set(rules.verifyingCriticalExtensions)
            throw try reason(signer, failures.map { Array($0.chain) }, handled, at: moment)
        }
    }

    /// Why a chain was refused.
    ///
    /// - Parameters:
    ///   - candidates: The chains that do lead to a trusted root, by signatures alone.
    ///   - handled: The extensions that may be critical.
    private func reason(
        _ signer: SignerChain, _ candidates: [[Certificate]], _ handled: Set<ASN1ObjectIdentifier>,
        at moment: Timestamp
    ) throws(PaymentTokenError) -> PaymentTokenError {
        guard case .isCertificateAuthority = signer.intermediate.constraints else {
            return .intermediateNotCA
        }
        if let root = candidates.first?.last {
            return try root.validity.contains(moment) ? .chainRuleBroken : .issuerNotValidThen
        }
        let hasUnknownExtension = [signer.leaf, signer.intermediate].contains { certificate in
            certificate.extensions.contains { $0.critical && !handled.contains($0.oid) }
        }
        guard !hasUnknownExtension else { return .chainRuleBroken }
        return signer.intermediate.hasIssued(signer.leaf)
            ? .untrustedRoot : .leafNotIssuedByIntermediate
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
    /// The basic constraints; nil if there are none that can be read.
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

    /// Whether the key usage, if present, allows signing certificates (RFC 5280, section 4.2.1.3).
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
