import PaymentDomain

/// One SignerInfo in its parts: as Apple makes it unless a test changes a field.
///
/// Source: RFC 5652, section 5.3.
package struct CMSSignerParts: Sendable {
    /// The version of SignerInfo.
    package var version: UInt8 = 1
    /// Whom the signature names, in DER: the issuer and the serial number of a certificate.
    package var signerIdentifier: [UInt8]
    /// The key that signs, whomever the signature names.
    package var key: SimulatedKey
    /// Whether the digest algorithm carries a NULL.
    package var digestAlgorithmHasNull: Bool
    /// The signed attributes in the order in which they are written and signed; nil for none at
    /// all, and then the content itself is signed.
    package var attributes: [SimulatedAttribute]?
    /// The AlgorithmIdentifier of the signature in DER; nil for the one that fits the key.
    package var signatureAlgorithm: [UInt8]?
    /// The signature; nil for a real one.
    package var signature: [UInt8]?
    /// Unsigned attributes, each a whole Attribute in DER; Apple sends none.
    package var unsignedAttributes: [[UInt8]] = []

    /// The SignerInfo that Apple would make with a leaf.
    package init(
        _ signer: SimulatedIdentity, at moment: Timestamp, layout: SignatureLayout = .current
    ) {
        signerIdentifier = CMSSignerParts.identifier(of: signer)
        key = signer.key
        digestAlgorithmHasNull = layout.digestAlgorithmHasNull
        attributes = layout.attributes(at: moment)
    }

    /// IssuerAndSerialNumber of a certificate.
    ///
    /// Source: RFC 5652, section 10.2.4.
    package static func identifier(of identity: SimulatedIdentity) -> [UInt8] {
        SimulatorDER.sequence(identity.issuerDER, identity.serialDER)
    }

    func encoded(signing content: [UInt8]) throws(SimulatorError) -> [UInt8] {
        let digestAlgorithm =
            digestAlgorithmHasNull
            ? CMSSignerParts.sha256WithNull : CMSSignerParts.sha256WithoutNull
        let signatureAlgorithm = signatureAlgorithm ?? key.signatureAlgorithm
        let context = SimulatedAttribute.Context(
            content: content, digestAlgorithm: digestAlgorithm,
            signatureAlgorithm: signatureAlgorithm)
        let encodedAttributes = attributes?.map { $0.encoded(in: context) }

        var signature = signature ?? []
        if self.signature == nil {
            // Signed under the tag of a SET, sent under [0]: RFC 5652, section 5.4.
            let signed = encodedAttributes.map { SimulatorDER.node(0x31, of: $0) } ?? content
            signature = try key.signature(for: signed)
        }

        var parts = [SimulatorDER.integer([version]), signerIdentifier, digestAlgorithm]
        if let encodedAttributes { parts.append(SimulatorDER.node(0xA0, of: encodedAttributes)) }
        parts += [signatureAlgorithm, SimulatorDER.octets(signature)]
        if !unsignedAttributes.isEmpty {
            parts.append(SimulatorDER.node(0xA1, of: unsignedAttributes))
        }
        return SimulatorDER.node(0x30, of: parts)
    }

    /// SHA-256 with absent parameters, as RFC 5754, section 2 asks for.
    static let sha256WithoutNull = SimulatorDER.sequence(SimulatorDER.oid(SimulatorOID.sha256))
    /// SHA-256 with NULL parameters, which the same section allows.
    static let sha256WithNull = SimulatorDER.sequence(
        SimulatorDER.oid(SimulatorOID.sha256), SimulatorDER.null)
}
