import PaymentDomain

/// A detached CMS signature in its parts: as Apple makes them unless a test changes a field.
///
/// Source: RFC 5652, section 5.1.
package struct CMSParts: Sendable {
    /// How lengths are written.
    package enum Encoding: Sendable, Hashable, CaseIterable {
        /// Indefinite lengths outside and definite ones inside: Apple's way.
        case ber
        /// Definite lengths, and the set of certificates in DER's order.
        case der
    }

    /// The version of SignedData.
    package var version: UInt8 = 1
    /// The certificates in DER; Apple sends the leaf and then the intermediate.
    package var certificates: [[UInt8]]
    /// The signers; Apple's tokens have one.
    package var signers: [CMSSignerParts]
    /// Whether the list of digest algorithms carries a NULL beside SHA-256.
    package var digestAlgorithmHasNull: Bool
    /// Content to put inside; nil, as Apple does, leaves it detached.
    package var embeddedContent: [UInt8]?
    /// How lengths are written.
    package var encoding = Encoding.ber

    /// The signature that Apple would make with a leaf.
    ///
    /// - Parameters:
    ///   - signer: The leaf and its key.
    ///   - chain: The certificates to send, in DER.
    ///   - moment: The signing time.
    ///   - layout: The layout of some year.
    package init(
        signer: SimulatedIdentity, chain: [[UInt8]], at moment: Timestamp,
        layout: SignatureLayout = .current
    ) {
        certificates = chain
        signers = [CMSSignerParts(signer, at: moment, layout: layout)]
        digestAlgorithmHasNull = layout.digestAlgorithmHasNull
    }

    /// Signs a content and writes the whole ContentInfo.
    ///
    /// - Throws: ``SimulatorError/cryptographyFailed``.
    package func sign(_ content: [UInt8]) throws(SimulatorError) -> [UInt8] {
        var signerInfos: [[UInt8]] = []
        for signer in signers { signerInfos.append(try signer.encoded(signing: content)) }
        let digestAlgorithm =
            digestAlgorithmHasNull
            ? CMSSignerParts.sha256WithNull : CMSSignerParts.sha256WithoutNull
        let embedded = embeddedContent.map { [container(0xA0, [SimulatorDER.octets($0)])] } ?? []
        let signedData = container(
            0x30,
            [
                SimulatorDER.integer([version]), SimulatorDER.set(digestAlgorithm),
                container(0x30, [CMSParts.dataType] + embedded),
                container(0xA0, orderedCertificates), SimulatorDER.node(0x31, of: signerInfos),
            ])
        return container(0x30, [CMSParts.signedDataType, container(0xA0, [signedData])])
    }

    private var orderedCertificates: [[UInt8]] {
        switch encoding {
        case .ber: certificates
        case .der: certificates.sorted { $0.lexicographicallyPrecedes($1) }
        }
    }

    private func container(_ tag: UInt8, _ parts: [[UInt8]]) -> [UInt8] {
        switch encoding {
        case .ber: SimulatorDER.indefinite(tag, of: parts)
        case .der: SimulatorDER.node(tag, of: parts)
        }
    }

    private static let dataType = SimulatorDER.oid(SimulatorOID.cmsData)
    private static let signedDataType = SimulatorDER.oid(SimulatorOID.cmsSignedData)
}
